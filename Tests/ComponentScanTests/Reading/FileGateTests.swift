import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing
@testable import BundleReading

/// The gate that every Turtle file of a bundle goes through.
@Suite struct FileGateTests {
  private let folder = TemporaryFolder()

  init() {
    folder.bundleWithGoodPlugin("a.lv2")
    folder.write("<urn:x> <urn:y> <urn:z> .", to: "outside.ttl")
  }

  private func rejection(of file: String) -> String? {
    do throws(FileProblem) {
      _ = try FileGate(bundle: folder("a.lv2")).open(folder("a.lv2/" + file))
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aRegularFileOfTheBundleIsOpened() {
    symlink("manifest.ttl", folder("a.lv2/link.ttl"))
    folder.write("# x", to: "a.lv2/sub/deep.ttl")
    for file in ["manifest.ttl", "link.ttl", "sub/deep.ttl", "sub/../manifest.ttl", "./manifest.ttl"] {
      #expect(rejection(of: file) == nil, "\(file)")
    }
  }

  @Test func everythingElseIsRefusedWithItsReason() {
    mkfifo(folder("a.lv2/fifo.ttl"), 0o644)
    mkdir(folder("a.lv2/folder.ttl"), 0o755)
    symlink("loop.ttl", folder("a.lv2/loop.ttl"))
    symlink("/dev/zero", folder("a.lv2/device.ttl"))
    truncate(folder.write("", to: "a.lv2/large.ttl"), 33 << 20)
    folder.write("", to: "a.lv2/empty.ttl")
    let reasons = [
      "../outside.ttl": "it lies outside the bundle", "../a.lv2x/manifest.ttl": "it lies outside the bundle",
      "missing.ttl": "no such file or directory", "manifest.ttl/x": "not a directory",
      "fifo.ttl": "it is not a regular file", "folder.ttl": "it is not a regular file",
      "device.ttl": "it is not a regular file", "loop.ttl": "too many levels of symbolic links",
      "large.ttl": "it has 33 MiB; the limit for a Turtle file is 32 MiB", "empty.ttl": "it is empty",
    ]
    for (file, reason) in reasons { #expect(rejection(of: file) == reason, "\(file)") }
  }

  @Test func whatIsRefusedIsNotReadAndTheRestOfTheBundleIs() {
    let files = BundleFiles(path: folder("a.lv2"))
    #expect(files.read(folder("outside.ttl")) == .unusable(.outsideBundle))
    #expect(files.read(files.manifest) == .read(0))
    #expect(files.graph.term("urn:x") == nil)
    #expect(files.graph.files.count == 1)
  }

  @Test func aLinkOutOfTheBundleToAFileOfTheSameOwnerIsFollowed() {
    symlink("../outside.ttl", folder("a.lv2/link.ttl"))
    #expect(rejection(of: "link.ttl") == nil)
  }

  @Test(.enabled(if: isRoot, "only root can give files away"))
  func aLinkOutOfTheBundleIsNotFollowedToOrFromAnotherUser() {
    let stranger: uid_t = 65_534
    let expected = "a symbolic link leads out of the bundle to another user's file"
    symlink("../outside.ttl", folder("a.lv2/link.ttl"))
    symlink("..", folder("a.lv2/up"))
    chown(folder("outside.ttl"), stranger, stranger)
    #expect(rejection(of: "link.ttl") == expected, "the target is another user's")
    #expect(rejection(of: "up/outside.ttl") == expected, "the same through a folder")
    chown(folder("a.lv2"), stranger, stranger)
    #expect(rejection(of: "link.ttl") == nil, "the bundle's owner may link to files of his own")
    chown(folder("outside.ttl"), 0, 0)
    chmod(folder.path, 0o700)
    #expect(rejection(of: "link.ttl") == expected, "root does not read for others what they may not")
    chmod(folder.path, 0o755)
    #expect(rejection(of: "link.ttl") == nil, "and to root's")
    chmod(folder("outside.ttl"), 0o600)
    #expect(rejection(of: "link.ttl") == expected)
    chmod(folder("outside.ttl"), 0o644)
    lchown(folder("a.lv2/link.ttl"), 65_533, 65_533)
    #expect(rejection(of: "link.ttl") == expected, "the link is another user's")
  }

  @Test(
    arguments: [
      ("file:///a/b.ttl", "/a/b.ttl"), ("file://localhost/a", "/a"), ("file:///a/../b", "/b"),
      ("file:///a%20b", "/a b"), ("file:///%2E%2E/x", "/x"), ("file:///a%2Fb", "/a/b"), ("file:///100%", "/100%"),
      ("file:///50%%", "/50%"), ("file:///%%41", "/%41"), ("file:///%25", "/%"),
      ("file:///%zz", "/%zz"), ("file:///%+1", "/%+1"), ("file:///%C3%A4", "/ä"), ("file:///%00", nil),
      ("file:///%FF", nil), ("http://a/b", nil), ("urn:x", nil), ("", nil), ("file://", nil),
    ] as [(String, String?)]) func aFileURIIsAPath(uri: String, path: String?)
  {
    #expect(FileURI.path(uri) == path)
  }
}
