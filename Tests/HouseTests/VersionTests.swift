import Foundation
import TestSupport
import Testing

/// The version stands in one place: everything else takes it from there.
@Suite struct VersionTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: Repository.path(path), encoding: .utf8)
  }

  private func run(_ program: String, _ arguments: [String], path: String = "/usr/bin:/bin") -> Child {
    Child.run(program, arguments, environment: ["PATH": path, "PYTHONDONTWRITEBYTECODE": "1"])
  }

  private var version: String { run(Repository.path(".dev/version"), []).lines.joined() }

  @Test("the command, its library, the packages and the wheel are of one version")
  func agreement() throws {
    #expect(version.contains(/^\d+\.\d+\.\d+$/), "\(version)")
    #expect(run(Child.products + "/aucat", ["--version"]).text == version + "\n")
    #expect(try text("NEWS.md").contains("\n## \(version)\n"), "NEWS.md has nothing about \(version)")
    // An installation and the Debian packages.
    for script in [".dev/install", ".dev/debian/build", ".dev/wheel"] {
      #expect(try text(script).contains(".dev/version"), "\(script)")
    }
    for form in ["Sources/Libraries/CAucat/aucat.pc", ".dev/debian/package/libaucat0.symbols"] {
      #expect(try text(form).contains("@VERSION@"), "\(form)")
    }
  }

  @Test("the Python package takes the version from the checkout, or from the file that a build puts beside it")
  func python() throws {
    let folder = TemporaryFolder()
    let sources = Repository.path("Sources/Libraries/python/declarations.py")
    let script = """
      import runpy, sys, types
      sys.modules["cffi"] = types.SimpleNamespace(FFI=None)
      print(runpy.run_path(sys.argv[1])["version"]())
      """
    let checkout = run("/usr/bin/env", ["python3", "-c", script, sources])
    try #require(checkout.status == 0, "\(checkout)")
    #expect(checkout.text == version + "\n")
    folder.write(try String(contentsOfFile: sources, encoding: .utf8), to: "package/declarations.py")
    folder.write("1.2.3\n", to: "package/VERSION")
    #expect(run("/usr/bin/env", ["python3", "-c", script, folder("package/declarations.py")]).text == "1.2.3\n")
  }

  @Test(
    "an installation tells it in its manual, and to pkg-config",
    .enabled(if: ProcessInfo.processInfo.environment["AUCAT_INSTALLED"] != nil, "AUCAT_INSTALLED names no installation")
  )
  func installation() throws {
    let prefix = try #require(ProcessInfo.processInfo.environment["AUCAT_INSTALLED"])
    #expect(run(prefix + "/bin/aucat", ["--version"]).text == version + "\n")
    let package = try String(contentsOfFile: prefix + "/lib/pkgconfig/aucat.pc", encoding: .utf8)
    #expect(package.contains("\nVersion: \(version)\n"))
    let page = try String(contentsOfFile: prefix + "/share/man/man1/aucat.1", encoding: .utf8)
    #expect(page.contains("\"aucat \(version)\""))
  }
}
