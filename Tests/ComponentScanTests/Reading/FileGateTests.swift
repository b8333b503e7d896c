import ComponentModel
import Glibc
import Linux
import TestSupport
import Testing
@testable import BundleReading

/// The gate that every Turtle file of a bundle goes through.
struct FileGateTests {
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

  @Test func aRegularFileOfTheBundleIsOpenedAndEverythingElseRefusedWithItsReason() {
    symlink("manifest.ttl", folder("a.lv2/link.ttl"))
    folder.write("# x", to: "a.lv2/sub/deep.ttl")
    symlink("../outside.ttl", folder("a.lv2/same-owner.ttl"))
    for file in ["manifest.ttl", "link.ttl", "sub/deep.ttl", "sub/../manifest.ttl", "./manifest.ttl", "same-owner.ttl"]
    {
      verify(rejection(of: file) == nil, "\(file)")
    }
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
    for (file, reason) in reasons { verify(rejection(of: file), equals: reason, "\(file)") }
  }

  @Test func whatIsRefusedIsNotReadAndTheRestOfTheBundleIs() {
    let files = BundleFiles(path: folder("a.lv2"))
    verify(files.read(folder("outside.ttl")), equals: .unusable(.outsideBundle))
    verify(files.read(files.manifest), equals: .read(0))
    verify(files.graph.term("urn:x") == nil)
    verify(files.graph.files.count, equals: 1)
  }

  @Test(.enabled(if: isRoot, "only root can give files away"))
  func aLinkOutOfTheBundleIsNotFollowedToOrFromAnotherUser() {
    let stranger: uid_t = 65_534
    let expected = "a symbolic link leads out of the bundle to another user's file"
    symlink("../outside.ttl", folder("a.lv2/link.ttl"))
    symlink("..", folder("a.lv2/up"))
    chown(folder("outside.ttl"), stranger, stranger)
    verify(rejection(of: "link.ttl"), equals: expected, "the target is another user's")
    verify(rejection(of: "up/outside.ttl"), equals: expected, "the same through a folder")
    chown(folder("a.lv2"), stranger, stranger)
    verify(rejection(of: "link.ttl") == nil, "the bundle's owner may link to files of his own")
    chown(folder("outside.ttl"), 0, 0)
    chmod(folder.path, 0o700)
    verify(rejection(of: "link.ttl"), equals: expected, "root does not read for others what they may not")
    chmod(folder.path, 0o755)
    verify(rejection(of: "link.ttl") == nil, "and to root's")
    chmod(folder("outside.ttl"), 0o600)
    verify(rejection(of: "link.ttl"), equals: expected)
    chmod(folder("outside.ttl"), 0o644)
    lchown(folder("a.lv2/link.ttl"), 65_533, 65_533)
    verify(rejection(of: "link.ttl"), equals: expected, "the link is another user's")
  }

  @Test func aFileURIIsAPath() {
    let paths: [(String, String?)] = [
      ("file:///a/b.ttl", "/a/b.ttl"), ("file://localhost/a", "/a"), ("file:///a/../b", "/b"),
      ("file:///a%20b", "/a b"), ("file:///%2E%2E/x", "/x"), ("file:///a%2Fb", "/a/b"), ("file:///100%", "/100%"),
      ("file:///50%%", "/50%"), ("file:///%%41", "/%41"), ("file:///%25", "/%"),
      ("file:///%zz", "/%zz"), ("file:///%+1", "/%+1"), ("file:///%C3%A4", "/ä"), ("file:///%00", nil),
      ("file:///%FF", nil), ("http://a/b", nil), ("urn:x", nil), ("", nil), ("file://", nil),
    ]
    for (uri, path) in paths { verify(FileURI.path(uri), equals: path, "\(uri)") }
  }
}
