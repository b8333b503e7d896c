internal import ChainHosting

/// Finds components that make blocks late, or hang.
struct RenderWatch {
  /// How often components had been late at the last report.
  private var told: [UnitNumber: UInt32] = [:]
  private var lastTold: [UnitNumber: ContinuousClock.Instant] = [:]
  private var last: (blocks: UInt64, place: Int, heartbeat: UInt64, since: ContinuousClock.Instant)?
  private var hasToldHang = false

  /// How long a component may take before it counts as hung.
  static let patience = Duration.seconds(1)
  /// The shortest time between two notices of one component.
  static let interval = Duration.seconds(1)

  /// The notices about a chain.
  mutating func look(at chain: LiveChain, now: ContinuousClock.Instant = .now) -> [LiveNotice] {
    late(chain.lateness, now) + hang(of: chain, now)
  }

  /// The components that have made blocks late since the last report.
  mutating func late(_ lateness: [LiveChain.Lateness], _ now: ContinuousClock.Instant) -> [LiveNotice] {
    var notices: [LiveNotice] = []
    for (place, one) in lateness.enumerated() where one.count > told[one.number] ?? 0 {
      guard lastTold[one.number].map({ now - $0 >= Self.interval }) ?? true else { continue }
      (told[one.number], lastTold[one.number]) = (one.count, now)
      notices.append(.late(stage: place, share: Double(one.share)))
    }
    return notices
  }

  private mutating func hang(of chain: LiveChain, _ now: ContinuousClock.Instant) -> [LiveNotice] {
    let blocks = chain.renderedBlocks
    guard let (place, heartbeat) = chain.called else {
      (last, hasToldHang) = (nil, false)
      return []
    }
    guard let last, last.blocks == blocks, last.place == place, last.heartbeat == heartbeat else {
      last = (blocks, place, heartbeat, now)
      hasToldHang = false
      return []
    }
    guard !hasToldHang, now - last.since >= Self.patience else { return [] }
    hasToldHang = true
    return [.hung(stage: place)]
  }
}
