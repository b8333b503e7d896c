import Foundation
import Glibc
import Linux
import TestSupport
import Testing

/// What the process knows of itself, of others and of the time.
@Suite struct CurrentProcessTests {
  @Test func theClockIsTheSystems() {
    #expect(abs(Double(SystemClock.seconds) - Date().timeIntervalSince1970) < 5)
    let now = SystemClock.now
    #expect(
      abs(Double(now.seconds) - Date().timeIntervalSince1970) < 5 && (0..<1_000_000_000).contains(now.nanoseconds))
  }

  @Test func aSleepTakesItsTime() {
    let taken = ContinuousClock().measure { CurrentThread.sleep(milliseconds: 30) }
    #expect(taken >= .milliseconds(30))
  }

  @Test func aVariableHasAValueOrNone() {
    #expect(CurrentProcess.variable("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(CurrentProcess.variable("AUCAT_TEST_NOT_SET") == nil)
  }

  @Test func whatCPrintsIsWritten() throws {
    let folder = TemporaryFolder()
    let file = try #require(fopen(folder("printed"), "w"))
    defer { fclose(file) }
    fputs("text", file)
    #expect(Child.contents(folder("printed")) == [])
    CurrentProcess.flushStreams()
    #expect(Child.contents(folder("printed")) == Array("text".utf8))
  }

  @Test func aNumberIsFreeWhenItsProcessIsGone() throws {
    #expect(!ProcessNumber.isFree(CurrentProcess.identifier))
    // Another user's process.
    #expect(!ProcessNumber.isFree(1))
    // Larger than Linux gives out.
    #expect(ProcessNumber.isFree(1 << 22 + 1))
  }
}
