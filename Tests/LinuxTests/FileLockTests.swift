import Glibc
import Linux
import TestSupport
import Testing

/// Who gets a lock, and how long others wait.
@Suite(.endsIfItHangs) struct FileLockTests {
  private let folder = TemporaryFolder()
  private var path: String { folder("lock") }

  private func take(_ mode: FileLock.Mode, patience: Duration = .zero) throws(FileLock.Failure) {
    _ = try FileLock(path, mode: mode, patience: patience)
  }

  @Test func anExclusiveLockKeepsOutEverybodyAndASharedOneTheExclusive() throws {
    let held = try FileLock(path)
    verify(throws: FileLock.Failure.timedOut) { try take(.exclusive) }
    verify(throws: FileLock.Failure.timedOut) { try take(.shared) }
    _ = consume held
    // A child that another test forks has the lock, too, until it is another program.
    try take(.exclusive, patience: .seconds(10))
    let shared = try FileLock(path, mode: .shared)
    try take(.shared)
    verify(throws: FileLock.Failure.timedOut) { try take(.exclusive) }
    _ = consume shared
  }

  @Test func patienceIsKeptAndAWaitIsCancelled() throws {
    let held = try FileLock(path)
    for milliseconds in [0, 30] {
      let start = ContinuousClock.now
      verify(throws: FileLock.Failure.timedOut) { try take(.shared, patience: .milliseconds(milliseconds)) }
      verify(ContinuousClock.now - start >= .milliseconds(milliseconds))
    }
    var questions = 0
    verify(throws: FileLock.Failure.cancelled) {
      _ = try FileLock(
        path,
        isCancelled: {
          questions += 1
          return questions == 3
        })
    }
    _ = consume held
    // A free lock asks nobody.
    _ = try FileLock(folder("free"), isCancelled: { true })
    try verify(FileStatus(folder("free")).permissions, equals: 0o600)
  }

  @Test func aLinkInItsPlaceMakesNoFileElsewhereAndWithoutItsFolderThereIsNoLock() {
    symlink("elsewhere", path)
    verify(throws: FileLock.Failure.file(SystemError(ELOOP))) { _ = try FileLock(path) }
    verify(!Path.exists(folder("elsewhere")))
    verify(throws: FileLock.Failure.file(SystemError(2))) { _ = try FileLock(folder("missing/lock")) }
  }
}
