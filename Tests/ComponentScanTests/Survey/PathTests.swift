import ComponentScan
import Glibc
import Linux
import TestSupport
import Testing

/// The directories of a search path.
@Suite struct PathTests {
  @Test(
    arguments: [
      ("/a:/b", ["/a", "/b"], []), ("/b:/a", ["/b", "/a"], []), ("/a:/a", ["/a"], []), ("/a/:/a/.:/x/../a", ["/a"], []),
      (":/a::", ["/a"], ["", "", ""]), ("", [], []), (":", [], ["", ""]),
      ("~/.lv2:~", ["/home/u/.lv2", "/home/u"], []),
      ("~other/lv2", ["HERE/~other/lv2"], []), ("lv2", ["HERE/lv2"], []), (".", ["HERE"], []),
      ("/a\u{0}b:/c", ["/c"], ["/a\u{0}b"]), ("/missing/but/kept", ["/missing/but/kept"], []),
    ] as [(String, [String], [String])])
  func theSearchPathComesFromTheEnvironment(path: String, directories: [String], ignored: [String]) throws {
    let working = try #require(getcwd(nil, 0))
    defer { free(working) }
    let here = String(cString: working) + "/"
    let searchPath = SearchPath(environment: ["LV2_PATH": path, "HOME": "/home/u"])
    #expect(
      searchPath.directories
        == directories.map { $0.hasPrefix("HERE") ? LexicalPath.normalized(here + $0.dropFirst(4)) : $0 })
    #expect(searchPath.ignored == ignored)
  }

  @Test func withoutAHomeATildeNamesNothing() {
    let path = SearchPath(environment: ["LV2_PATH": "~/.lv2:/a"])
    #expect(path.directories == ["/a"])
    #expect(path.ignored == ["~/.lv2"])
    #expect(SearchPath(environment: ["LV2_PATH": "~/.lv2", "HOME": "relative"]).directories.isEmpty)
  }

  @Test func withoutLV2PathTheDefaultIsThatOfDebiansLilv() {
    let path = SearchPath(environment: ["HOME": "/home/u"])
    #expect(path.directories.count == 4)
    #expect(path.directories.first == "/home/u/.lv2")
    #expect(
      path.directories[1].hasPrefix("/usr/lib/") && path.directories[1].hasSuffix("-linux-gnu/lv2")
        || path.directories[1].hasSuffix("-linux-gnueabihf/lv2"))
    #expect(path.directories.suffix(2) == ["/usr/lib/lv2", "/usr/local/lib/lv2"])
    #expect(SearchPath(environment: [:]).directories.count == 3, "no home, no ~/.lv2, and nothing to complain of")
    #expect(SearchPath(environment: [:]).ignored.isEmpty)
  }
}
