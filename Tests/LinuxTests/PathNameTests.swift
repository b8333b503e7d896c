import Glibc
import Linux
import TestSupport
import Testing

/// Making and removing directories, and second names of files.
@Suite struct PathNameTests {
  private let folder = TemporaryFolder()

  @Test func aFolderIsMadeForItsOwner() throws {
    try Path.makeFolder(folder("new"))
    let status = try FileStatus(folder("new"))
    #expect(status.isDirectory && status.permissions == 0o700)
  }

  @Test func whatHasTheNameOfAFolderStays() throws {
    folder.write("text", to: "file")
    try Path.makeFolder(folder("file"))
    #expect(Path.isRegular(folder("file")))
    try Path.makeFolder(folder.path)
    #expect(Path.exists(folder("file")))
  }

  @Test func aFolderNeedsTheOneAbove() {
    let error = #expect(throws: SystemError.self) { try Path.makeFolder(folder("missing/new")) }
    #expect(error?.code == ENOENT)
  }

  @Test func onlyAnEmptyFolderIsRemoved() throws {
    folder.write("text", to: "full/file")
    let error = #expect(throws: SystemError.self) { try Path.removeFolder(folder("full")) }
    #expect(error?.code == ENOTEMPTY)
    try Path.remove(folder("full/file"))
    try Path.removeFolder(folder("full"))
    #expect(!Path.exists(folder("full")))
  }

  @Test func aFileHasTwoNames() throws {
    folder.write("text", to: "file")
    try Path.addName(folder("second"), to: folder("file"))
    #expect(try FileStatus(folder("second")).identity == FileStatus(folder("file")).identity)
    let error = #expect(throws: SystemError.self) { try Path.addName(folder("second"), to: folder("file")) }
    #expect(error?.isExisting == true)
  }
}
