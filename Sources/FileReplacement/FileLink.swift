internal import Glibc

/// Symbolic links, which stay where a file is replaced.
public enum FileLink {
  /// Where a symbolic link leads, also to nowhere yet; the path itself where it is none.
  public static func target(_ path: String) -> String {
    var path = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4_096)
      let count = readlink(path, &buffer, buffer.count)
      guard count > 0, count < buffer.count else { return path }
      let target = String(decoding: buffer[0..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      path = target.hasPrefix("/") ? target : folder + target
    }
    return path
  }
}
