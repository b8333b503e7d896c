import Glibc
import Linux
import TestSupport
import Testing

/// Where paths lead, as they are written and as they are followed; directories, and second names of files.
struct PathTests {
  private let folder = TemporaryFolder()

  init() {
    folder.write("text", to: "file")
    folder.write("text", to: "up/inner")
    symlink("file", folder("link"))
    symlink(folder("link"), folder("chain"))
    symlink("up", folder("folder-link"))
    symlink("nowhere", folder("dangling"))
    symlink("circle", folder("circle"))
  }

  @Test func aCanonicalPathHasNoLinksAndIsNoneWhereAPathLeadsNowhere() throws {
    for (path, expected) in [
      ("file", "file"), ("link", "file"), ("chain", "file"), ("up/../file", "file"), ("folder-link/inner", "up/inner"),
    ] { try verify(Path.canonical(folder(path)), equals: folder(expected)) }
    for (path, code) in [("missing", ENOENT), ("dangling", ENOENT), ("circle", ELOOP), ("file/below", ENOTDIR)] {
      verify(throws: SystemError(code), "\(path)") { try Path.canonical(folder(path)) }
    }
  }

  @Test func aLinkIsFollowedEvenToNothingWhereItIsBrokenAndInACircle() {
    for (path, expected) in [
      ("file", "file"), ("link", "file"), ("chain", "file"), ("dangling", "nowhere"), ("new", "new"),
      ("circle", "circle"),
    ] { verify(Path.followingLinks(folder(path)), equals: folder(expected)) }
    for path in [
      "file", "link", "chain", "up/inner", "new", "new/below", "folder-link/new", "/dev/null/below", "file/below",
      "link/below", "",
    ] { verify(BrokenLink(on: path.hasPrefix("/") ? path : folder(path)) == nil, "\(path)") }
    for path in ["dangling", "dangling/below", "dangling/below/it"] {
      let link = BrokenLink(on: folder(path))
      verify(link?.path == folder("dangling") && link?.target == "nowhere", "\(path)")
    }
  }

  @Test func thereIsAlwaysANearestFolderAndOnlyAFileIsAProgram() {
    for (path, expected) in [("file", ""), ("up/inner", "/up"), ("a/b/c", ""), ("up/a/b", "/up")] {
      verify(Path.existingFolder(above: folder(path)), equals: folder.path + expected)
    }
    for (path, expected) in [
      ("/", "/"), ("/nothing-here/at/all", "/"), ("relative", "."), ("/tmp/nosuch/\u{301}x", "/tmp"),
    ] { verify(Path.existingFolder(above: path), equals: expected) }
    verify(!Path.isReadable(folder("nosuch")) && !Path.isExecutable(folder.path))
    verify(!Path.isExecutable(folder("file")) && Path.isExecutable("/bin/sh"))
  }

  @Test func oneFileHasOneIdentityWhateverItsNames() throws {
    try Path.addName(folder("hard"), to: folder("file"))
    let again = verify(throws: SystemError.self) { try Path.addName(folder("hard"), to: folder("file")) }
    verify(again?.isExisting, equals: true)
    let identity = try FileStatus(folder("file")).identity
    try verify(FileStatus(folder("chain")).identity, equals: identity)
    try verify(FileStatus(folder("hard")).identity, equals: identity)
    try verify(FileStatus(folder("up")).identity != identity)
    try verify(FileStatus(folder("chain"), followsLinks: false).identity != identity)
  }

  @Test func aFolderIsMadeForItsOwnerWhereNothingElseIsAndRemovedWhenItIsEmpty() throws {
    try Path.makeFolder(folder("new"))
    let status = try FileStatus(folder("new"))
    verify(status.isDirectory && status.permissions == 0o700)
    for path in [folder("file"), folder.path] { try Path.makeFolder(path) }
    verify(Path.isRegular(folder("file")))
    verify(throws: SystemError(ENOENT)) { try Path.makeFolder(folder("missing/new")) }
    verify(throws: SystemError(ENOTEMPTY)) { try Path.removeFolder(folder("up")) }
    try Path.remove(folder("up/inner"))
    try Path.removeFolder(folder("up"))
    verify(!Path.exists(folder("up")))
  }

  @Test func aPathIsNormalizedAndComparedByItsText() {
    for (path, expected) in [
      ("/", "/"), ("", "/"), ("//", "/"), ("/a", "/a"), ("/a/", "/a"), ("//a//b//", "/a/b"), ("/a/./b", "/a/b"),
      ("/a/../b", "/b"), ("/a/b/../..", "/"), ("/../../a", "/a"), ("/a/...", "/a/..."), ("/a/.b/..c", "/a/.b/..c"),
      ("/ä/é", "/ä/é"), ("/a /b", "/a /b"),
    ] {
      verify(LexicalPath.normalized(path), equals: expected)
      verify(LexicalPath.normalized(expected), equals: expected)
    }
    for (path, folder, expected) in [
      ("/a/b", "/a", true), ("/a/b/c", "/a/", true), ("/a", "/a", false), ("/a/", "/a", false), ("/ab", "/a", false),
      ("/a/../b", "/a", false), ("/a/b/..", "/a", false), ("/a/b/../c", "/a", true), ("/a/../a/b", "/a", true),
      ("/b", "/a", false), ("/a", "/", true), ("/a/./../../a/x", "/a", true),
    ] { verify(LexicalPath.isInside(path, folder), equals: expected, "\(path) in \(folder)") }
  }

  /// Swift takes the spellings of `é` for equal, and a slash with an accent for another letter; the kernel does neither.
  @Test func aPathIsBytes() {
    let (composed, decomposed) = ("/a/\u{E9}", "/a/e\u{301}")
    verify(composed == decomposed && !LexicalPath.isSame(composed, decomposed))
    verify(!LexicalPath.isInside(composed + "/x", decomposed) && LexicalPath.isInside(composed + "/x", composed))
    verify(LexicalPath.isInside("/a/\u{301}x", "/a") && LexicalPath.isAbsolute("/\u{301}x"))
    verify(LexicalPath.list("/a:\u{301}b:"), equals: ["/a", "\u{301}b", ""])
    for (path, folder, name) in [
      ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"), ("/a/", "/a", ""), ("", ".", ""),
      ("/a/\u{301}b", "/a", "\u{301}b"), ("\u{600}/a", "\u{600}", "a"),
    ] {
      verify(LexicalPath.folder(of: path).utf8.elementsEqual(folder.utf8), "\(path)")
      verify(LexicalPath.name(of: path).utf8.elementsEqual(name.utf8), "\(path)")
      let prefix = path.utf8.dropLast(name.utf8.count)
      verify(LexicalPath.sibling(of: path, named: "x").utf8.elementsEqual(Array(prefix) + "x".utf8), "\(path)")
    }
  }
}
