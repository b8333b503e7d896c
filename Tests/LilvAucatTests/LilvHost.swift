import Foundation
import TestSupport
import Testing

/// Not Foundation's.
typealias Bundle = PluginBundle

extension Bundle {
  /// A bundle with one plugin.
  static func one(_ name: String, called label: String, _ ports: [Plugin.Port] = Plugin.Port.stereo) -> Bundle {
    Bundle(name: name, plugins: [Plugin(uri: "urn:\(name)", name: label, ports: ports)])
  }
}

/// A machine on which programs use lilv, alone or with the library that answers them from the catalog.
struct LilvHost {
  /// The library, and the programs of the folder `Programs`, are built once.
  private static let built = TemporaryFolder()
  static let library = built("liblilv-aucat.so")
  private static let programs: Bool = {
    _ = built.write("", to: "readme")
    let flags = "$(pkg-config --cflags --libs lilv-0) -pthread"
    let warnings = "-std=c11 -Wall -Wextra -pedantic -Werror -g"
    let script = """
      set -e
      "$top/Sources/Libraries/LilvAucat/build" "$folder/liblilv-aucat.so"
      cd "$top/Tests/LilvAucatTests/Programs"
      for program in dump worlds; do cc \(warnings) $program.c -o "$folder/$program" \(flags); done
      """
    let result = Child.run(
      "/bin/sh", ["-c", script],
      environment: ["PATH": Machine.path, "top": Repository.path(""), "folder": built.path])
    verify(result.status, equals: 0, "\(result.errors)")
    return result.status == 0
  }()

  let machine: Machine
  /// Nil where everybody's plugins are seen as well.
  private let path: String?

  /// A machine whose plugins have been scanned. They are in the home, into whose folder lilv looks without being told.
  ///
  /// - Parameter seesAll: whether the plugins count that are installed for everybody, which takes longer.
  init(_ bundles: [Bundle] = [.one("one", called: "One")], seesAll: Bool = false) throws {
    try demand(Self.programs)
    machine = Machine([])
    mkdir(machine.folder("home/.lv2"), 0o755)
    path = seesAll ? nil : machine.folder("home/.lv2")
    for bundle in bundles { install(bundle) }
    if seesAll {
      try FileManager.default.createDirectory(
        atPath: machine.folder("home/.cache/aucat"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Self.everybodys.catalog, toPath: machine.catalog)
    }
    scan()
  }

  private static let everybodys: Machine = {
    let machine = Machine([])
    machine.aucat(["scan"], setting: ["LV2_PATH": nil]).expectReady()
    return machine
  }()

  func install(_ bundle: Bundle) { machine.install(bundle, in: "home/.lv2") }

  /// Scans what lilv sees.
  func scan() { machine.aucat(["scan"], setting: ["LV2_PATH": path]).expectReady() }

  /// An installation with the library.
  func installation() throws -> Installation {
    let installation = Installation(machine)
    let folder = installation.prefix + "/lib/aucat"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.library, toPath: folder + "/liblilv-aucat.so")
    return installation
  }

  /// The environment of a program.
  func environment(_ setting: [String: String?] = [:]) -> [String: String] {
    let own = [
      "LV2_PATH": path, "folder": machine.folder.path, "library": Self.library, "programs": Self.built.path,
      "dump": Self.built("dump"),
    ]
    var environment = machine.environment
    for (name, value) in own.merging(setting, uniquingKeysWith: { $1 }) { environment[name] = value }
    return environment
  }

  /// What turns the library on, and lets it note what it does.
  static let on: [String: String?] = ["LD_PRELOAD": library, "AUCAT_LILV_NOTES": "1"]

  /// Runs one of the programs of the tests, or one that is installed.
  func run(_ program: String, _ arguments: [String], setting: [String: String?] = [:]) -> Child {
    Child.run(
      program.contains("/") ? program : Self.built(program), arguments, environment: environment(setting))
  }

  /// Runs a script.
  func shell(_ script: String, _ arguments: [String] = [], setting: [String: String?] = [:]) -> Child {
    run("/bin/sh", ["-c", script, "sh"] + arguments, setting: setting)
  }

  /// What lilv says alone.
  func alone(_ arguments: [String], setting: [String: String?] = [:]) -> Child {
    run("dump", arguments, setting: setting)
  }

  /// What the program is told with the library, and what that notes on standard error.
  func answered(_ arguments: [String], setting: [String: String?] = [:]) -> Child {
    run("dump", arguments, setting: Self.on.merging(setting) { $1 })
  }

  /// Checks that the library changes nothing.
  ///
  /// - Returns: what the program was told, and what the library notes.
  @discardableResult
  func expectSame(_ arguments: [String], setting: [String: String?] = [:], line: Int = #line) -> Child {
    let (alone, answered) = (alone(arguments, setting: setting), answered(arguments, setting: setting))
    verify(alone.status == answered.status && alone.text == answered.text, "line \(line): \(arguments) \(setting)")
    return answered
  }
}

extension Child {
  /// Checks that a scan has ended well; it may have something to say.
  func expectReady() { verify(status == 0 || status == 4, "\(status): \(errors)") }

  /// How many answers the library has counted, and how many plugins lilv has read; 0 where it has counted nothing.
  var counts: (answers: Int, readings: Int) {
    let match = errors.matches(of: /([0-9]+) answers from the catalog; lilv has read ([0-9]+) plugins/).last
    return (match.flatMap { Int($0.output.1) } ?? 0, match.flatMap { Int($0.output.2) } ?? 0)
  }
}
