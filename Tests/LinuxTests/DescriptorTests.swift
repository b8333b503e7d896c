import Glibc
import Linux
import TestSupport
import Testing

/// Opening, reading, writing and closing, and the errors of each.
@Suite(.endsIfItHangs) struct DescriptorTests {
  private let folder = TemporaryFolder()

  @Test(
    arguments: [
      ("missing", .reading, [], ENOENT), ("file/below", .reading, [], ENOTDIR), ("folder", .writing, [], EISDIR),
      ("file", .writing, [.create, .exclusive], EEXIST), ("file", .reading, .directory, ENOTDIR),
      ("link", .reading, .noFollow, ELOOP), ("circle", .reading, [], ELOOP), ("fifo", .writing, .nonBlocking, ENXIO),
      ("file\0x", .reading, [], ENOENT), ("new\0x", .writing, .create, EINVAL),
    ] as [(String, FileDescriptor.Access, FileDescriptor.Options, Int32)])
  func openingFails(
    name: String, access: FileDescriptor.Access, options: FileDescriptor.Options, expected: Int32
  ) {
    folder.write("text", to: "file")
    mkdir(folder("folder"), 0o755)
    symlink("file", folder("link"))
    symlink("circle", folder("circle"))
    mkfifo(folder("fifo"), 0o644)
    let error = #expect(throws: SystemError.self) {
      _ = try FileDescriptor(folder(name), for: access, options: options)
    }
    #expect(error?.code == expected, "\(name): \(error.map(\.description) ?? "")")
    #expect(!Path.exists(folder("new")))
  }

  @Test func anErrorHasTheSystemsWords() {
    #expect(SystemError(ENOENT).description == "No such file or directory")
    #expect(SystemError(ENOENT).phrase == "no such file or directory")
    #expect("\(SystemError(ENOSPC))" == "No space left on device")
  }

  @Test(arguments: [
    (ENOENT, "missing"), (ENOTDIR, "missing"), (EISDIR, "directory"), (EACCES, "permission"), (EPERM, "permission"),
    (EEXIST, "existing"), (EPIPE, "broken pipe"), (EAGAIN, "blocking"), (ENOSPC, "full"), (EDQUOT, "full"),
    (EFBIG, "too large"), (EIO, ""),
  ]) func anErrorIsOfOneKind(code: Int32, expected: String) {
    let error = SystemError(code)
    let kinds = [
      "missing": error.isMissing, "directory": error.isDirectory, "permission": error.isPermission,
      "existing": error.isExisting, "broken pipe": error.isBrokenPipe, "blocking": error.wouldBlock,
      "full": error.isDiskFull, "too large": error.isTooLarge,
    ]
    #expect(kinds.filter(\.value).keys.joined() == expected)
  }

  @Test func aDescriptorIsClosedWithItsOwner() throws {
    let number = try open("closed")
    #expect(fcntl(number, F_GETFD) == -1)
    #expect(errno == EBADF)
  }

  /// - Returns: the number that the descriptor had.
  private func open(_ name: String) throws -> Int32 {
    let file = try FileDescriptor(folder(name), for: .writing, options: .create)
    #expect(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
    return file.number
  }

  @Test func aReleasedDescriptorStaysOpen() throws {
    let number = try FileDescriptor(folder("released"), for: .writing, options: .create).release()
    #expect(fcntl(number, F_GETFD) >= 0)
    try FileDescriptor(owning: number).close()
    #expect(fcntl(number, F_GETFD) == -1)
  }

  @Test func noDescriptorFailsEveryCall() {
    let none = FileDescriptor(owning: -1)
    var buffer: [UInt8] = [0]
    let expected = SystemError(EBADF)
    #expect(throws: expected) { try none.read(into: &buffer) }
    #expect(throws: expected) { try none.writeAll([1]) }
    #expect(throws: expected) { try none.synchronize() }
    #expect(throws: expected) { _ = try FileStatus(of: none) }
    let position = none.position
    #expect(position == nil)
    let canRewrite = none.canRewrite
    #expect(!canRewrite)
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 200_000]) func whatWasWrittenIsRead(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = folder("file")
    try FileDescriptor(path, for: .writing, options: .create).writeAll(bytes)
    #expect(try WholeFile.bytes(path, limit: count) == bytes)
    let all = try FileDescriptor(path, for: .reading).readAll()
    #expect(all == bytes)
    #expect(try FileStatus(path).size == count)
    if count > 0 { #expect(try WholeFile.bytes(path, limit: count - 1).count >= count, "too large, and it shows") }
  }

  @Test func placesAreReadAndWrittenAgain() throws {
    let file = try FileDescriptor(folder("places"), for: .readingAndWriting, options: .create)
    try file.writeAll(Array("0123456789".utf8))
    try Array("ab".utf8).withUnsafeBytes { try file.writeAll($0, at: 4) }
    let (position, canRewrite) = (file.position, file.canRewrite)
    #expect(position == 10, "the position stays")
    #expect(canRewrite)
    var text = [UInt8](repeating: 0, count: 8)
    let count = try text.withUnsafeMutableBytes { try file.read(into: $0, at: 3) }
    #expect(String(decoding: text[..<count], as: UTF8.self) == "3ab6789")
  }

  @Test func aFullDiskIsAnError() throws {
    let full = try FileDescriptor("/dev/full", for: .writing)
    let error = #expect(throws: SystemError.self) { try full.writeAll([1, 2, 3]) }
    #expect(error?.isDiskFull == true)
  }

  @Test func aBoundedFileTakesNoMore() throws {
    let file = try FileDescriptor(inMemory: "test", fixedSize: 4)
    try file.writeAll([1, 2, 3, 4])
    #expect(throws: SystemError(EPERM)) { try file.writeAll([5]) }
    #expect(try FileStatus(of: file).size == 4)
  }

  @Test func aConnectionTellsNothingYetFromItsEnd() throws {
    var pair = try SocketPair()
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(pair.near.receive(into: &buffer) == .nothing)
    var isReadable = pair.near.isReadable(within: 0)
    #expect(!isReadable)
    try pair.far.sendAll([1, 2, 3])
    isReadable = pair.near.isReadable(within: 10_000)
    #expect(isReadable)
    #expect(pair.near.receive(into: &buffer) == .bytes(3))
    pair.closeFar()
    #expect(pair.near.receive(into: &buffer) == .end)
    let error = #expect(throws: SystemError.self) { try pair.near.sendAll([1]) }
    #expect(error?.isBrokenPipe == true, "an error, and no signal")
  }

  @Test func aSignalInterruptsNoReading() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    // Without SA_RESTART, so that the kernel does not make the call again by itself.
    action.sa_flags = 0
    var old = sigaction()
    sigaction(SIGUSR1, &action, &old)
    defer { sigaction(SIGUSR1, &old, nil) }
    let pair = try SocketPair()
    let reader = pthread_self()
    let descriptor = pair.far.number
    let interrupter = try BackgroundThread {
      for _ in 0..<20 {
        usleep(2_000)
        pthread_kill(reader, SIGUSR1)
      }
      try? BorrowedDescriptor(descriptor).writeAll([1])
    }
    var buffer = [UInt8](repeating: 0, count: 16)
    #expect(try pair.near.read(into: &buffer) == 1)
    interrupter.join()
  }
}
