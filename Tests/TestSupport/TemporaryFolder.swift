import Glibc

/// A folder that is deleted with its content at the end of a test.
public final class TemporaryFolder: Sendable {
  /// The folder's canonical path.
  public let path: String

  /// A new, empty folder.
  public init() {
    var template = Array("/tmp/aucat-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary folder: \(String(cString: strerror(errno)))")
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// A path below the folder.
  public func callAsFunction(_ relative: String) -> String { path + "/" + relative }

  /// Writes a file, with the folders that lead to it.
  @discardableResult
  public func write(_ text: String, to relative: String) -> String {
    write(Array(text.utf8), to: relative)
  }

  /// Writes a file, with the folders that lead to it.
  @discardableResult
  public func write(_ bytes: [UInt8], to relative: String) -> String {
    let parts = relative.split(separator: "/").dropLast()
    for count in 0...parts.count { mkdir(self(parts.prefix(count).joined(separator: "/")), 0o755) }
    let file = open(self(relative), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(file >= 0, "\(relative): \(String(cString: strerror(errno)))")
    defer { close(file) }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      precondition(count > 0, "\(relative): \(String(cString: strerror(errno)))")
      sent += count
    }
    return self(relative)
  }

  private static func remove(_ path: String) {
    guard let directory = opendir(path) else {
      unlink(path)
      return
    }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      let child = path + "/" + name
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) { remove(child) } else { unlink(child) }
    }
    closedir(directory)
    rmdir(path)
  }
}
