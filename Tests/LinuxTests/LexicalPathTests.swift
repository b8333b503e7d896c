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

  /// Swift takes the spellings of `é` for equal, and a slash with an accent for another letter; the kernel does neither.
  @Test func aPathIsBytes() {
    let (composed, decomposed) = ("/a/\u{E9}", "/a/e\u{301}")
    #expect(composed == decomposed && !LexicalPath.isSame(composed, decomposed))
    #expect(!LexicalPath.isInside(composed + "/x", decomposed) && LexicalPath.isInside(composed + "/x", composed))
    #expect(LexicalPath.isInside("/a/\u{301}x", "/a") && LexicalPath.isAbsolute("/\u{301}x"))
    #expect(LexicalPath.list("/a:\u{301}b:") == ["/a", "\u{301}b", ""])
    #expect(!Path.isReadable("/tmp/nosuch") && Path.existingFolder(above: "/tmp/nosuch/\u{301}x") == "/tmp")
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"), ("/a/", "/a", ""), ("", ".", ""),
    ("/a/\u{301}b", "/a", "\u{301}b"), ("\u{600}/a", "\u{600}", "a"),
  ]) func theFolderAndTheNameOfAPath(path: String, folder: String, name: String) {
    #expect(LexicalPath.folder(of: path).utf8.elementsEqual(folder.utf8))
    #expect(LexicalPath.name(of: path).utf8.elementsEqual(name.utf8))
    let prefix = path.utf8.dropLast(name.utf8.count)
    #expect(LexicalPath.sibling(of: path, named: "x").utf8.elementsEqual(Array(prefix) + "x".utf8))
  }
}
