internal import Linux

/// Where programs of others are.
package enum ProgramSearch {
  /// The path of a program, which a shell would start for this word; nil if there is none.
  package static func find(_ word: String) -> String? {
    if word.contains("/") { return isProgram(word) ? word : nil }
    let folders = (CurrentProcess.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(
      separator: ":", omittingEmptySubsequences: false)
    return folders.lazy.map { $0.isEmpty ? "./\(word)" : "\($0)/\(word)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool { !Path.isDirectory(path) && Path.isExecutable(path) }
}
