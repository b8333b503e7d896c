import ComponentModel
import Glibc
import RenderChain
import TestSupport
import Testing

/// Parameters that change while a chain renders.
struct RampTests {
  private let bundle = TestBundle()

  @Test(arguments: [(8_000, 160), (48_000, 960), (192_000, 3_840)] as [(Double, Int)])
  func aGainMovesInSmallSteps(rate: Double, length: Int) throws {
    let player = try bundle.player(bundle.stage("gain-mono"), rate: rate)
    verify(player.play(1, blocks: 1), equals: .constant(1, 512))
    try player.control.set("gain", of: 0, to: 0)
    let sound = player.play(1, blocks: 10)
    verify(sound.largestStep <= 16.5 / Float(length), "\(sound.largestStep)")
    verify(sound[0][0] > 0.8 && sound[0][length] == 0 && sound[0].last == 0)
    verify(zip(sound[0], sound[0].dropFirst()).allSatisfy { $0 >= $1 }, "it goes one way")
  }

  @Test func aChangeOnTheWayGoesOnFromThere() throws {
    let player = try bundle.player(bundle.stage("gain-mono"))
    var sound = player.play(1, blocks: 1)
    for step in 0..<30 {
      try player.control.set("gain", of: 0, to: step % 2 == 0 ? 0 : 1)
      sound[0] += player.play(1, blocks: 1, of: 100)[0]
    }
    verify(sound.largestStep <= 0.018)
    try player.control.set("gain", of: 0, to: 1)
    verify(player.play(1, blocks: 2)[0].last, equals: 1)
  }

  @Test func oneThatStaysIsExact() throws {
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 0.3]), bundle.stage("gain-mono", ["gain": 0.7]))
    let before = player.play(.steps(100))
    try player.control.set("gain", of: 0, to: 1.7)
    _ = player.play(0, blocks: 2)
    try player.control.set("gain", of: 0, to: 0.3)
    _ = player.play(0, blocks: 2)
    verify(player.play(.steps(100)), equals: before, "and nothing of the way is left")
  }

  @Test(arguments: [("toggled", 0, 1), ("integer", -10, 10), ("enumeration", 0, 10)] as [(String, Float, Float)])
  func whatHasNoValuesBetweenJumps(symbol: String, low: Float, high: Float) throws {
    let player = try bundle.player(bundle.stage("toggles", [symbol: low]))
    _ = player.play(0, blocks: 1)
    try player.control.set(symbol, of: 0, to: high)
    _ = player.play(0, blocks: 1, of: 1)
    try verify(player.value("saw_\(symbol)"), equals: high)
  }

  @Test func whatIsSetBeforeTheFirstBlockIsThereInIt() throws {
    let chain = try bundle.load(bundle.stage("gain-mono"), channels: 1)
    let control = chain.control
    try control.set("gain", of: 0, to: 0.25)
    let player = Player(try chain.activate())
    verify(player.play(1, blocks: 2)[0].last, equals: 0.25)
  }

  @Test func anotherThreadMayTurnEverythingAtOnce() throws {
    let player = try bundle.player(
      bundle.stage("gain-mono"), bundle.stage("enabled"), bundle.stage("delay"), bundle.stage("patch"),
      bundle.stage("tempo"), channels: 2, block: 64, mode: .live)
    let hand = Hand(player.control)
    hand.start()
    var largest: Float = 0
    for _ in 0..<5_000 {
      let sound = player.play(.constant(0.5, 64, channels: 2))
      largest = max(largest, sound.joined().map(abs).max() ?? 0)
    }
    let changes = hand.stop()
    verify(changes > 100 && largest <= 2 && largest.isFinite)
    try player.control.set("gain", of: 0, to: 0.25)
    for stage in 0..<3 { try player.control.setBypassed(false, of: stage) }
    try player.control.send(Hand.level, to: 3)
    let last = player.play(0.5, blocks: 100, of: 64)
    verify(last[0].last, equals: -0.125, "the last values are those that were set last")
  }
}

/// Turns every knob of a chain, on a thread of its own, until it is stopped.
private final class Hand: @unchecked Sendable {
  private let control: ChainControl
  private var changes = 0
  private var thread: Background?

  static let level = StateProperty(
    key: "urn:aucat:test:patch#level", type: "http://lv2plug.in/ns/ext/atom#Float",
    bytes: withUnsafeBytes(of: Float(1)) { Array($0) }, flags: 0)

  init(_ control: ChainControl) { self.control = control }

  func start() { thread = Background { self.turn() } }

  func stop() -> Int {
    thread?.stop()
    thread = nil
    return changes
  }

  private func turn() {
    changes += 1
    try? control.set("gain", of: 0, to: Float(changes % 9) / 8)
    for stage in 0..<3 { try? control.setBypassed((changes >> stage) & 1 == 0, of: stage) }
    try? control.send(Self.level, to: 3)
    control.setTempo(Float(60 + changes % 60))
    control.setPlaying(changes % 2 == 0)
    _ = control.latency
    _ = try? control.value("bpm", of: 4)
    if changes % 8 == 0 { usleep(50) }
  }
}
