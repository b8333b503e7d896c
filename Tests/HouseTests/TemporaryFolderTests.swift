import Glibc
import TestSupport
import Testing

/// The folders that tests work in leave nothing behind.
@Suite struct TemporaryFolderTests {
  @Test func everythingInItIsDeletedWhateverItsName() {
    let path: String
    do {
      let folder = TemporaryFolder()
      path = folder.path
      folder.write("x", to: "a/b/c")
      let name = folder("a").utf8CString.dropLast() + [CChar(0x2F), CChar(bitPattern: 0xFF), 0]
      #expect(mkdir(Array(name), 0o755) == 0)
      let file = Array(name.dropLast() + [CChar(0x2F), CChar(bitPattern: 0xE4), 0])
      close(open(file, O_WRONLY | O_CREAT, 0o644))
      symlink("/", folder("link"))
      mkfifo(folder("fifo"), 0o600)
    }
    #expect(access(path, F_OK) != 0 && errno == ENOENT)
  }

  @Test func whatALinkLeadsToStays() {
    let kept = TemporaryFolder()
    kept.write("x", to: "file")
    do { symlink(kept.path, TemporaryFolder()("link")) }
    #expect(Child.contents(kept("file")) == Array("x".utf8))
  }
}
