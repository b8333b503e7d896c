import Glibc
import Linux
import TestSupport
import Testing

/// A file is replaced whole or not at all.
@Suite struct FileReplacementTests {
  private let folder = TemporaryFolder()

  private func text(_ name: String) throws -> String {
    String(decoding: try WholeFile.bytes(folder(name), limit: 1 << 20), as: UTF8.self)
  }

  private func replace(_ name: String, permissions: UInt32 = 0o666) throws {
    let file = try FileReplacement(folder(name), permissions: permissions)
    try file.write(Array("new".utf8))
    try file.finish()
  }

  @Test func theOldFileStaysUntilTheNewOneIsComplete() throws {
    folder.write("old", to: "file")
    let file = try FileReplacement(folder("file"))
    try file.write(Array("new".utf8))
    #expect(try text("file") == "old")
    try file.finish()
    #expect(try text("file") == "new")
    #expect(folder.names(in: "") == ["file"])
  }

  @Test func whatIsNotFinishedLeavesNothing() throws {
    folder.write("old", to: "file")
    for name in ["file", "other"] { try FileReplacement(folder(name)).write(Array("new".utf8)) }
    #expect(folder.names(in: "") == ["file"])
    #expect(try text("file") == "old")
  }

  @Test func whatAMakerThatHasEndedLeftIsRemoved() throws {
    var ended: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    #expect(posix_spawn(&ended, "/bin/true", nil, nil, &words, nil) == 0)
    #expect(waitpid(ended, nil, 0) == ended)
    let stay = [
      "file.\(getpid())-1.unfinished", "file.\(ended)-.unfinished", "file.\(ended)-1.unfinished.txt",
      "other.\(ended)-1.unfinished", "file.unfinished",
    ]
    for name in stay + ["file.\(ended)-1.unfinished", "file.\(ended)-4294967295.unfinished"] {
      folder.write("x", to: name)
    }
    // Somebody holds its lock, whatever the number of the process says.
    folder.write("x", to: "file.\(ended)-7.unfinished")
    let holder = open(folder("file.\(ended)-7.unfinished"), O_RDONLY)
    #expect(flock(holder, LOCK_EX) == 0)
    defer { close(holder) }
    try replace("file")
    #expect(Set(folder.names(in: "")) == Set(stay + ["file", "file.\(ended)-7.unfinished"]))
  }

  @Test(arguments: [0o600, 0o640, 0o755] as [UInt32]) func permissionsStay(permissions: UInt32) throws {
    folder.write("old", to: "file")
    chmod(folder("file"), permissions)
    try replace("file")
    #expect(try FileStatus(folder("file")).permissions == permissions)
  }

  @Test func aNewFileHasThoseAskedFor() throws {
    try replace("file", permissions: 0o600)
    #expect(try FileStatus(folder("file")).permissions == 0o600)
  }

  @Test(arguments: ["target", "missing"]) func aLinkStaysAndItsTargetIsReplaced(target: String) throws {
    folder.write("old", to: "target")
    symlink(target, folder("link"))
    try replace("link")
    #expect(try FileStatus(folder("link"), followsLinks: false).kind == .symbolicLink)
    #expect(try text(target) == "new")
  }

  @Test func aLongNameIsReplacedToo() throws {
    let name = String(repeating: "x", count: 255)
    try replace(name)
    #expect(folder.names(in: "") == [name])
  }

  @Test(
    arguments: [("folder", EISDIR), ("missing/file", ENOENT), ("file/below", ENOTDIR)])
  func whatCannotBeReplaced(name: String, code: Int32) {
    mkdir(folder("folder"), 0o755)
    folder.write("", to: "file")
    #expect(throws: SystemError(code)) { try replace(name) }
    #expect(Set(folder.names(in: "")) == ["folder", "file"])
  }

  @Test func aDeviceIsWrittenAsItIs() throws {
    symlink("/dev/full", folder("full"))
    let error = #expect(throws: SystemError.self) { try replace("full") }
    #expect(error?.isDiskFull == true)
    symlink("/dev/null", folder("null"))
    try replace("null")
    #expect(try FileStatus("/dev/null").kind == .characterDevice)
    #expect(Set(folder.names(in: "")) == ["full", "null"])
  }
}
