import ComponentModel
import Glibc
import RenderChain
import Synchronization
import TestSupport
import Testing

/// Parameters that change while a chain renders.
struct RampTests {
  private let bundle = TestBundle()

  @Test func aGainMovesInSmallStepsAndIsExactOnceItStays() throws {
    for (rate, length) in [(8_000, 160), (48_000, 960), (192_000, 3_840)] as [(Double, Int)] {
      let player = try bundle.player(bundle.stage("gain-mono"), rate: rate)
      verify(player.play(1, blocks: 1), equals: .constant(1, 512))
      try player.control.set("gain", of: 0, to: 0)
      let sound = player.play(1, blocks: 10)
      verify(sound.largestStep <= 16.5 / Float(length), "\(sound.largestStep)")
      verify(sound[0][0] > 0.8 && sound[0][length] == 0 && sound[0].last == 0)
      verify(zip(sound[0], sound[0].dropFirst()).allSatisfy { $0 >= $1 }, "it goes one way")
    }
    let player = try bundle.player(bundle.stage("gain-mono", ["gain": 0.3]), bundle.stage("gain-mono", ["gain": 0.7]))
    let before = player.play(.steps(100))
    var sound = player.play(1, blocks: 1)
    for step in 0..<30 {
      try player.control.set("gain", of: 0, to: step % 2 == 0 ? 0 : 1)
      sound[0] += player.play(1, blocks: 1, of: 100)[0]
    }
    verify(sound.largestStep <= 0.018, "a change on the way goes on from there")
    try player.control.set("gain", of: 0, to: 0.3)
    _ = player.play(0, blocks: 2)
    verify(player.play(.steps(100)), equals: before, "nothing of the way is left")
  }

  @Test func whatHasNoValuesBetweenJumpsAndWhatIsSetBeforeTheFirstBlockIsThereInIt() throws {
    for (symbol, low, high) in [("toggled", 0, 1), ("integer", -10, 10), ("enumeration", 0, 10)]
      as [(String, Float, Float)]
    {
      let player = try bundle.player(bundle.stage("toggles", [symbol: low]))
      _ = player.play(0, blocks: 1)
      try player.control.set(symbol, of: 0, to: high)
      _ = player.play(0, blocks: 1, of: 1)
      try verify(player.value("saw_\(symbol)"), equals: high)
    }
    let chain = try bundle.load(bundle.stage("gain-mono"))
    try chain.control.set("gain", of: 0, to: 0.25)
    verify(Player(try chain.activate()).play(1, blocks: 2)[0].last, equals: 0.25)
  }

  @Test func anotherThreadMayTurnEverythingAtOnce() throws {
    let player = try bundle.player(
      bundle.stage("gain-mono"), bundle.stage("enabled"), bundle.stage("delay"), bundle.stage("patch"),
      bundle.stage("tempo"), channels: 2, block: 64, mode: .live)
    let control = player.control
    let level = StateProperty(
      key: "urn:aucat:test:patch#level", type: Namespace.atom + "Float",
      bytes: withUnsafeBytes(of: Float(1)) { Array($0) }, flags: 0)
    let changes = Atomic(0)
    let hand = Background {
      let turn = changes.add(1, ordering: .relaxed).newValue
      try? control.set("gain", of: 0, to: Float(turn % 9) / 8)
      for stage in 0..<3 { try? control.setBypassed((turn >> stage) & 1 == 0, of: stage) }
      try? control.send(level, to: 3)
      control.setTempo(Float(60 + turn % 60))
      control.setPlaying(turn % 2 == 0)
      _ = control.latency
      _ = try? control.value("bpm", of: 4)
      if turn % 8 == 0 { usleep(50) }
    }
    var largest: Float = 0
    for _ in 0..<2_000 {
      let sound = player.play(.constant(0.5, 64, channels: 2))
      largest = max(largest, sound.joined().map(abs).max() ?? 0)
    }
    hand.stop()
    verify(changes.load(ordering: .relaxed) > 100 && largest <= 2 && largest.isFinite)
    try control.set("gain", of: 0, to: 0.25)
    for stage in 0..<3 { try control.setBypassed(false, of: stage) }
    try control.send(level, to: 3)
    let last = player.play(0.5, blocks: 100, of: 64)
    verify(last[0].last, equals: -0.125, "the last values are those that were set last")
  }
}
