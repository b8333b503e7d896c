import Testing

@testable import LiveSound

/// Lost blocks, counted over all devices of a session.
@Suite struct XrunCountTests {
  @Test("they are told at once, then at intervals, and go on where another device begins")
  func notices() {
    var count = XrunCount()
    let start = ContinuousClock.now
    func notice(after milliseconds: Int) -> LiveNotice? {
      count.notice(every: .seconds(1), at: start + .milliseconds(milliseconds))
    }
    #expect(notice(after: 0) == nil)
    count.note(2)
    #expect(notice(after: 10) == .xruns(count: 2, total: 2))
    count.note(3)
    #expect(notice(after: 500) == nil)
    count.begin()
    count.note(1)
    #expect(count.total == 4)
    #expect(notice(after: 1_011) == .xruns(count: 2, total: 4))
    #expect(notice(after: 9_000) == nil)
  }
}
