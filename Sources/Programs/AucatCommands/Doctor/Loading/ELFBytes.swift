internal import Linux

/// The bytes of a file in ELF, read in parts. Every offset and length may come from the file, so all are checked.
final class ELFBytes {
  private let file: FileDescriptor
  private let size: Int
  /// The size of the largest part, in bytes: symbol names of the largest libraries take a few megabytes.
  private static let largest = 64 << 20

  /// Opens a regular file; nil if it can't be read.
  init?(_ path: String) {
    guard let file = try? FileDescriptor(path, for: .reading, options: .nonBlocking),
      let status = try? FileStatus(of: file), status.isRegular
    else { return nil }
    self.file = file
    size = status.size
  }

  /// A part of the file, which ends with the file if that is shorter; nil if there is no such part.
  func part(at offset: UInt64, count: UInt64) -> ELFPart? {
    guard let start = Int(exactly: offset), start < size else { return nil }
    let length = min(Int(clamping: count), size - start, Self.largest)
    var bytes = [UInt8](repeating: 0, count: length)
    // SAFETY: The buffer's count limits how much is written, and its address is not kept.
    let read = bytes.withUnsafeMutableBytes { memory in (try? file.read(into: memory, at: Int64(start))) ?? 0 }
    return ELFPart(bytes: Array(bytes[..<read]))
  }
}

/// A part of a file in ELF with the least significant bytes first.
struct ELFPart {
  let bytes: [UInt8]

  /// The number at an offset; 0 beyond the end, as in a part that is padded.
  func number(_ offset: Int, bytes count: Int) -> UInt64 {
    guard offset >= 0, offset <= bytes.count - count else { return 0 }
    var number: UInt64 = 0
    for index in stride(from: offset + count - 1, through: offset, by: -1) {
      number = number << 8 | UInt64(bytes[index])
    }
    return number
  }

  func small(_ offset: Int) -> Int { Int(number(offset, bytes: 2)) }
  func word(_ offset: Int) -> UInt32 { UInt32(number(offset, bytes: 4)) }
  func long(_ offset: Int) -> UInt64 { number(offset, bytes: 8) }

  /// The text at an offset, which ends with a null byte; empty beyond the end.
  func text(_ offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }.prefix(Self.longest), as: UTF8.self)
  }

  /// The maximum length of a text in bytes: no name of a symbol is longer.
  private static let longest = 4_096
}
