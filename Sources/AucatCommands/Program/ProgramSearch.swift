internal import Linux

/// Where programs of others are.
package enum ProgramSearch {
  /// The path of a program, which a shell would start for this word; nil if there is none.
  package static func find(_ word: String) -> String? {
    if word.utf8.contains(UInt8(ascii: "/")) { return isProgram(word) ? word : nil }
    return folders.lazy.map { "\($0)/\(word)" }.first(where: isProgram)
  }

  /// The names of all programs that a shell would find, in order.
  static func names(beginningWith prefix: String) -> [String] {
    let names = folders.flatMap { folder in
      DirectoryReader.entries(of: folder).map(\.name).filter { $0.hasPrefix(prefix) && isProgram("\(folder)/\($0)") }
    }
    return Set(names).sorted()
  }

  /// The folders in which a shell looks.
  private static var folders: [String] {
    LexicalPath.list(CurrentProcess.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").map { $0.isEmpty ? "." : $0 }
  }

  private static func isProgram(_ path: String) -> Bool { !Path.isDirectory(path) && Path.isExecutable(path) }
}
