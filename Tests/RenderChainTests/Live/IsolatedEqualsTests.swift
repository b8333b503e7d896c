import RenderChain
import TestSupport
import Testing

extension LiveSettings {
  /// Has components in processes of their own, by the aucat-render that was built with the tests.
  mutating func isolate(_ isolation: PluginIsolation = .each) {
    self.isolation = isolation
    renderer = Child.products + "/aucat-render"
  }
}

/// Components in processes of their own give what they give in this one, bit for bit.
@Suite(.part(.laws)) struct IsolatedEqualsTests {
  private let bundle = TestBundle()

  private func noise(_ frames: Int) -> Samples {
    var state: UInt32 = 1
    return (0..<2).map { _ in
      (0..<frames).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state)) / Float(Int32.max) / 4
      }
    }
  }

  /// A chain in this process, and the same with processes for its components.
  private func players(_ chain: RenderChain, block: Int) throws -> [LivePlayer] {
    try [PluginIsolation.none, .each].map { isolation in
      let player = try bundle.live(chain, inputs: 2, block: block) { $0.isolate(isolation) }
      player.position = LivePosition(speed: 1, isFreewheeling: true)
      return player
    }
  }

  @Test("with latency, workers, a side chain, a bypass, a preset, states and a tempo", arguments: [64, 500])
  func testPlugins(block: Int) throws {
    var key = bundle.stage("side-chain")
    key.sideChain = .input
    var bypassed = bundle.stage("delay", ["frames": 300])
    bypassed.isBypassed = true
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("gain-stereo", preset: "half"), bundle.stage("worker"), key,
      bundle.stage("echo", ["frames": 1_000]), bundle.stage("gain-mono", ["gain": 0.7]), bundle.stage("tempo"),
      bundle.stage("late-latency"), bundle.stage("state"), bypassed, bundle.stage("enabled"),
      bundle.stage("load-default"),
    ])
    let input = noise(20_001)
    let sounds = try players(chain, block: block).map { $0.play(input, cycle: block) }
    verify(sounds[0].joined().contains { $0 != 0 })
    let isEqual = sounds[1] == sounds[0]
    verify(isEqual)
  }

  @Test("with MIDI, ramps, bypasses and split blocks", arguments: [32, 250])
  func changes(block: Int) throws {
    let chain = RenderChain([
      bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate"),
      bundle.stage("delay", ["frames": 77]), bundle.stage("gain-stereo"),
    ])
    let both = try players(chain, block: block)
    let input = noise(80 * block)
    for number in 0..<80 {
      let sound = input.map { Array($0[number * block..<(number + 1) * block]) }
      let status: UInt8 = number % 4 == 0 ? 0x90 : 0x80
      let sounds = try both.map { player in
        if number % 20 == 10 {
          for stage in [1, 4] { try player.chain.control(stage).set("gain", of: 0, to: number == 50 ? 0.75 : 0.25) }
          try player.chain.control(3).setBypassed(number == 30, of: 0)
        }
        return player.play(sound, cycle: block, [.init(frame: 17, bytes: [status, 60, 99])])
      }
      let isEqual = sounds[1] == sounds[0]
      verify(isEqual, "block \(number)")
    }
    verify(both[1].sent == both[0].sent && !both[0].sent.isEmpty)
    verify(both[1].chain.latency == 77 && both[0].chain.latency == 77)
  }

  @Test("with the state that they save")
  func states() throws {
    let chain = RenderChain([bundle.stage("state", ["seed": 5]), bundle.stage("gain-stereo", ["gain": 0.5])])
    let saved = try players(chain, block: 100).map { player in
      _ = player.play(.constant(0.5, 1_000, channels: 2), cycle: 100)
      try player.chain.control(1).set("gain", of: 0, to: 0.25)
      return try player.chain.saved()
    }
    verify(saved[0].stages[0].state.count == 5 && saved[1] == saved[0])
    let input = noise(3_000)
    let sounds = try players(saved[1], block: 64).map { $0.play(input, cycle: 64) }
    verify(sounds[0], equals: sounds[1])
  }
}
