import Glibc
@testable import Linux
import TestSupport
import Testing

/// What directories list, whatever their entries are called.
@Suite struct DirectoryTests {
  private let folder = TemporaryFolder()

  @Test func entriesHaveNamesAndKinds() throws {
    folder.write("", to: "file")
    folder.write("", to: ".hidden")
    mkdir(folder("folder"), 0o755)
    symlink("nowhere", folder("link"))
    mkfifo(folder("fifo"), 0o644)
    let entries = DirectoryReader.entries(of: folder.path)
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })
    let expected: [String: FileKind] = [
      "file": .regular, ".hidden": .regular, "folder": .directory, "link": .symbolicLink, "fifo": .pipe,
    ]
    // Some file systems leave the kind to stat.
    #expect(kinds == expected || kinds.values.allSatisfy({ $0 == FileKind.unknown }))
    #expect(entries.filter { !$0.isNameExact }.isEmpty)
    for (name, kind) in expected {
      #expect(try FileStatus(folder(name), followsLinks: false).kind == kind)
    }
  }

  @Test(
    arguments: [
      (Array("plain".utf8), "plain", true), (Array("ä€😀".utf8), "ä€😀", true), ([0xFF], "\u{FFFD}", false),
      (Array("a".utf8) + [0xC3, 0x28] + Array("b".utf8), "a\u{FFFD}(b", false),
      (Array("\n\u{1B}".utf8), "\n\u{1B}", true),
      ([UInt8](repeating: 0x78, count: 255), String(repeating: "x", count: 255), true),
    ] as [([UInt8], String, Bool)])
  func namesAreAnyBytes(bytes: [UInt8], name: String, isExact: Bool) throws {
    let path = folder.path.utf8CString.dropLast() + [0x2F] + bytes.map(CChar.init(bitPattern:)) + [0]
    close(open(Array(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
    let entry = try #require(DirectoryReader.entries(of: folder.path).first)
    #expect(entry.name == name)
    #expect(entry.isNameExact == isExact)
    #expect(Path.exists(folder(entry.name)) == isExact, "another name leads nowhere")
  }

  @Test(arguments: [(0, 0), (3, 3), (10, 10), (1_000, 10)]) func aLimitIsKept(limit: Int, expected: Int) {
    for number in 0..<10 { folder.write("", to: "\(number)") }
    #expect(DirectoryReader.entries(of: folder.path, limit: limit).count == expected)
  }

  @Test func moreIsReadThanOneCallGives() {
    let names = (0..<1_000).map { "\($0)" + String(repeating: "x", count: $0 % 200) }
    for name in names { folder.write("", to: name) }
    #expect(DirectoryReader.entries(of: folder.path).map(\.name).sorted() == names.sorted())
  }

  @Test func aRemovedDirectoryIsEmpty() throws {
    mkdir(folder("folder"), 0o755)
    var reader = try DirectoryReader(folder("folder"))
    rmdir(folder("folder"))
    let entry = try reader.next()
    #expect(entry == nil)
  }

  @Test(arguments: [("missing", ENOENT), ("file", ENOTDIR)]) func whatIsNoDirectory(name: String, code: Int32) {
    folder.write("", to: "file")
    #expect(throws: SystemError(code)) { _ = try DirectoryReader(folder(name)) }
    #expect(DirectoryReader.entries(of: folder(name)) == [])
  }

  @Test func entriesAreReachedThroughTheirDirectory() throws {
    folder.write("text", to: "moved/file")
    var reader = try DirectoryReader(folder("moved"))
    rename(folder("moved"), folder("elsewhere"))
    let entry = try #require(try reader.next())
    let size = try FileStatus(entry.name, in: reader.directory).size
    #expect(size == 4)
    let file = try FileDescriptor(entry.name, in: reader.directory, for: .reading)
    let text = try file.readAll()
    #expect(text == Array("text".utf8))
    let end = try reader.next()
    #expect(end == nil)
  }

  @Test func aTemporaryDirectoryGoesWithItsFiles() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory(prefix: "aucat-test")
    let path = try #require(directory?.path)
    #expect(try FileStatus(path).permissions == 0o700)
    try FileDescriptor(path + "/file", for: .writing, options: .create).writeAll([1])
    directory = nil
    #expect(!Path.exists(path))
  }

  @Test func whatAKilledProcessLeavesIsRemoved() throws {
    let other = try TemporaryDirectory(prefix: "aucat-other", in: folder.path)
    let child = try ChildProcess(
      "/bin/sh",
      arguments: [
        "-c", "mkdir -m 700 '\(folder("aucat-x"))'-$$-a; touch '\(folder("aucat-x"))'-$$-a/file; kill -KILL $$",
      ],
      descriptors: [nil, nil], environment: ["PATH": "/usr/bin:/bin"])
    _ = child.end(within: 10_000)
    let left = folder("aucat-x-\(child.process)-a")
    #expect(Path.exists(left))
    TemporaryDirectory.removeAbandoned(prefix: "aucat-x", in: folder.path)
    #expect(Path.exists(left), "it may be another container's, so it is left alone for a minute")
    TemporaryDirectory.removeAbandoned(prefix: "aucat-x", in: folder.path, of: child.process)
    #expect(!Path.exists(left))
    #expect(Path.exists(other.path))
  }

  @Test func aFolderIsKnownWhereTheFileSystemDoesNotTell() throws {
    mkdir(folder("folder"), 0o755)
    symlink("folder", folder("link"))
    folder.write("", to: "file")
    let reader = try DirectoryReader(folder.path)
    for (name, isFolder) in [("folder", true), ("link", false), ("file", false), ("missing", false)] {
      let entry = DirectoryEntry(name: name, isNameExact: true, kind: .unknown)
      #expect(entry.isFolder(in: reader.directory) == isFolder, "\(name)")
    }
  }
}
