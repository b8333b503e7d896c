import Glibc
import Testing

/// A machine of its own for a test: a home, installed bundles, and the program.
public struct Machine: Sendable {
  /// Where everything of it is.
  public let folder = TemporaryFolder()
  /// All that the program sees of the environment.
  public var environment: [String: String]

  /// A machine that has never run the program.
  public init(_ bundles: [PluginBundle] = PluginBundle.installed) {
    folder.write("", to: "home/readme")
    folder.write("", to: "lv2/readme")
    environment = [
      "HOME": folder("home"), "LV2_PATH": folder("lv2"), "TMPDIR": folder.path,
      // That of the machine which runs the tests doesn't count.
      "AUCAT_SYSTEM_CATALOG": "",
      "PATH": Self.path,
    ]
    for bundle in bundles { install(bundle) }
  }

  /// A machine that has the test plugins, and a catalog of them.
  public static func withTestPlugins() -> Machine {
    let machine = Machine([])
    TestPlugins.install(in: machine.folder, "lv2")
    _ = machine.aucat("scan")
    return machine
  }

  /// Where the catalog is by default.
  public var catalog: String { folder("home/.cache/aucat/catalog.sqlite") }

  /// Writes a bundle into a folder of bundles.
  public func install(_ bundle: PluginBundle, in root: String = "lv2") {
    let path = "\(root)/\(bundle.name).lv2"
    folder.write("", to: path + "/plugin.so")
    folder.write(Plugin.prefixes + bundle.plugins.map(\.manifest).joined(), to: path + "/manifest.ttl")
    folder.write(Plugin.prefixes + bundle.plugins.map(\.description).joined(), to: path + "/plugin.ttl")
  }

  /// Runs the program.
  ///
  /// - Parameter setting: variables that differ for this run; nil takes one away.
  public func aucat(
    _ arguments: String..., input: String = "", setting: [String: String?] = [:], output: String? = nil
  ) -> Child {
    aucat(arguments, input: input, setting: setting, output: output)
  }

  /// Runs the program.
  public func aucat(
    _ arguments: [String], input: String = "", setting: [String: String?] = [:], output: String? = nil
  ) -> Child {
    Child.run(
      Self.program, arguments, environment: changed(by: setting), input: input, output: output)
  }

  /// Runs a script, in which `$aucat` is the program.
  public func shell(_ script: String, setting: [String: String?] = [:]) -> Child {
    Child.run(
      "/bin/sh", ["-c", script],
      environment: changed(by: setting).merging(["aucat": Self.program, "folder": folder.path]) { $1 })
  }

  private func changed(by setting: [String: String?]) -> [String: String] {
    var changed = environment
    for (name, value) in setting { changed[name] = value }
    return changed
  }

  /// Where programs are looked for.
  public static var path: String { getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin" }

  /// The program.
  public static let program = Child.products + "/aucat"

  /// Whether a tool is installed that a test needs.
  public static func has(_ tool: String) -> Bool {
    Child.run("/bin/sh", ["-c", "command -v \(tool)"], environment: ["PATH": path]).status == 0
  }
}

extension Child {
  /// Checks that it has done what it was asked, without a word.
  public func expectDone() { verify(status == 0 && errors == "", "\(status): \(errors)") }
}
