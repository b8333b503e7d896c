import Foundation
import TestSupport
import Testing

/// A machine of its own for a test: a home, installed bundles, and the program.
struct Machine {
  let folder = TemporaryFolder()
  /// All that the program sees of the environment.
  var environment: [String: String]

  /// - Parameter isNew: whether it has no catalog yet, not even one without plugins, with which tests are quicker.
  init(_ bundles: [Bundle] = Bundle.installed, isNew: Bool = false) {
    folder.write("", to: "home/readme")
    folder.write("", to: "lv2/readme")
    environment = [
      "HOME": folder("home"), "LV2_PATH": folder("lv2"), "TMPDIR": folder.path,
      // That of the machine which runs the tests doesn't count.
      "AUCAT_SYSTEM_CATALOG": "",
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    ]
    for bundle in bundles { install(bundle) }
    guard !isNew else { return }
    for name in [".cache", ".cache/aucat"] { mkdir(folder("home/\(name)"), 0o700) }
    CatalogTemplate.copy(to: catalog)
  }

  /// A machine with a bundle that can't be read beside the good ones.
  static func withBrokenBundle(_ bundles: [Bundle] = Bundle.installed) -> Machine {
    let machine = Machine(bundles)
    machine.folder.write("this is not Turtle <<<", to: "lv2/broken.lv2/manifest.ttl")
    return machine
  }

  /// A machine that has the test plugins, and a catalog of them.
  static func withTestPlugins() -> Machine {
    let machine = Machine([])
    TestPlugins.install(in: machine.folder, "lv2")
    _ = machine.aucat("scan")
    return machine
  }

  /// Where the catalog is by default.
  var catalog: String { folder("home/.cache/aucat/catalog.sqlite") }

  /// Writes a bundle into a folder of bundles.
  func install(_ bundle: Bundle, in root: String = "lv2") {
    let path = "\(root)/\(bundle.name).lv2"
    folder.write("", to: path + "/plugin.so")
    folder.write(Plugin.prefixes + bundle.plugins.map(\.manifest).joined(), to: path + "/manifest.ttl")
    folder.write(Plugin.prefixes + bundle.plugins.map(\.description).joined(), to: path + "/plugin.ttl")
  }

  /// Runs the program.
  ///
  /// - Parameter setting: variables that differ for this run; nil takes one away.
  func aucat(
    _ arguments: String..., input: String = "", setting: [String: String?] = [:], output: String? = nil
  ) -> Child {
    aucat(arguments, input: input, setting: setting, output: output)
  }

  /// Runs the program.
  func aucat(
    _ arguments: [String], input: String = "", setting: [String: String?] = [:], output: String? = nil
  ) -> Child {
    Child.run(
      Self.program, arguments, environment: changed(by: setting), input: input, output: output)
  }

  /// Runs a script, in which `$aucat` is the program.
  func shell(_ script: String, setting: [String: String?] = [:]) -> Child {
    Child.run(
      "/bin/sh", ["-c", script],
      environment: changed(by: setting).merging(["aucat": Self.program, "folder": folder.path]) { $1 })
  }

  private func changed(by setting: [String: String?]) -> [String: String] {
    var changed = environment
    for (name, value) in setting { changed[name] = value }
    return changed
  }

  static let program = Child.products + "/aucat"

  /// Whether a tool is installed that a test needs.
  static func has(_ tool: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return Child.run("/bin/sh", ["-c", "command -v \(tool)"], environment: ["PATH": path]).status == 0
  }
}

extension Child {
  /// Checks that it has done what it was asked, without a word.
  func expectDone() { #expect(status == 0 && errors == "", "\(status): \(errors)") }

  /// Checks that it has taken something away, and says how to get that back and nothing else.
  func expectChanged() { #expect(status == 0 && errors == Self.undoNote, "\(status): \(errors)") }

  /// What a command says that has taken something away.
  static let undoNote = "aucat: `aucat undo` reverts this\n"

  /// Checks that it has refused what it was asked: nothing on standard output, one line on standard error that names the
  /// program and has some words, and this status.
  func expectRefusal(
    _ status: Int32, saying words: String, _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(refuses(status, saying: words), "\(what) \(self)", sourceLocation: sourceLocation)
  }

  /// Nothing on standard output, one line on standard error that names the program, and this status.
  func refuses(_ status: Int32, saying words: String) -> Bool {
    self.status == status && output.isEmpty && said.hasPrefix("aucat: ") && said.contains(words)
      && said.hasSuffix("\n") && said.split(separator: "\n").count == 1
  }

  /// What standard error says, also if JSON was asked for.
  var said: String {
    guard errors.hasPrefix("{") else { return errors }
    return errors.split(separator: "\n").map { line in
      guard case .text(let message)? = (try? JSONValue(parsing: Array(line.utf8)))?["message"] else {
        return "\(line)\n"
      }
      return "aucat: \(message)\n"
    }.joined()
  }
}
