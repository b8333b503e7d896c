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

  @Test func anExclusiveLockKeepsOutEverybody() throws {
    let held = try FileLock(path)
    #expect(throws: FileLock.Failure.timedOut) { try take(.exclusive) }
    #expect(throws: FileLock.Failure.timedOut) { try take(.shared) }
    _ = consume held
    try take(.exclusive)
  }

  @Test func sharedLocksKeepOutOnlyTheExclusiveOne() throws {
    let held = try FileLock(path, mode: .shared)
    try take(.shared)
    #expect(throws: FileLock.Failure.timedOut) { try take(.exclusive) }
    _ = consume held
  }

  @Test(arguments: [0, 30, 100]) func patienceIsKept(milliseconds: Int) throws {
    let held = try FileLock(path)
    let start = ContinuousClock.now
    #expect(throws: FileLock.Failure.timedOut) { try take(.shared, patience: .milliseconds(milliseconds)) }
    #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
    _ = consume held
  }

  @Test func aWaitIsCancelled() throws {
    let held = try FileLock(path)
    var questions = 0
    #expect(throws: FileLock.Failure.cancelled) {
      _ = try FileLock(
        path,
        isCancelled: {
          questions += 1
          return questions == 3
        })
    }
    _ = consume held
  }

  @Test func aFreeLockDoesNotCallBack() throws {
    _ = try FileLock(path, isCancelled: { true })
    #expect(try FileStatus(path).permissions == 0o600)
  }

  @Test func aLinkInItsPlaceMakesNoFileElsewhere() throws {
    symlink("elsewhere", path)
    #expect(throws: FileLock.Failure.file(SystemError(ELOOP))) { _ = try FileLock(path) }
    #expect(!Path.exists(folder("elsewhere")))
  }

  @Test func withoutItsFolderThereIsNoLock() {
    #expect(throws: FileLock.Failure.file(SystemError(2))) { _ = try FileLock(folder("missing/lock")) }
  }
}
