import ChainHosting
import TestSupport
import Testing

@testable import LiveSound

/// What a device and a session remember, and what errors say.
struct BookkeepingTests {
  private static let second: Int64 = 1_000_000_000

  @Test("a silent server is looked at only after a while, and ever more seldom")
  func pulse() {
    var pulse = JackPulse()
    var looks: [Int64] = []
    // Blocks come for two seconds, and then no longer.
    for tenth in 0..<2_000 {
      let time = Int64(tenth) * 100_000_000
      if pulse.isSuspect(cycles: UInt32(min(tenth, 20)), at: time) { looks.append(Int64(tenth)) }
    }
    verify(looks, equals: [30, 50, 90, 170, 330, 630, 930, 1_230, 1_530, 1_830])
    let ends = (0..<20).map { pulse.isSuspect(cycles: 30 + UInt32($0), at: Int64(300 + $0) * Self.second) }
    verify(ends, equals: [Bool](repeating: false, count: 20))
  }

  /// A server that ends takes connections away first.
  @Test("what was connected before a server ended is known, without what was taken away long before")
  func connections() {
    let (one, two) = (DeviceConnection("a", "b"), DeviceConnection("c", "d"))
    let end = 200 * Self.second
    let rows: [([(Int64, [DeviceConnection])], Int64, [DeviceConnection])] = [
      ([(end / 2, [one, two]), (end / 2 + 1, [one, two]), (end, [two]), (end + 5, [])], end + 9, [one, two]),
      ([(end / 2, [one, two]), (end, [one])], end + 100 * Self.second, [one]),
      ([(end / 2, [one]), (end, [one, two])], end + 9, [one, two]),
    ]
    for (changes, loss, before) in rows {
      var history = ConnectionHistory()
      var last: [DeviceConnection]?
      for (time, connections) in changes {
        verify(history.add(connections, at: time) == (connections != last))
        last = connections
      }
      verify(history.before(lossAt: loss), equals: before)
    }
  }

  @Test("lost blocks are told at once, then at intervals, and go on where another device begins")
  func xruns() {
    var count = XrunCount()
    let start = ContinuousClock.now
    func notice(after milliseconds: Int) -> LiveNotice? {
      count.notice(every: .seconds(1), at: start + .milliseconds(milliseconds))
    }
    verify(notice(after: 0) == nil)
    count.note(2)
    verify(notice(after: 10), equals: .xruns(count: 2, total: 2))
    count.note(3)
    verify(notice(after: 500) == nil)
    count.begin()
    count.note(1)
    verify(count.total, equals: 4)
    verify(notice(after: 1_011), equals: .xruns(count: 2, total: 4))
    verify(notice(after: 9_000) == nil)
  }

  @Test("a component that makes blocks late is told, once a second")
  func late() {
    var watch = RenderWatch()
    let now = ContinuousClock.now
    func late(_ count: UInt32, after milliseconds: Int) -> [LiveNotice] {
      let units: [LiveChain.Lateness] = [
        .init(number: UnitNumber(value: 3), count: 0, share: 0),
        .init(number: UnitNumber(value: 7), count: count, share: 2),
      ]
      return watch.late(units, now + .milliseconds(milliseconds))
    }
    verify(late(1, after: 0) + late(2, after: 500) + late(0, after: 0), equals: [.late(stage: 1, share: 2)])
  }

  @Test("an error of a device says what helps, unless that is the program's affair")
  func errors() {
    let causes: [DeviceError.Cause] = [
      .libraryMissing, .libraryUnsuited(function: "jack_connect"), .noServer, .versions, .clientName("a:b"),
      .refused(action: "register a port"), .pipeWireLibraryMissing, .connection(DeviceConnection("a", "b")), .notOpen,
    ]
    for cause in causes {
      let text = DeviceError(cause, detail: "their words").description
      verify(text.contains(" (their words); "), "\(text)")
      verify(DeviceError(cause).description, equals: text.replacing(" (their words)", with: ""))
    }
    for cause in [DeviceError.Cause.noPort("system:x"), .wrongDirection("system:x", sends: true)] {
      let text = DeviceError(cause, detail: "their words").description
      verify(text.hasSuffix(" (their words)") && !text.contains("--"), "\(text)")
    }
    verify(DeviceError(.wish("65 inputs are too many")).description, equals: "65 inputs are too many")
  }
}
