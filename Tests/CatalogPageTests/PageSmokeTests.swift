#if Browse
  import Foundation
  import TestSupport
  import Testing

  /// The page in a browser, as far as each run of the tests looks at it; `.dev/check --page` has the rest.
  struct PageSmokeTests {
    private static let python: String? = {
      let places = Machine.path.split(separator: ":").map { "\($0)/python3" }
      return places.first { path in
        FileManager.default.isExecutableFile(atPath: path)
          && Child.run(path, ["-c", "import playwright, pytest"], environment: ["PATH": Machine.path]).status == 0
      }
    }()
    private static let hasBrowser = Machine.has("chromium-headless-shell") || Machine.has("chromium")

    @Test(
      "a page is let in, searches, tags and undoes", .part(.hosts),
      .enabled(if: python != nil, "there is no Playwright for Python: pip install playwright"),
      .enabled(if: hasBrowser, "there is no browser: apt install chromium-headless-shell"),
      .enabled(if: Sanitizer.allowsForeignHosts, "a browser waits for no sanitizer"))
    func smoke() throws {
      let machine = Machine()
      let run = Child.run(
        try demand(Self.python),
        [
          "-m", "pytest", "-q", "-p", "no:cacheprovider", "--basetemp", machine.folder("tests"),
          Repository.path("Tests/Page"), "-k",
          "test_a_ticket_is_good_once or test_another_name_gets_nothing or test_search_as_you_type or test_two_pages",
        ],
        environment: machine.environment.merging(["AUCAT_BROWSE": Child.products + "/aucat-browse"]) { $1 })
      verify(run.status, equals: 0, "\(run.text) \(run.errors)")
    }
  }
#endif
