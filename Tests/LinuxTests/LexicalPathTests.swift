import Linux
import Testing

/// Paths as they are written.
@Suite struct LexicalPathTests {
  @Test(arguments: [
    ("/", "/"), ("", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a"), ("//a//b//", "/a/b"), ("/a/./b", "/a/b"),
    ("/a/../b", "/b"), ("/a/b/../..", "/"), ("/../../a", "/a"), ("/a/...", "/a/..."), ("/a/.b/..c", "/a/.b/..c"),
    ("/ä/é", "/ä/é"), ("/a /b", "/a /b"),
  ]) func aPathIsNormalizedByItsText(path: String, expected: String) {
    #expect(LexicalPath.normalized(path) == expected)
    #expect(LexicalPath.normalized(expected) == expected)
  }

  @Test(arguments: [
    ("/a/b", "/a", true), ("/a/b/c", "/a/", true), ("/a", "/a", false), ("/a/", "/a", false), ("/ab", "/a", false),
    ("/a/../b", "/a", false), ("/a/b/..", "/a", false), ("/a/b/../c", "/a", true), ("/a/../a/b", "/a", true),
    ("/b", "/a", false), ("/a", "/", true), ("/a/./../../a/x", "/a", true),
  ]) func whatLiesBelowAFolder(path: String, folder: String, expected: Bool) {
    #expect(LexicalPath.isInside(path, folder) == expected)
  }
}
