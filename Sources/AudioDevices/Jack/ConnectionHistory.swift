/// The connections of a client, and those that it had before its server began to end them.
struct ConnectionHistory {
  private var current: [DeviceConnection] = []
  /// Those that were there before the changes that came close together.
  private var settled: [DeviceConnection] = []
  private var changed: Int64 = 0

  /// How close changes are together, in nanoseconds.
  static let closeness: Int64 = 1_000_000_000

  /// Notes the connections at a time.
  ///
  /// - Returns: whether there are others than before.
  mutating func add(_ connections: [DeviceConnection], at time: Int64) -> Bool {
    guard connections != current else { return false }
    if time - changed > Self.closeness { settled = current }
    (current, changed) = (connections, time)
    return true
  }

  /// The connections before the server was lost at a time: one that ends by itself takes them away first, one by one.
  func before(lossAt time: Int64) -> [DeviceConnection] {
    time - changed <= Self.closeness && Set(current).isSubset(of: settled) ? settled : current
  }
}
