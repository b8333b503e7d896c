import Glibc
import RenderChain
import TestSupport
import Testing

/// A device that freewheels gives what a render gives, bit for bit.
@Suite(.part(.laws)) struct LiveEqualsOfflineTests {
  private let bundle = TestBundle()

  /// What a render of a file gives.
  private func offline(_ input: Samples, _ chain: RenderChain, block: Int, tempo: Double? = nil) throws -> Samples {
    var options = RenderOptions()
    options.tail = .seconds(0)
    options.compensatesLatency = false
    options.tempo = tempo
    return try RenderJob(chain, sampleRate: 48_000, blockLength: block, channels: input.count, options: options)
      .rendered(input).sound
  }

  private func live(
    _ input: Samples, _ chain: RenderChain, outputs: Int, block: Int, cycle: Int? = nil, tempo: Float = 120
  ) throws -> Samples {
    let player = try bundle.live(chain, inputs: input.count, outputs: outputs, block: block) {
      $0.beatsPerMinute = tempo
    }
    player.position = LivePosition(speed: 1, isFreewheeling: true)
    return player.play(input, cycle: cycle ?? block)
  }

  /// Noise that is the same each time.
  private func noise(_ frames: Int) -> Samples {
    var state: UInt32 = 1
    return (0..<2).map { _ in
      (0..<frames).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return Float(Int32(bitPattern: state)) / Float(Int32.max) / 4
      }
    }
  }

  @Test("with latency, workers, a side chain, a bypass, a preset, states and a tempo", arguments: [32, 64, 256, 500])
  func testPlugins(block: Int) throws {
    var key = bundle.stage("side-chain")
    key.sideChain = .input
    var bypassed = bundle.stage("delay", ["frames": 300])
    bypassed.isBypassed = true
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("gain-stereo", preset: "half"), bundle.stage("worker"), key,
      bundle.stage("echo", ["frames": 1_000]), bundle.stage("tempo"), bundle.stage("late-latency"),
      bundle.stage("state"), bypassed, bundle.stage("enabled"), bundle.stage("load-default"),
    ])
    let input = noise(20_001)
    let expected = try offline(input, chain, block: block, tempo: 97.5)
    verify(expected.joined().contains { $0 != 0 })
    try verify(live(input, chain, outputs: 2, block: block, tempo: 97.5), equals: expected)
  }

  @Test("with snapshots at given frames, in one process and in another", arguments: [64, 256])
  func snapshots(block: Int) throws {
    let settings = HostSettings(sampleRate: 48_000, blockLength: block)
    let chain = try RenderChain([
      bundle.stage("gain-stereo", ["gain": 0.5]), bundle.stage("delay", ["frames": 77]), bundle.stage("echo"),
      bundle.stage("enabled"), bundle.stage("gain-mono"),
    ]).completed(settings)
    var verse = chain
    verse.stages[0].parameters["gain"] = 1.25
    verse.stages[4].parameters["gain"] = 0.1
    for place in [1, 3] { verse.stages[place].isBypassed = true }
    let there = try demand(chain.settings(toBecome: verse)), back = try demand(verse.settings(toBecome: chain))
    verify(there.count == 4 && back.count == 4)
    let changes = [
      RenderChange(frame: 10 * block, settings: there), RenderChange(frame: 11 * block, settings: back),
      RenderChange(frame: 40 * block, settings: there),
    ]
    let input = noise(80 * block)
    for isIsolated in [false, true] {
      for jobs in [1, 3] {
        let offline = try bundle.render(input, chain.stages, isIsolated: isIsolated) { job in
          job.blockLength = block
          job.options.compensatesLatency = false
          job.options.changes = changes
          job.options.jobs = jobs
        }.sound
        let player = try bundle.live(chain, inputs: 2, outputs: 2, block: block)
        player.position = LivePosition(speed: 1, isFreewheeling: true)
        var live = Samples(repeating: [], count: 2)
        for number in 0..<80 {
          for change in changes where change.frame == number * block {
            for setting in change.settings {
              let unit = player.chain.status.stages[setting.place].number
              for (symbol, value) in setting.parameters { try player.chain.set(symbol, of: unit, to: value) }
              if let isBypassed = setting.isBypassed { try player.chain.setBypassed(isBypassed, of: unit) }
            }
          }
          let sound = player.play(input.map { Array($0[number * block..<(number + 1) * block]) }, cycle: block)
          for channel in live.indices { live[channel] += sound[channel] }
        }
        verify(live, equals: offline, "\(isIsolated), \(jobs)")
      }
    }
  }

  @Test("whatever part of the cycle is rendered at once", arguments: [1, 100, 250, 256, 257, 1_000, 8_192, 30_000])
  func cycles(cycle: Int) throws {
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("echo"), bundle.stage("gain-mono", ["gain": 0.3]),
    ])
    let input = noise(cycle == 1 ? 2_000 : 30_000)
    try verify(
      live(input, chain, outputs: 2, block: 256, cycle: cycle), equals: offline(input, chain, block: 256))
  }

  @Test("from one channel to two and back", arguments: [64, 500])
  func channels(block: Int) throws {
    let chain = RenderChain([
      bundle.stage("gain-mono"), bundle.stage("mono-to-stereo"), bundle.stage("echo"), bundle.stage("stereo-to-mono"),
    ])
    let input = [noise(10_000)[0]]
    try verify(live(input, chain, outputs: 1, block: block), equals: offline(input, chain, block: block))
  }

  @Test("with fixed blocks", arguments: [64, 256])
  func fixedBlocks(block: Int) throws {
    let chain = RenderChain([bundle.stage("echo"), bundle.stage("fixed-block"), bundle.stage("power-of-two")])
    let input = noise(256 * 40)
    let expected = try offline(input, chain, block: block)
    try verify(live(input, chain, outputs: 2, block: block), equals: expected)
    try verify(live(input, chain, outputs: 2, block: block, cycle: 1_024), equals: expected)
  }

  @Test("with MIDI from one component to another", arguments: [32, 64, 256, 500])
  func midi(block: Int) throws {
    let stages = [bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("midi-gate")]
    let input = noise(5_000)
    let notes: [(frame: Int, status: UInt8)] = [
      (0, 0x90), (31, 0x80), (32, 0x90), (777, 0x80), (1_500, 0x90), (4_999, 0x80),
    ]
    let player = try bundle.player(stages[0], stages[1], stages[2], channels: 2, block: block)
    let expected = player.play(
      input, notes.map { MIDIMessage(frame: $0.frame, bytes: [$0.status, 60, 99]) })
    let device = try bundle.live(RenderChain(stages), inputs: 2, block: block)
    device.position.isFreewheeling = true
    let events = notes.map { LivePlayer.SentMIDI(frame: $0.frame, bytes: [$0.status, 60, 99]) }
    verify(device.play(input, cycle: block, events), equals: expected)
    verify(device.sent, equals: events, "what the last component echoes")
  }

  @Test("while parameters and a bypass are ramped, and blocks are split", arguments: [32, 250, 256])
  func splitBlocks(block: Int) throws {
    var key = bundle.stage("side-chain")
    key.sideChain = .input
    let stages = [
      bundle.stage("gain-mono"), bundle.stage("midi-gate"), key, bundle.stage("delay", ["frames": 77]),
      bundle.stage("gain-stereo"),
    ]
    let input = noise(80 * block)
    let player = try bundle.player(stages[0], stages[1], stages[2], stages[3], stages[4], channels: 2, block: block)
    let device = try bundle.live(RenderChain(stages), inputs: 2, block: block)
    device.position.isFreewheeling = true
    for number in 0..<80 {
      if number % 20 == 10 {
        let gain: Float = number == 50 ? 0.75 : 0.25
        for stage in [0, 4] {
          try player.control.set("gain", of: stage, to: gain)
          try device.chain.control(stage).set("gain", of: 0, to: gain)
        }
        try player.control.setBypassed(number == 30, of: 3)
        try device.chain.control(3).setBypassed(number == 30, of: 0)
      }
      let sound = input.map { Array($0[number * block..<(number + 1) * block]) }
      let status: UInt8 = number % 4 == 0 ? 0x90 : 0x80
      let expected = player.play(sound, [MIDIMessage(frame: 17, bytes: [status, 60, 99])])
      let heard = device.play(sound, cycle: block, [.init(frame: 17, bytes: [status, 60, 99])])
      let isEqual = heard == expected
      verify(isEqual, "block \(number)")
    }
  }

  @Test("with the state of a chain that has played")
  func states() throws {
    let first = try bundle.live(bundle.stage("state", ["seed": 5]), bundle.stage("gain-mono", ["gain": 0.5]))
    _ = first.play(.constant(0.5, 1_000), cycle: 100)
    try first.chain.control(1).set("gain", of: 0, to: 0.25)
    let saved = try first.chain.saved()
    verify(saved.stages[0].state.count == 5 && saved.stages[1].parameters == ["gain": 0.25])
    let input = [noise(3_000)[0]]
    try verify(live(input, saved, outputs: 1, block: 64), equals: offline(input, saved, block: 64))
  }

  /// Plugins of several makers, with their bundles.
  private static let installed: [[(bundle: String, uri: String)]] = [
    [("sc4-swh", "http://plugin.org.uk/swh-plugins/sc4")],
    [
      ("dj_eq-swh", "http://plugin.org.uk/swh-plugins/dj_eq"), ("darc", "http://gareus.org/oss/lv2/darc#stereo"),
      ("invada", "http://invadarecords.com/plugins/lv2/tube/stereo"), ("mda", "http://drobilla.net/plugins/mda/Delay"),
    ],
    [
      ("fil4", "http://gareus.org/oss/lv2/fil4#stereo"), ("calf", "http://calf.sourceforge.net/plugins/Compressor"),
      ("invada", "http://invadarecords.com/plugins/lv2/filter/hpf/stereo"),
      ("lsp-plugins", "http://lsp-plug.in/plugins/lv2/comp_delay_stereo"),
      ("gx_zita_rev1", "http://guitarix.sourceforge.net/plugins/gx_zita_rev1_stereo#_zita_rev1_stereo"),
      ("dpl", "http://gareus.org/oss/lv2/dpl#stereo"),
      ("fast_lookahead_limiter-swh", "http://plugin.org.uk/swh-plugins/fastLookaheadLimiter"),
    ],
  ]

  @Test(
    "through plugins that people use",
    .enabled(
      if: installed.joined().allSatisfy { access("/usr/lib/lv2/\($0.bundle).lv2/manifest.ttl", R_OK) == 0 },
      "calf, lsp, guitarix, invada, mda, swh or x42 plugins are not installed"), arguments: 0..<3, [32, 64, 256, 500])
  func installedPlugins(number: Int, block: Int) throws {
    let chain = RenderChain(
      Self.installed[number].map { RenderChain.Stage(component: $0.uri, bundle: "/usr/lib/lv2/\($0.bundle).lv2") })
    let input = noise(12_000)
    let expected = try offline(input, chain, block: block)
    try verify(offline(input, chain, block: block), equals: expected, "the plugins themselves give the same twice")
    try verify(live(input, chain, outputs: 2, block: block), equals: expected)
  }
}
