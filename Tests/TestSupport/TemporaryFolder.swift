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

  deinit { Self.remove(path, in: AT_FDCWD) }

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

  /// Deletes a file, or a folder with all that is in it.
  public func remove(_ relative: String) { Self.remove(self(relative), in: AT_FDCWD) }

  /// The names in a folder.
  public func names(in relative: String) -> [String] { Self.names(inFolder: self(relative)) }

  /// The names in any folder.
  public static func names(inFolder path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.filter { $0 != "." && $0 != ".." }
  }

  /// Deletes what `name` stands for in a directory. Names are bytes here: not all are UTF-8.
  private static func remove(_ name: UnsafePointer<CChar>, in parent: Int32) {
    guard unlinkat(parent, name, 0) != 0 else { return }
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    if let directory = fdopendir(descriptor) {
      while let entry = readdir(directory) {
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
            if strcmp(name, ".") != 0 && strcmp(name, "..") != 0 { remove(name, in: descriptor) }
          }
        }
      }
      closedir(directory)
    }
    unlinkat(parent, name, AT_REMOVEDIR)
  }
}
