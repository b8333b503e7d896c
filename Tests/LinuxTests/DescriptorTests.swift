import Glibc
import Linux
import TestSupport
import Testing

/// Opening, reading, writing and closing, and the errors of each.
@Suite(.endsIfItHangs) struct DescriptorTests {
  private let folder = TemporaryFolder()

  @Test func whatCannotBeOpenedHasItsErrorAndMakesNoFile() {
    folder.write("text", to: "file")
    mkdir(folder("folder"), 0o755)
    symlink("file", folder("link"))
    symlink("circle", folder("circle"))
    mkfifo(folder("fifo"), 0o644)
    let failures: [(String, FileDescriptor.Access, FileDescriptor.Options, Int32)] = [
      ("missing", .reading, [], ENOENT), ("file/below", .reading, [], ENOTDIR), ("folder", .writing, [], EISDIR),
      ("file", .writing, [.create, .exclusive], EEXIST), ("file", .reading, .directory, ENOTDIR),
      ("link", .reading, .noFollow, ELOOP), ("circle", .reading, [], ELOOP), ("fifo", .writing, .nonBlocking, ENXIO),
      ("file\0x", .reading, [], ENOENT), ("new\0x", .writing, .create, EINVAL),
    ]
    for (name, access, options, code) in failures {
      verify(throws: SystemError(code), "\(name)") {
        _ = try FileDescriptor(folder(name), for: access, options: options)
      }
    }
    verify(!Path.exists(folder("new")))
  }

  @Test func anErrorIsOfOneKindAndHasTheSystemsWords() {
    let kinds = [
      (ENOENT, "missing"), (ENOTDIR, "missing"), (EISDIR, "directory"), (EACCES, "permission"), (EPERM, "permission"),
      (EEXIST, "existing"), (EPIPE, "broken pipe"), (EAGAIN, "blocking"), (ENOSPC, "full"), (EDQUOT, "full"),
      (EFBIG, "too large"), (EIO, ""),
    ]
    for (code, kind) in kinds {
      let error = SystemError(code)
      let found = [
        "missing": error.isMissing, "directory": error.isDirectory, "permission": error.isPermission,
        "existing": error.isExisting, "broken pipe": error.isBrokenPipe, "blocking": error.wouldBlock,
        "full": error.isDiskFull, "too large": error.isTooLarge,
      ]
      verify(found.filter(\.value).keys.joined(), equals: kind)
    }
    verify("\(SystemError(ENOENT))", equals: "No such file or directory")
    verify(SystemError(ENOENT).phrase, equals: "no such file or directory")
  }

  @Test func aDescriptorIsClosedWithItsOwnerAndStaysOpenOnceReleased() throws {
    func open() throws -> Int32 {
      let file = try FileDescriptor(folder("file"), for: .writing, options: .create)
      verify(fcntl(file.number, F_GETFD) & FD_CLOEXEC != 0)
      return file.number
    }
    let closed = try open()
    verify(fcntl(closed, F_GETFD) == -1 && errno == EBADF)
    let released = try FileDescriptor(folder("file"), for: .writing).release()
    verify(fcntl(released, F_GETFD) >= 0)
    try FileDescriptor(owning: released).close()
    verify(fcntl(released, F_GETFD), equals: -1)
  }

  @Test func noDescriptorFailsEveryCall() {
    let none = FileDescriptor(owning: -1)
    var buffer: [UInt8] = [0]
    let expected = SystemError(EBADF)
    verify(throws: expected) { try none.read(into: &buffer) }
    verify(throws: expected) { try none.writeAll([1]) }
    verify(throws: expected) { try none.synchronize() }
    verify(throws: expected) { _ = try FileStatus(of: none) }
    let (position, canRewrite) = (none.position, none.canRewrite)
    verify(position == nil && !canRewrite)
  }

  @Test func whatWasWrittenIsReadWholeAndInPlaces() throws {
    for count in [0, 1, 65_535, 65_536, 100_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = folder("\(count)")
      try FileDescriptor(path, for: .writing, options: .create).writeAll(bytes)
      try verify(WholeFile.bytes(path, limit: count) == bytes, "\(count)")
      let all = try FileDescriptor(path, for: .reading).readAll()
      verify(all == bytes, "\(count)")
      try verify(FileStatus(path).size, equals: count)
      if count > 0 { try verify(WholeFile.bytes(path, limit: count - 1).count >= count, "too large, and it shows") }
    }
    let file = try FileDescriptor(folder("places"), for: .readingAndWriting, options: .create)
    try file.writeAll(Array("0123456789".utf8))
    try Array("ab".utf8).withUnsafeBytes { try file.writeAll($0, at: 4) }
    let (position, canRewrite) = (file.position, file.canRewrite)
    verify(position, equals: 10, "the position stays")
    verify(canRewrite)
    var text = [UInt8](repeating: 0, count: 8)
    let count = try text.withUnsafeMutableBytes { try file.read(into: $0, at: 3) }
    verify(String(decoding: text[..<count], as: UTF8.self), equals: "3ab6789")
  }

  @Test func aFullDiskAndABoundedFileTakeNoMore() throws {
    let full = try FileDescriptor("/dev/full", for: .writing)
    verify(throws: SystemError(ENOSPC)) { try full.writeAll([1, 2, 3]) }
    let file = try FileDescriptor(inMemory: "test", fixedSize: 4)
    try file.writeAll([1, 2, 3, 4])
    verify(throws: SystemError(EPERM)) { try file.writeAll([5]) }
    try verify(FileStatus(of: file).size, equals: 4)
  }

  @Test func aConnectionTellsNothingYetFromItsEnd() throws {
    var pair = try SocketPair()
    var buffer = [UInt8](repeating: 0, count: 16)
    verify(pair.near.receive(into: &buffer), equals: .nothing)
    var isReadable = pair.near.isReadable(within: 0)
    verify(!isReadable)
    try pair.far.sendAll([1, 2, 3])
    isReadable = pair.near.isReadable(within: 10_000)
    verify(isReadable)
    verify(pair.near.receive(into: &buffer), equals: .bytes(3))
    pair.closeFar()
    verify(pair.near.receive(into: &buffer), equals: .end)
    let error = verify(throws: SystemError.self) { try pair.near.sendAll([1]) }
    verify(error?.isBrokenPipe, equals: true, "an error, and no signal")
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
    try verify(pair.near.read(into: &buffer), equals: 1)
    interrupter.join()
  }
}
