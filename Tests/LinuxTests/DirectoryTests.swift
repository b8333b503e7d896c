import Glibc
import TestSupport
import Testing

@testable import Linux

/// What directories list, whatever their entries are called.
struct DirectoryTests {
  private let folder = TemporaryFolder()

  @Test func entriesHaveNamesAndKinds() throws {
    folder.write("", to: "file")
    folder.write("", to: ".hidden")
    mkdir(folder("folder"), 0o755)
    symlink("folder", folder("link"))
    mkfifo(folder("fifo"), 0o644)
    let entries = DirectoryReader.entries(of: folder.path)
    let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.name, $0.kind) })
    let expected: [String: FileKind] = [
      "file": .regular, ".hidden": .regular, "folder": .directory, "link": .symbolicLink, "fifo": .pipe,
    ]
    // Some file systems leave the kind to stat.
    verify(kinds == expected || kinds.values.allSatisfy({ $0 == FileKind.unknown }))
    verify(entries.filter { !$0.isNameExact }.isEmpty)
    for (name, kind) in expected {
      try verify(FileStatus(folder(name), followsLinks: false).kind, equals: kind)
    }
    // Where the file system does not tell, it is asked.
    let reader = try DirectoryReader(folder.path)
    for name in expected.keys + ["missing"] {
      let entry = DirectoryEntry(name: name, isNameExact: true, kind: .unknown)
      verify(entry.isFolder(in: reader.directory), equals: name == "folder", "\(name)")
    }
  }

  @Test func namesAreAnyBytes() throws {
    let names: [([UInt8], String, Bool)] = [
      (Array("plain".utf8), "plain", true), (Array("ä€😀".utf8), "ä€😀", true), ([0xFF], "\u{FFFD}", false),
      ([0x61, 0xC3, 0x28, 0x62], "a\u{FFFD}(b", false), (Array("\n\u{1B}".utf8), "\n\u{1B}", true),
      ([UInt8](repeating: 0x78, count: 255), String(repeating: "x", count: 255), true),
    ]
    for (bytes, name, isExact) in names {
      let path = folder.path.utf8CString.dropLast() + [0x2F] + bytes.map(CChar.init(bitPattern:)) + [0]
      close(open(Array(path), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
      let entry = try demand(DirectoryReader.entries(of: folder.path).first)
      verify(entry.name == name && entry.isNameExact == isExact, "\(name)")
      verify(Path.exists(folder(entry.name)), equals: isExact, "another name leads nowhere")
      unlink(Array(path))
    }
  }

  @Test func moreIsReadThanOneCallGivesUpToALimit() {
    let names = (0..<500).map { "\($0)" + String(repeating: "x", count: $0 % 200) }
    for name in names { folder.write("", to: name) }
    verify(DirectoryReader.entries(of: folder.path).map(\.name).sorted(), equals: names.sorted())
    for (limit, count) in [(0, 0), (3, 3), (500, 500), (1_000, 500)] {
      verify(DirectoryReader.entries(of: folder.path, limit: limit).count, equals: count)
    }
  }

  @Test func aRemovedDirectoryIsEmptyAndWhatIsNoneIsAnError() throws {
    mkdir(folder("folder"), 0o755)
    var reader = try DirectoryReader(folder("folder"))
    rmdir(folder("folder"))
    let entry = try reader.next()
    verify(entry == nil)
    folder.write("", to: "file")
    for (name, code) in [("missing", ENOENT), ("file", ENOTDIR)] {
      verify(throws: SystemError(code)) { _ = try DirectoryReader(folder(name)) }
      verify(DirectoryReader.entries(of: folder(name)), equals: [])
    }
  }

  @Test func entriesAreReachedThroughTheirDirectory() throws {
    folder.write("text", to: "moved/file")
    var reader = try DirectoryReader(folder("moved"))
    rename(folder("moved"), folder("elsewhere"))
    let entry = try demand(reader.next())
    let size = try FileStatus(entry.name, in: reader.directory).size
    verify(size, equals: 4)
    let file = try FileDescriptor(entry.name, in: reader.directory, for: .reading)
    let text = try file.readAll()
    verify(text, equals: Array("text".utf8))
    let end = try reader.next()
    verify(end == nil)
  }

  @Test func aTemporaryDirectoryGoesWithItsFilesAndIsRemovedAfterAKilledProcess() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory(prefix: "aucat-test")
    let path = try demand(directory?.path)
    try verify(FileStatus(path).permissions, equals: 0o700)
    try FileDescriptor(path + "/file", for: .writing, options: .create).writeAll([1])
    directory = nil
    verify(!Path.exists(path))
    let other = try TemporaryDirectory(prefix: "aucat-other", in: folder.path)
    let child = try ChildProcess(
      "/bin/sh",
      arguments: [
        "-c", "mkdir -m 700 '\(folder("aucat-x"))'-$$-a; touch '\(folder("aucat-x"))'-$$-a/file; kill -KILL $$",
      ],
      descriptors: [nil, nil], environment: ["PATH": "/usr/bin:/bin"])
    _ = child.end(within: 10_000)
    let left = folder("aucat-x-\(child.process)-a")
    verify(Path.exists(left))
    TemporaryDirectory.removeAbandoned(prefix: "aucat-x", in: folder.path)
    verify(Path.exists(left), "it may be another container's, so it is left alone for a minute")
    TemporaryDirectory.removeAbandoned(prefix: "aucat-x", in: folder.path, of: child.process)
    verify(!Path.exists(left))
    verify(Path.exists(other.path))
    verify(!ProcessNumber.isFree(1), "another user's process")
    verify(ProcessNumber.isFree(1 << 22 + 1), "larger than Linux gives out")
  }
}
