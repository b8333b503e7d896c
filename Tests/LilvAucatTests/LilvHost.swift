import Foundation
import TestSupport
import Testing

/// Not Foundation's.
typealias Bundle = PluginBundle

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
    #expect(result.status == 0, "\(result.errors)")
    return result.status == 0
  }()

  let machine: Machine

  /// - Parameter bundles: they are installed in the home, whose folder lilv looks into without being told.
  init(_ bundles: [Bundle] = Bundle.installed) throws {
    try #require(Self.programs)
    machine = Machine([])
    for bundle in bundles { machine.install(bundle, in: "home/.lv2") }
  }

  /// Scans what lilv sees. The plugins that are installed for everybody have been scanned once.
  func scan() {
    let folder = machine.folder("home/.cache/aucat")
    if !FileManager.default.fileExists(atPath: machine.catalog) {
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try? FileManager.default.copyItem(atPath: Self.everybodys.catalog, toPath: machine.catalog)
    }
    machine.aucat(["scan"], setting: ["LV2_PATH": nil]).expectReady()
  }

  private static let everybodys: Machine = {
    let machine = Machine([])
    machine.aucat(["scan"], setting: ["LV2_PATH": nil]).expectReady()
    return machine
  }()

  /// The environment of a program, without `LV2_PATH`.
  func environment(_ setting: [String: String?]) -> [String: String] {
    var environment = machine.environment
    environment["LV2_PATH"] = nil
    environment["folder"] = machine.folder.path
    environment["library"] = Self.library
    environment["programs"] = Self.built.path
    environment["dump"] = Self.built("dump")
    for (name, value) in setting { environment[name] = value }
    return environment
  }

  /// Runs one of the programs.
  func run(_ program: String, _ arguments: String..., setting: [String: String?] = [:]) -> Child {
    Child.run(program.contains("/") ? program : Self.built(program), arguments, environment: environment(setting))
  }

  /// What lilv says alone.
  func alone(_ arguments: [String], setting: [String: String?] = [:]) -> Child { dump(arguments, setting) }

  /// What the program is told with the library, and what that notes on standard error.
  func answered(_ arguments: [String], setting: [String: String?] = [:]) -> Child {
    dump(arguments, ["LD_PRELOAD": Self.library, "AUCAT_LILV_NOTES": "1"].merging(setting) { $1 })
  }

  private func dump(_ arguments: [String], _ setting: [String: String?]) -> Child {
    Child.run(Self.built("dump"), arguments, environment: environment(setting))
  }
}

extension Child {
  /// Checks that a scan has ended well; it may have something to say.
  func expectReady() { #expect(status == 0 || status == 4, "\(status): \(errors)") }

  /// Checks that the command has refused what it was asked.
  func expectRefusal(_ status: Int32, saying words: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let isRefusal = self.status == status && output.isEmpty && errors.hasPrefix("aucat: ") && errors.contains(words)
    #expect(isRefusal, "\(self)", sourceLocation: sourceLocation)
  }

  /// How many answers the library has counted, and how many plugins lilv has read.
  var answerCounts: (answers: Int, readings: Int)? {
    guard let match = errors.matches(of: /([0-9]+) answers from the catalog; lilv has read ([0-9]+) plugins/).last,
      let answers = Int(match.output.1), let readings = Int(match.output.2)
    else { return nil }
    return (answers, readings)
  }
}
