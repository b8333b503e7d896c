internal import AucatProgram
internal import AudioComponents
internal import Linux

/// `aucat with`
struct WithCommand: Command {
  static let name = "with"

  /// The program, and its arguments.
  var words: [String] = []
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Starts a host that uses lilv, and answers it from the catalog.",
    discussion: """
      The host lists plugins without reading all of their files. lilv answers whatever the catalog doesn't know. Everything \
      after the program's name is passed to the program.

      AUCAT_LILV=off turns the answers off, and AUCAT_LILV_NOTES=1 reports on standard error why lilv is asked.

      EXAMPLES:
        aucat with ardour
        aucat with lv2ls --names
      """,
    usage: "<program> [<arguments> ...]",
    isPassedOn: true,
    [
      .argument("program", "The program, by its name or path, and its arguments.", kind: .program, times: .repeated) {
        $0.words.append($1)
      }
    ])

  func run() throws {
    guard let word = words.first, !word.isEmpty else {
      throw CommandFailure(usage: "`with` needs a program", remedy: "`aucat help with` shows an example")
    }
    let program = try HostProgram(word)
    let library = try AnsweringLibrary()
    try bringCatalogUpToDate()
    CurrentProcess.setVariable("LD_PRELOAD", to: library.preloads(before: CurrentProcess.variable("LD_PRELOAD")))
    let error = CurrentProcess.become(program.path, arguments: Array(words.dropFirst()))
    throw CommandFailure(.storeFailed, "\(program.path) does not start (\(error)); start it without `aucat with`")
  }

  /// Brings the catalog up to date. A host starts even without one: then lilv answers.
  private func bringCatalogUpToDate() throws {
    let session = try Session(common)
    // The system catalog has everything that a scan would find, and a scan would copy it.
    if session.manager.isShared { return }
    do {
      Shortfalls.report(try session.scan(ScanOptions()))
    } catch let error as ComponentManagerError {
      if case .interrupted = error { throw error }
      warn("the catalog is not up to date: \(error.message)")
    }
  }
}

/// A program to start.
private struct HostProgram {
  let path: String

  /// - Throws: if there is no such program, or if no library can be loaded into it.
  init(_ word: String) throws {
    guard let path = ProgramSearch.find(word) else {
      throw CommandFailure(
        .usage, "there is no program `\(word)`; install it, or write its path with a slash")
    }
    self.path = path
    if let status = try? FileStatus(path), status.mode & 0o6000 != 0 {
      throw CommandFailure(
        .usage,
        "\(path) runs with the rights of another user or group, so the system loads no library into it; start it without `aucat with`"
      )
    }
  }
}

/// The library that answers hosts in place of lilv.
private struct AnsweringLibrary {
  private let path: String

  /// - Throws: if it is not installed, or if the loader can't be told where it is.
  init() throws {
    let name = "liblilv-aucat.so"
    guard let path = ProgramLocation.find([name, "../lib/aucat/\(name)"]) else {
      throw CommandFailure(
        .storeFailed, "\(name) is missing beside this program; install aucat again, or build it with `.dev/lilv`")
    }
    guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
      throw CommandFailure(
        .storeFailed,
        "the path \(path) has a space or colon, which LD_PRELOAD can't hold; install aucat in another folder")
    }
    self.path = path
  }

  /// The value of `LD_PRELOAD`, with its former contents.
  func preloads(before: String?) -> String {
    guard let before, !before.isEmpty else { return path }
    let known = before.split { $0 == ":" || $0 == " " }
    return known.contains { $0 == path } ? before : "\(path):\(before)"
  }
}

/// Finds programs as a shell does.
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
