import Glibc
import Linux
import TestSupport
import Testing

/// Where paths lead.
@Suite struct PathTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    ("file", "file"), ("link", "file"), ("chain", "file"), ("up/../file", "file"), ("folder-link/inner", "up/inner"),
  ]) func aCanonicalPathHasNoLinks(path: String, expected: String) throws {
    layOut()
    #expect(try Path.canonical(folder(path)) == folder(expected))
  }

  @Test(arguments: [("missing", ENOENT), ("dangling", ENOENT), ("circle", ELOOP), ("file/below", ENOTDIR)])
  func whatLeadsNowhereHasNone(path: String, code: Int32) {
    layOut()
    #expect(throws: SystemError(code)) { try Path.canonical(folder(path)) }
  }

  @Test(arguments: [("file", "file"), ("link", "file"), ("chain", "file"), ("dangling", "nowhere"), ("new", "new")])
  func aLinkIsFollowedEvenToNothing(path: String, expected: String) {
    layOut()
    #expect(Path.followingLinks(folder(path)) == folder(expected))
  }

  @Test(arguments: [
    "file", "link", "chain", "up/inner", "new", "new/below", "folder-link/new", "/dev/null/below", "file/below",
    "link/below", "",
  ])
  func noLinkIsBroken(path: String) {
    layOut()
    #expect(BrokenLink(on: path.hasPrefix("/") ? path : folder(path)) == nil)
  }

  @Test(arguments: ["dangling", "dangling/below", "dangling/below/it"]) func aLinkToNothingIsBroken(path: String) {
    layOut()
    let link = BrokenLink(on: folder(path))
    #expect(link?.path == folder("dangling") && link?.target == "nowhere")
  }

  @Test func onlyAFileIsAProgram() {
    layOut()
    #expect(!Path.isExecutable(folder.path) && !Path.isExecutable(folder("file")) && Path.isExecutable("/bin/sh"))
  }

  @Test func aCircleOfLinksComesToAnEnd() {
    layOut()
    #expect(Path.followingLinks(folder("circle")) == folder("circle"))
  }

  @Test(arguments: [("file", ""), ("up/inner", "/up"), ("a/b/c", ""), ("up/a/b", "/up")])
  func theNearestFolderThatExists(path: String, expected: String) {
    layOut()
    #expect(Path.existingFolder(above: folder(path)) == folder.path + expected)
  }

  @Test(arguments: [("/", "/"), ("/nothing-here/at/all", "/"), ("relative", ".")])
  func thereIsAlwaysAFolder(path: String, expected: String) {
    #expect(Path.existingFolder(above: path) == expected)
  }

  @Test func oneFileHasOneIdentity() throws {
    layOut()
    link(folder("file"), folder("hard"))
    let identity = try FileStatus(folder("file")).identity
    #expect(try FileStatus(folder("chain")).identity == identity)
    #expect(try FileStatus(folder("hard")).identity == identity)
    #expect(try FileStatus(folder("up")).identity != identity)
    #expect(try FileStatus(folder("chain"), followsLinks: false).identity != identity)
  }

  private func layOut() {
    folder.write("text", to: "file")
    folder.write("text", to: "up/inner")
    symlink("file", folder("link"))
    symlink(folder("link"), folder("chain"))
    symlink("up", folder("folder-link"))
    symlink("nowhere", folder("dangling"))
    symlink("circle", folder("circle"))
  }
}
