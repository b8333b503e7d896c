import Glibc
import Linux
import TestSupport
import Testing

/// A file is replaced whole or not at all.
struct FileReplacementTests {
  private let folder = TemporaryFolder()

  private func text(_ name: String) throws -> String {
    String(decoding: try WholeFile.bytes(folder(name), limit: 1 << 20), as: UTF8.self)
  }

  private func replace(_ name: String, permissions: UInt32 = 0o666) throws {
    let file = try FileReplacement(folder(name), permissions: permissions)
    try file.write(Array("new".utf8))
    try file.finish()
  }

  @Test func theOldFileStaysUntilTheNewOneIsCompleteAndWhatIsNotFinishedLeavesNothing() throws {
    folder.write("old", to: "file")
    for name in ["file", "other"] { try FileReplacement(folder(name)).write(Array("new".utf8)) }
    verify(folder.names(in: ""), equals: ["file"])
    let file = try FileReplacement(folder("file"))
    try file.write(Array("new".utf8))
    try verify(text("file"), equals: "old")
    try file.finish()
    try verify(text("file"), equals: "new")
    let long = String(repeating: "x", count: 255)
    try replace(long)
    verify(folder.names(in: "").sorted(), equals: ["file", long])
  }

  @Test func whatAMakerThatHasEndedLeftIsRemoved() throws {
    var ended: pid_t = 0
    var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(words[0]) }
    verify(posix_spawn(&ended, "/bin/true", nil, nil, &words, nil), equals: 0)
    verify(waitpid(ended, nil, 0), equals: ended)
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
    verify(flock(holder, LOCK_EX), equals: 0)
    defer { close(holder) }
    try replace("file")
    verify(Set(folder.names(in: "")), equals: Set(stay + ["file", "file.\(ended)-7.unfinished"]))
  }

  @Test func permissionsAndLinksStay() throws {
    try replace("file", permissions: 0o600)
    try verify(FileStatus(folder("file")).permissions, equals: 0o600, "a new file's are as asked for")
    for permissions in [0o640, 0o755] as [UInt32] {
      chmod(folder("file"), permissions)
      try replace("file")
      try verify(FileStatus(folder("file")).permissions, equals: permissions)
    }
    folder.write("old", to: "target")
    for target in ["target", "missing"] {
      symlink(target, folder("to-\(target)"))
      try replace("to-\(target)")
      try verify(FileStatus(folder("to-\(target)"), followsLinks: false).kind, equals: .symbolicLink)
      try verify(text(target), equals: "new")
    }
  }

  /// Only root can make what belongs to another user.
  @Test(.enabled(if: geteuid() == 0)) func whatAnotherUserPutIntoASharedFolderIsNeitherFollowedNorWrittenTo() throws {
    folder.write("old", to: "victim")
    mkdir(folder("shared"), 0o777)
    chmod(folder("shared"), 0o1777)
    chown(folder("shared"), 1, 1)
    symlink(folder("victim"), folder("shared/to-file"))
    symlink(folder("created"), folder("shared/to-nothing"))
    // A link of one's own that leads to another's.
    symlink("shared/to-file", folder("own"))
    folder.write("old", to: "shared/file")
    mkfifo(folder("shared/pipe"), 0o666)
    let planted = ["to-file", "to-nothing", "file", "pipe"].map { "shared/\($0)" }
    for name in planted { lchown(folder(name), 65_534, 65_534) }
    for name in planted + ["own"] { verify(throws: SystemError(EACCES)) { try replace(name) } }
    try verify(text("victim"), equals: "old")
    try verify(text("shared/file"), equals: "old")
    verify(!Path.exists(folder("created")))
    // One's own are followed there, and so are the folder's owner's; anybody's in a folder that is not shared.
    for name in planted where name != "shared/pipe" { lchown(folder(name), 0, 0) }
    try replace("shared/to-file")
    try verify(text("victim"), equals: "new")
    lchown(folder("shared/to-nothing"), 1, 1)
    try replace("shared/to-nothing")
    try verify(text("created"), equals: "new")
    lchown(folder("shared/file"), 65_534, 65_534)
    chmod(folder("shared"), 0o755)
    try replace("shared/file")
    try verify(text("shared/file"), equals: "new")
  }

  @Test func theOwnersDecideInASharedFolderOnly() {
    func isTrusted(_ owner: UInt32, _ mode: UInt32) -> Bool {
      SharedFolder.isTrusted(owner: owner, folder: mode, of: 0, user: 1_000)
    }
    for mode in [0o1777, 0o755, 0o777, 0o1755] as [UInt32] {
      verify(isTrusted(1_000, mode) && isTrusted(0, mode), "one's own, and the folder's owner's")
      verify(isTrusted(1_001, mode), equals: mode != 0o1777)
    }
  }

  @Test func aCircleOfLinksIsAnError() throws {
    symlink("b", folder("a"))
    symlink("a", folder("b"))
    verify(throws: SystemError(ELOOP)) { try replace("a") }
    verify(Set(folder.names(in: "")), equals: ["a", "b"])
  }

  @Test func whatIsNoFileStaysAndADeviceIsWrittenAsItIs() throws {
    mkdir(folder("folder"), 0o755)
    folder.write("", to: "file")
    for (name, code) in [("folder", EISDIR), ("missing/file", ENOENT), ("file/below", ENOTDIR)] {
      verify(throws: SystemError(code)) { try replace(name) }
    }
    symlink("/dev/full", folder("full"))
    let error = verify(throws: SystemError.self) { try replace("full") }
    verify(error?.isDiskFull, equals: true)
    symlink("/dev/null", folder("null"))
    try replace("null")
    try verify(FileStatus("/dev/null").kind, equals: .characterDevice)
    verify(Set(folder.names(in: "")), equals: ["folder", "file", "full", "null"])
  }
}
