/// Why bytes are not a playable MIDI file.
public struct MIDIFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What can be wrong with a file.
  public enum Problem: Hashable, Sendable {
    /// It doesn't begin with a MIDI file's header.
    case notMIDI
    /// It ends in the middle of an event or chunk.
    case truncated
    /// Its format is neither 0 nor 1.
    case format(Int)
    /// It has no ticks, or an unknown time code.
    case division
    /// A number has more than four bytes.
    case number
    /// Data where a status is needed.
    case noStatus
    /// A status byte that files can't have.
    case status(UInt8)
    /// A data byte above 127.
    case data(UInt8)
    /// The header announces more tracks than the file has.
    case trackCount(announced: Int, found: Int)
    /// It has more tracks, events or bytes than the reader accepts.
    case tooMuch(String)
    /// It would last for more than a century.
    case tooLong
  }

  /// What is wrong with the file.
  public var problem: Problem
  /// The offset of the mistake, in bytes; nil if it has no particular place.
  public var offset: Int?

  /// Creates an error at an offset.
  public init(_ problem: Problem, offset: Int?) {
    self.problem = problem
    self.offset = offset
  }

  /// What is wrong, and where.
  public var description: String { text + (offset.map { ", at byte \($0)" } ?? "") }

  private var text: String {
    switch problem {
    case .notMIDI: "it is not a MIDI file"
    case .truncated: "it ends too early"
    case .format(let format): "its format is \(format); only 0 and 1 can be played"
    case .division: "its time division is invalid"
    case .number: "a number has more than four bytes"
    case .noStatus: "data instead of the beginning of a message"
    case .status(let status): "no message begins with \(Self.hexadecimal(status))"
    case .data(let byte): "\(Self.hexadecimal(byte)) among a message's data"
    case .trackCount(let announced, let found): "it announces \(announced) tracks but has \(found)"
    case .tooMuch(let what): "it has too many \(what)"
    case .tooLong: "it lasts too long"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + (digits.utf8.count < 2 ? "0" : "") + digits
  }
}
