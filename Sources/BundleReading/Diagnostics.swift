internal import ComponentScan
internal import Glibc

/// What serd and lilv print about files that they could not read. The scan has made standard error a file in memory.
struct Diagnostics {
  /// Whether standard error is such a file. In any other process it is somebody else's, and stays as it is.
  nonisolated(unsafe) static var ownsStandardError = false

  /// The first complaint about each file, by path.
  private(set) var complaints: [String: String] = [:]

  /// Begins anew: what was said of other bundles goes.
  init() { Self.clear() }

  /// Takes in what was printed since the last time.
  mutating func collect() {
    guard Self.ownsStandardError else { return }
    let end = lseek(2, 0, SEEK_END)
    guard end > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: min(Int(end), 1 << 16))
    let count = pread(2, &bytes, bytes.count, 0)
    Self.clear()
    guard count > 0 else { return }
    var complaint = ""
    for line in String(decoding: bytes[0..<count], as: UTF8.self).split(separator: "\n") {
      if let path = Self.failedFile(line) {
        if complaints[path] == nil { complaints[path] = complaint.isEmpty ? "it is not valid Turtle" : complaint }
        complaint = ""
      } else if line.hasPrefix("error: "), complaint.isEmpty {
        complaint = String(line.dropFirst("error: ".count))
      }
    }
  }

  /// The file has a limit, and what is beyond it would be lost.
  private static func clear() {
    guard ownsStandardError, ftruncate(2, 0) == 0 else { return }
    lseek(2, 0, SEEK_SET)
  }

  /// The path in lilv's "lilv_world_load_file(): error: Error loading file `file:///…'".
  private static func failedFile(_ line: Substring) -> String? {
    guard line.hasPrefix("lilv_world_load_file(): error: "), let start = line.firstIndex(of: "`"), line.hasSuffix("'")
    else { return nil }
    return FileURI.path(String(line[line.index(after: start)...].dropLast()))
  }
}
