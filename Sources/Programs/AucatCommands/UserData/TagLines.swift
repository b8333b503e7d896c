internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat tag add --stdin`: all lines that have arrived on standard input are one transaction, so a file is imported
/// fast, and a program that waits for each answer gets it immediately.
struct TagLines {
  /// The longest line, in bytes; the longest URI and tag need less.
  private static let longestLine = 1 << 18
  private let session: Session
  private let writer: UserDataWriter
  private var known: [String: String] = [:]
  private var number = 0
  private var hasFailed = false
  /// The beginning of a line whose end hasn't arrived yet.
  private var pending: [UInt8] = []
  /// Whether the rest of a line that is too long is still to come.
  private var isSkipping = false

  init(_ session: Session) throws {
    self.session = session
    writer = try session.manager.userDataWriter()
  }

  func run() throws {
    var lines = self
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try Self.read(into: &buffer)
      if count == 0 { break }
      try lines.add(buffer[..<count])
    }
    try lines.take(lines.pending[...])
    if lines.hasFailed { throw CommandFailure(.partly) }
  }

  /// Applies the lines that these bytes complete. Of a line that is too long, only the number is kept.
  private mutating func add(_ bytes: ArraySlice<UInt8>) throws {
    var bytes = bytes
    if isSkipping {
      guard let end = bytes.firstIndex(of: 0x0A) else { return }
      isSkipping = false
      bytes = bytes[(end + 1)...]
    }
    if let end = bytes.lastIndex(of: 0x0A) {
      let complete = pending + bytes[...end]
      pending = Array(bytes[(end + 1)...])
      try take(complete[...])
    } else {
      pending += bytes
    }
    guard pending.count > Self.longestLine else { return }
    number += 1
    report(Self.tooLong)
    pending = []
    isSkipping = true
  }

  private static let tooLong = "it is longer than \(longestLine >> 10) KiB"

  private static func read(into buffer: inout [UInt8]) throws -> Int {
    do throws(SystemError) {
      return try BorrowedDescriptor.standardInput.read(into: &buffer)
    } catch {
      throw CommandFailure(.storeFailed, "standard input can't be read (\(error))")
    }
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) throws {
    var changes: [UserChange] = []
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(bytes.last == 0x0A ? 1 : 0) {
      number += 1
      if line.isEmpty { continue }
      do {
        changes.append(try change(line))
      } catch let failure as CommandFailure where failure.status != .storeFailed {
        report(failure.message)
      } catch let error as UserLabelError {
        report(error.description)
      }
    }
    guard !changes.isEmpty else { return }
    try writer.apply(changes)
    try Output.print(String(repeating: "ok\n", count: changes.count))
  }

  private mutating func report(_ message: String) {
    hasFailed = true
    warn("line \(number): \(message)")
  }

  private mutating func change(_ line: ArraySlice<UInt8>) throws -> UserChange {
    guard line.count <= Self.longestLine else { throw CommandFailure(.usage, Self.tooLong) }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw CommandFailure(.usage, "it is not UTF-8")
    }
    let fields = text.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
    guard fields.count == 2 else { throw CommandFailure(.usage, "it must be a component, a TAB and a tag") }
    let (component, tag) = (String(fields[0]), String(fields[1]))
    let label = try UserLabel(.tag, tag)
    return .add(label, to: try uri(component))
  }

  private mutating func uri(_ argument: String) throws -> String {
    if let uri = known[argument] { return uri }
    let uri = try session.uri(argument)
    known[argument] = uri
    return uri
  }
}
