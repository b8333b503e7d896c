// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

internal import AudioFiles
internal import AudioSources
internal import CAucat
internal import Linux

// SAFETY: `required` and `object` check what these functions get from C for NULL, copy text, and retain objects. A
// caller passes as many bytes as it says; they are copied.

/// `aucat_midi`; for one thread at a time.
final class MIDIObject {
  /// The contents of a file or a phrase, for any rate.
  private let fixed: (Double) throws -> [MIDIMessage]
  /// The messages that a host has added, with their times in seconds.
  var added: [(seconds: Double, bytes: [UInt8])] = []

  init(_ fixed: @escaping (Double) throws -> [MIDIMessage] = { _ in [] }) { self.fixed = fixed }

  /// All messages, in the order of their frames.
  func messages(_ rate: Double) throws -> [MIDIMessage] {
    let own = added.map { MIDIMessage(frame: Int(($0.seconds * rate).rounded()), bytes: $0.bytes) }
    let all = try fixed(rate) + own
    return all.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }
}

@c @implementation
package func aucat_midi_new() -> OpaquePointer? { handle(MIDIObject()) }

@c @implementation
package func aucat_midi_file(
  _ path: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let path = try required(path, "path")
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.bytes(path, limit: MIDIFile.limits.bytes)
    } catch {
      throw CallFailure(AUCAT_ERROR_AUDIO_FILE, "\(path) can't be read (\(error)); check its name", path: path)
    }
    do throws(MIDIFileError) {
      let file = try MIDIFile(bytes)
      _ = try file.messages(sampleRate: 48_000)
      return handle(MIDIObject { try file.messages(sampleRate: $0) })
    } catch {
      throw CallFailure(AUCAT_ERROR_AUDIO_FILE, "\(path) can't be played: \(error)", path: path)
    }
  }
}

@c @implementation
package func aucat_midi_phrase(
  _ notes: UnsafePointer<CChar>?, _ tempo: Double, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    guard tempo > 0, tempo <= 1_000 else { throw CallFailure.argument("a tempo must be above 0, up to 1000") }
    let phrase = try MIDIPhrase(required(notes, "notes"))
    return handle(MIDIObject { phrase.messages(sampleRate: $0, beatsPerMinute: tempo) })
  }
}

/// The bytes of a message.
func message(_ bytes: UnsafePointer<UInt8>?, _ count: Int) throws(CallFailure) -> [UInt8] {
  guard let bytes, count > 0, bytes[0] >= 0x80 else { throw .argument("a message must begin with its status byte") }
  return Array(UnsafeBufferPointer(start: bytes, count: count))
}

@c @implementation
package func aucat_midi_add(
  _ midi: OpaquePointer?, _ seconds: Double, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    guard (0...1e9).contains(seconds) else { throw CallFailure.argument("seconds is out of range") }
    let bytes = try message(bytes, count)
    try required(midi, "midi", as: MIDIObject.self).added.append((seconds, bytes))
  }
}

@c @implementation
package func aucat_midi_free(_ midi: OpaquePointer?) { release(midi, MIDIObject.self) }
