internal import Glibc

/// Files that are small enough to be read as a whole.
public enum WholeFile {
  /// The bytes of a file, and at most one more than `limit` of them, by which a file that is too large is known.
  ///
  /// - Parameter path: `-` is standard input.
  public static func bytes(_ path: String, limit: Int) throws(ReplacedFile.Failure) -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ReplacedFile.Failure(number: errno) }
    defer { if descriptor > 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw ReplacedFile.Failure(number: errno) }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[0..<count])
    }
    return bytes
  }
}
