import Foundation
import TestSupport
import Testing

/// The Python package, whose own tests are in `Tests/Python`.
@Suite(.part(.python), .enabled(if: Sanitizer.allowsForeignHosts, "Python lacks the sanitizer"))
struct PythonTests {
  /// A Python that has what the tests import: Debian's, else the first in `PATH`.
  private static let python: String? = {
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/python3" }
    return (["/usr/bin/python3"] + places).first { path in
      FileManager.default.isExecutableFile(atPath: path)
        && Child.run(path, ["-c", "import cffi, numpy, pytest"], environment: Compiler.environment).status == 0
    }
  }()

  @Test(
    "the package passes its tests with the library of this build",
    .enabled(if: python != nil, "there is no python3 with cffi, numpy and pytest; .dev/setup plugins installs them"))
  func package() throws {
    let folder = TemporaryFolder()
    var environment = Compiler.environment
    environment["HOME"] = folder.path
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    environment["AUCAT_TEST_PRODUCTS"] = Child.products
    environment["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
    let run = Child.run(
      try demand(Self.python),
      [
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", folder("tests"), Repository.path("Tests/Python"),
      ],
      environment: environment)
    verify(run.status, equals: 0, "\(run.text)\(run.errors)")
  }
}
