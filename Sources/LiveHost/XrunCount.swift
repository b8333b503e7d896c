/// Counts lost blocks over all devices of a session, and tells of them now and then.
struct XrunCount {
  private(set) var total = 0
  /// Of the device that is open.
  private var ofDevice = 0
  private var told = 0
  private var lastTold: ContinuousClock.Instant?

  /// Another device has been opened, which counts from 0.
  mutating func begin() { ofDevice = 0 }

  /// Notes how many the device has had since it was opened.
  mutating func note(_ count: Int) {
    total += max(0, count - ofDevice)
    ofDevice = count
  }

  /// The notice of those that have not been told; nil if there are none, or the last one was too short ago.
  mutating func notice(every interval: Duration, at now: ContinuousClock.Instant = .now) -> LiveNotice? {
    guard total > told, lastTold.map({ now - $0 >= interval }) ?? true else { return nil }
    defer { (told, lastTold) = (total, now) }
    return .xruns(count: total - told, total: total)
  }
}
