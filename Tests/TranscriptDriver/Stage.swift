import Glibc
import TestSupport

/// What the commands of a transcript find: a home, bundles and the program, all of its own.
struct Stage {
  let folder = TemporaryFolder()
  private let environment: [String: String]
  private let rendering: Rendering

  /// Why a transcript can't run.
  struct Shortage: Error {
    var reason: String
  }

  /// - Throws: ``Shortage`` if a program or bundle that the transcript needs is missing.
  init(for transcript: Transcript, version: String) throws {
    if let name = transcript.settings["part"] {
      guard let part = Part(rawValue: name) else { throw Shortage(reason: "there is no part \(name)") }
      guard part.runs(transcript.path, 0) else { throw Shortage(reason: "`.dev/test \(name)` runs it") }
    }
    for tool in Self.words(transcript.settings["needs"]) where !Machine.has(tool) {
      throw Shortage(reason: "\(tool) is not installed")
    }
    folder.write("", to: "home/readme")
    folder.write("", to: "lv2/readme")
    var environment = [
      "HOME": folder("home"), "LV2_PATH": folder("lv2"), "TMPDIR": folder.path, "FOLDER": folder.path,
      "AUCAT_SYSTEM_CATALOG": "", "SOURCES": Repository.top, "PROGRAMS": Child.products,
      "PATH": "\(Child.products):\(Repository.path("Tests/Transcripts/bin")):\(Machine.path)",
    ]
    for bundle in Self.words(transcript.settings["bundles"]) {
      switch bundle {
      case "none": break
      case "real":
        guard RealPlugins.areThere else {
          throw Shortage(reason: "the real plugins are not installed: .dev/setup plugins")
        }
        environment.merge(
          RealPlugins.machine().environment.filter { $0.key.hasPrefix("LV2") || $0.key == "AUCAT_CATALOG" }
        ) { $1 }
      case "test-plugins": TestPlugins.install(in: folder, "lv2")
      default: try Self.install(bundle, in: folder("lv2"))
      }
    }
    self.environment = environment
    rendering = Rendering(names: [
      (folder.path, "$FOLDER"), (Child.products, "$PROGRAMS"), (Repository.top, "$SOURCES"), (version, "<version>"),
    ])
    if transcript.settings["catalog"] != "none", environment["AUCAT_CATALOG"] == nil { _ = run("aucat scan") }
  }

  private static func words(_ setting: String?) -> [String] { (setting ?? "").split(separator: " ").map(String.init) }

  private static func install(_ bundle: String, in root: String) throws {
    let source = Repository.path("Tests/Transcripts/Bundles/\(bundle).lv2")
    let copy = Child.run("/bin/cp", ["-r", source, root], environment: [:])
    if copy.status != 0 { throw Shortage(reason: copy.errors) }
    close(open("\(root)/\(bundle).lv2/plugin.so", O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
  }

  /// Runs a command as a shell does, for a minute at most.
  func run(_ command: String) -> (lines: [String], time: Duration) {
    let run = Child.run(
      "/usr/bin/timeout", ["--kill-after=5", "60", "/bin/sh", "-c", "cd \"$FOLDER\" || exit 99\n" + command],
      environment: environment)
    return (rendering.lines(of: run), run.processorTime)
  }
}
