import Testing

@testable import LiveSound

/// What was connected before a server ended.
@Suite struct ConnectionHistoryTests {
  private static let second: Int64 = 1_000_000_000
  private let one = DeviceConnection("a", "b")
  private let two = DeviceConnection("c", "d")

  @Test func aServerThatEndsTakesThemAwayFirst() {
    var history = ConnectionHistory()
    let changes = [
      history.add([one, two], at: 100 * Self.second), history.add([one, two], at: 101 * Self.second),
      history.add([two], at: 200 * Self.second), history.add([], at: 200 * Self.second + 5),
    ]
    #expect(changes == [true, false, true, true])
    #expect(history.before(lossAt: 200 * Self.second + 9) == [one, two])
  }

  @Test func whatWasTakenAwayLongBeforeStaysAway() {
    var history = ConnectionHistory()
    _ = history.add([one, two], at: 100 * Self.second)
    _ = history.add([one], at: 200 * Self.second)
    #expect(history.before(lossAt: 300 * Self.second) == [one])
  }

  @Test func whatCameLastIsKept() {
    var history = ConnectionHistory()
    _ = history.add([one], at: 100 * Self.second)
    _ = history.add([one, two], at: 200 * Self.second)
    #expect(history.before(lossAt: 200 * Self.second + 9) == [one, two])
  }
}
