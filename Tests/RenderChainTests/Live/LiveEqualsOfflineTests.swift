import Glibc
import RenderChain
import TestSupport
import Testing

/// A device that freewheels gives what a render gives, bit for bit, with components in this process or in their own.
struct LiveEqualsOfflineTests {
  private let bundle = TestBundle()

  /// What a render of a file gives.
  private func offline(
    _ input: Samples, _ chain: RenderChain, block: Int, tempo: Double? = nil
  ) throws -> Samples {
    try bundle.render(input, chain.stages) { job in
      job.blockLength = block
      (job.options.compensatesLatency, job.options.tempo) = (false, tempo)
    }.sound
  }

  private func device(
    _ chain: RenderChain, inputs: Int = 2, block: Int, isolation: PluginIsolation = .none, tempo: Float = 120
  ) throws -> LivePlayer {
    let player = try bundle.live(chain, inputs: inputs, block: block) {
      $0.isolate(isolation)
      $0.beatsPerMinute = tempo
    }
    player.position = LivePosition(speed: 1, isFreewheeling: true)
    return player
  }

  @Test("with latency, workers, a side chain, a bypass, a preset, states and a tempo")
  func testPlugins() throws { try check(64) }

  @Test("the same in long blocks, and with components in processes of their own", .part(.laws))
  func isolatedPlugins() throws { try check(500, isolations: [.none, .each]) }

  private func check(_ block: Int, isolations: [PluginIsolation] = [.none]) throws {
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("gain-stereo", preset: "half"), bundle.stage("worker"),
      bundle.stage("side-chain", sideChain: .input), bundle.stage("echo", ["frames": 1_000]), bundle.stage("tempo"),
      bundle.stage("late-latency"), bundle.stage("state"), bundle.stage("delay", ["frames": 300], isBypassed: true),
      bundle.stage("enabled"), bundle.stage("load-default"),
    ])
    let input = Samples.noise(10_001)
    let expected = try offline(input, chain, block: block, tempo: 97.5)
    verify(expected.joined().contains { $0 != 0 })
    for isolation in isolations {
      let player = try device(chain, block: block, isolation: isolation, tempo: 97.5)
      verify(player.play(input, cycle: block) == expected, "\(isolation)")
    }
  }

  @Test("with snapshots at given frames, in one process and in another")
  func snapshots() throws {
    let block = 64
    let chain = try RenderChain([
      bundle.stage("gain-stereo", ["gain": 0.5]), bundle.stage("delay", ["frames": 77]), bundle.stage("echo"),
      bundle.stage("enabled"), bundle.stage("gain-mono"),
    ]).completed(HostSettings(sampleRate: 48_000, blockLength: block))
    var verse = chain
    verse.stages[0].parameters["gain"] = 1.25
    verse.stages[4].parameters["gain"] = 0.1
    for place in [1, 3] { verse.stages[place].isBypassed = true }
    let there = try demand(chain.settings(toBecome: verse)), back = try demand(verse.settings(toBecome: chain))
    verify(there.count == 4 && back.count == 4)
    let changes = [(10, there), (11, back), (40, there)].map { RenderChange(frame: $0 * block, settings: $1) }
    let input = Samples.noise(80 * block)
    let player = try device(chain, block: block)
    var live = Samples(repeating: [], count: 2)
    for number in 0..<80 {
      for change in changes where change.frame == number * block { try player.set(change.settings) }
      let sound = player.play(input.frames(number * block..<(number + 1) * block), cycle: block)
      for channel in live.indices { live[channel] += sound[channel] }
    }
    for (isIsolated, jobs) in [(false, 1), (false, 3), (true, 3)] {
      let offline = try bundle.render(input, chain.stages, isIsolated: isIsolated) { job in
        job.blockLength = block
        (job.options.compensatesLatency, job.options.changes, job.options.jobs) = (false, changes, jobs)
      }.sound
      verify(live == offline, "\(isIsolated), \(jobs)")
    }
  }

  @Test("whatever part of the cycle is rendered at once, in fixed blocks, and from one channel to two and back")
  func cycles() throws {
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("echo"), bundle.stage("gain-mono", ["gain": 0.3]),
    ])
    let input = Samples.noise(16_000)
    let expected = try offline(input, chain, block: 256)
    for cycle in [100, 250, 256, 257, 1_000, 16_000] {
      try verify(device(chain, block: 256).play(input, cycle: cycle) == expected, "\(cycle)")
    }
    let start = try device(chain, block: 256).play(input.frames(0..<1_000), cycle: 1)
    verify(start, equals: expected.frames(0..<1_000))
    let fixed = RenderChain(["echo", "fixed-block", "power-of-two"].map { bundle.stage($0) })
    let blocks = input.frames(0..<64 * 160)
    for cycle in [64, 1_024] {
      try verify(device(fixed, block: 64).play(blocks, cycle: cycle) == offline(blocks, fixed, block: 64), "\(cycle)")
    }
    let widths = RenderChain(["gain-mono", "mono-to-stereo", "echo", "stereo-to-mono"].map { bundle.stage($0) })
    try verify(
      device(widths, inputs: 1, block: 500).play([input[0]], cycle: 500) == offline([input[0]], widths, block: 500))
  }

  @Test("with MIDI from one component to another, while parameters and a bypass are ramped, and blocks are split")
  func splitBlocks() throws {
    let stages = [
      bundle.stage("midi-gate"), bundle.stage("gain-mono"), bundle.stage("side-chain", sideChain: .input),
      bundle.stage("midi-gate"), bundle.stage("delay", ["frames": 77]), bundle.stage("gain-stereo"),
    ]
    for (block, isolations) in [(32, [PluginIsolation.none, .each]), (250, [.none])] {
      let input = Samples.noise(80 * block)
      let player = try bundle.player(
        stages[0], stages[1], stages[2], stages[3], stages[4], stages[5], channels: 2, block: block)
      let devices = try isolations.map { try device(RenderChain(stages), block: block, isolation: $0) }
      let messages = (0..<80).map { number -> MIDIMessage in
        number % 4 == 0 ? .noteOn(60, at: number * block + 17) : .noteOff(60, at: number * block + 17)
      }
      for number in 0..<80 {
        if number % 20 == 10 {
          for stage in [1, 5] {
            let gain: Float = number == 50 ? 0.75 : 0.25
            try player.control.set("gain", of: stage, to: gain)
            for device in devices { try device.chain.control(stage).set("gain", of: 0, to: gain) }
          }
          try player.control.setBypassed(number == 30, of: 4)
          for device in devices { try device.chain.control(4).setBypassed(number == 30, of: 0) }
        }
        let sound = input.frames(number * block..<(number + 1) * block)
        let message = MIDIMessage(frame: 17, bytes: messages[number].bytes)
        let expected = player.play(sound, [message])
        for (place, device) in devices.enumerated() {
          verify(device.play(sound, cycle: block, [message]) == expected, "block \(number) of \(block), \(place)")
        }
      }
      verify(devices.allSatisfy { $0.sent == messages }, "what the last component echoes")
      verify(devices.allSatisfy { $0.chain.latency == 77 })
    }
  }

  @Test("with the state of a chain that has played")
  func states() throws {
    let chain = RenderChain([bundle.stage("state", ["seed": 5]), bundle.stage("gain-mono", ["gain": 0.5])])
    let saved = try [PluginIsolation.none, .each].map { isolation in
      let player = try device(chain, inputs: 1, block: 100, isolation: isolation)
      _ = player.play(0.5, 1_000)
      try player.chain.control(1).set("gain", of: 0, to: 0.25)
      return try player.chain.saved()
    }
    verify(saved[0].stages[0].state.count == 5 && saved[0].stages[1].parameters == ["gain": 0.25])
    verify(saved[1], equals: saved[0])
    let input = [Samples.noise(3_000)[0]]
    for isolation in [PluginIsolation.none, .each] {
      let player = try device(saved[0], inputs: 1, block: 64, isolation: isolation)
      try verify(player.play(input, cycle: 64) == offline(input, saved[0], block: 64), "\(isolation)")
    }
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
    "through plugins that people use", .part(.oracle),
    .enabled(
      if: installed.joined().allSatisfy { access("/usr/lib/lv2/\($0.bundle).lv2/manifest.ttl", R_OK) == 0 },
      "calf, lsp, guitarix, invada, mda, swh or x42 plugins are not installed"), arguments: 0..<3, [32, 64, 256, 500])
  func installedPlugins(number: Int, block: Int) throws {
    let chain = RenderChain(
      Self.installed[number].map { RenderChain.Stage(component: $0.uri, bundle: "/usr/lib/lv2/\($0.bundle).lv2") })
    let input = Samples.noise(12_000)
    let expected = try offline(input, chain, block: block)
    try verify(offline(input, chain, block: block) == expected, "the plugins themselves give the same twice")
    try verify(device(chain, block: block).play(input, cycle: block) == expected)
  }
}
