import ComponentModel
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// Control inputs that LV2 designates follow the host until they are set, and triggers last for one run.
struct HostControlTests {
  private let bundle = TestBundle()
  private let followers = [
    "bpm", "speed", "frame", "rate", "bar", "beat", "bar_beat", "beats_per_bar", "beat_unit", "free", "on",
  ]
  private var seen: [String] { followers.map { "saw_\($0)" } }

  @Test func offlineTheyFollowFromTheFirstRunOn() throws {
    let player = try bundle.player(bundle.stage("host-controls"), rate: 8_000, block: 4_000)
    _ = player.play(0, blocks: 1, of: 4_000)
    try verify(player.values(seen), equals: [120, 1, 0, 8_000, 0, 0, 0, 4, 4, 1, 1])
    player.control.setTempo(60)
    player.control.setMeter(beatsPerBar: 3, beatUnit: 8)
    _ = player.play(0, blocks: 1, of: 4_000)
    try verify(player.values(seen), equals: [60, 1, 4_000, 8_000, 0, 1, 1, 3, 8, 1, 1])
    _ = player.play(0, blocks: 5, of: 4_000)
    try verify(player.values(seen), equals: [60, 1, 24_000, 8_000, 1, 3.5, 0.5, 3, 8, 1, 1])
    player.control.setPlaying(false)
    player.control.setTempo(1_000)
    _ = player.play(0, blocks: 2, of: 4_000)
    try verify(player.values(["saw_bpm", "saw_speed", "saw_frame"]), equals: [300, 0, 28_000], "as far as it goes")
  }

  @Test("what is set goes before the host, until it is released; only that is saved")
  func setValues() throws {
    let first = try bundle.player(bundle.stage("host-controls", ["bpm": 77]), bundle.stage("host-controls"))
    first.control.setTempo(90)
    _ = first.play(0, blocks: 1)
    try verify(first.value("saw_bpm") == 77 && first.value("saw_bpm", of: 1) == 90)
    verify(first.control.readings(of: 1).first { $0.port.symbol == "bpm" }?.value, equals: 90)
    // The value at which it began, which nothing else would tell from the host's.
    try first.control.set("bpm", of: 1, to: 100)
    try first.control.release("bpm", of: 0)
    try first.control.release("own", of: 0)
    _ = first.play(0, blocks: 1)
    try verify(first.value("saw_bpm") == 90 && first.value("saw_bpm", of: 1) == 100)
    let saved = try first.stop().saved()
    let own: [String: Float] = ["fire": 0, "reset": 0, "own": 7]
    verify(saved.stages.map(\.parameters), equals: [own, own.merging(["bpm": 100]) { $1 }])
    let again = try bundle.player(saved.stages[0], saved.stages[1])
    again.control.setTempo(60)
    _ = again.play(0, blocks: 1)
    try verify(again.value("saw_bpm") == 60 && again.value("saw_bpm", of: 1) == 100)
  }

  @Test("what a preset keeps of another host says nothing, nor does a default of lv2:enabled")
  func presets() throws {
    let player = try bundle.player(
      bundle.stage("host-controls", preset: "of-another-host"), bundle.stage("host-controls", isBypassed: true))
    _ = player.play(0, blocks: 1)
    try verify(player.values(["saw_bpm", "saw_on", "own"]), equals: [120, 1, 3])
    try verify(player.value("saw_on", of: 1), equals: 0)
    try player.control.setBypassed(true, of: 0)
    try player.control.setBypassed(false, of: 1)
    _ = player.play(0, blocks: 1)
    try verify(player.value("saw_on") == 0 && player.value("saw_on", of: 1) == 1)
    verify(try player.stop().saved().stages.map(\.isBypassed), equals: [true, false])
  }

  @Test("live they follow the device, here and in a process of their own", arguments: [PluginIsolation.none, .each])
  func live(_ isolation: PluginIsolation) throws {
    let player = try bundle.live(bundle.stage("host-controls")) { $0.isolate(isolation) }
    player.position = LivePosition(frame: 96_000, speed: 1)
    (player.position.beatsPerMinute, player.position.hasBeats) = (90, true)
    (player.position.bar, player.position.barBeat) = (5, 1.5)
    (player.position.beatsPerBar, player.position.beatUnit) = (3, 8)
    _ = player.play(0, 64, cycle: 64)
    try verify(player.values(seen), equals: [90, 1, 96_000, 48_000, 5, 16.5, 1.5, 3, 8, 0, 1])
    player.position = LivePosition(frame: 0, speed: 0, isFreewheeling: true)
    _ = player.play(0, 64, cycle: 64)
    try verify(player.values(["saw_bpm", "saw_speed", "saw_frame", "saw_free"]), equals: [120, 0, 0, 1])
    let unit = player.numbers[0]
    try player.chain.set("free", of: unit, to: 0)
    _ = player.play(0, 64, cycle: 64)
    try verify(player.value("saw_free"), equals: 0)
    try player.chain.release("free", of: unit)
    _ = player.play(0, 64, cycle: 64)
    try verify(player.value("saw_free"), equals: 1)
  }

  @Test("a snapshot without a value lets the parameter follow the host again")
  func snapshots() throws {
    let settings = HostSettings(sampleRate: 48_000)
    let free = try RenderChain([bundle.stage("host-controls")]).completed(settings)
    verify(free.stages[0].parameters, equals: ["fire": 0, "reset": 0, "own": 7])
    let held = try RenderChain([bundle.stage("host-controls", ["BPM": 150])]).completed(settings)
    verify(free.settings(toBecome: held), equals: [StageSetting(place: 0, parameters: ["bpm": 150])])
    let back = try demand(held.settings(toBecome: free))
    verify(back, equals: [StageSetting(place: 0, released: ["bpm"])])
    let change = RenderChange(frame: 3, settings: back)
    try verify(RenderChange(change.json), equals: change, "as a child gets it")
    let player = try bundle.live(held, inputs: 1)
    try player.set(back)
    _ = player.play(0, 64)
    try verify(player.value("saw_bpm"), equals: 120)
  }

  // MARK: Triggers

  @Test func aTriggerLastsForOneRunAndFiresAgainOnlyIfItIsSetAgain() throws {
    let stage = bundle.stage("host-controls", ["fire": 1])
    let loaded = try bundle.load(stage)
    try verify(loaded.saved().stages[0].parameters["fire"], equals: 1, "it has not fired yet")
    let player = Player(try loaded.activate())
    verify(player.play(0, blocks: 3, of: 10), equals: [Array(repeating: 1, count: 10) + Array(repeating: 0, count: 20)])
    for press in 2...3 {
      try player.control.set("fire", of: 0, to: 1)
      verify(player.control.readings(of: 0).first { $0.port.symbol == "fire" }?.value, equals: 1)
      verify(
        player.play(0, blocks: 2, of: 10), equals: [Array(repeating: 1, count: 10) + Array(repeating: 0, count: 10)])
      try verify(player.values(["fired", "fire"]), equals: [Float(press), 0])
    }
    // Another parameter's change is none of its business, nor is kx:Reset's.
    try player.control.set("own", of: 0, to: 1)
    try player.control.set("reset", of: 0, to: 1)
    _ = player.play(0, blocks: 3)
    try verify(player.values(["fired", "resets"]), equals: [3, 1])
    try verify(player.stop().saved().stages[0].parameters, equals: ["fire": 0, "reset": 0, "own": 1])
  }

  @Test func aRenderFiresInItsFirstBlockOnly() throws {
    for isIsolated in [false, true] {
      let sound = try bundle.render(
        .constant(0, 1_000), [bundle.stage("host-controls", ["fire": 1])], isIsolated: isIsolated
      ) { $0.blockLength = 256 }.sound
      verify(sound == [Array(repeating: 1, count: 256) + Array(repeating: 0, count: 744)], "\(isIsolated)")
    }
  }

  @Test(
    "live, a trigger lasts for one run, here and in a process of its own", arguments: [PluginIsolation.none, .each])
  func liveTriggers(_ isolation: PluginIsolation) throws {
    let player = try bundle.live(bundle.stage("host-controls")) { $0.isolate(isolation) }
    _ = player.play(0, 200)
    for press in 1...3 {
      try player.chain.set("fire", of: player.numbers[0], to: 1)
      _ = player.play(0, 300)
      try verify(player.values(["fired", "fire"]), equals: [Float(press), 0])
    }
    verify(try player.chain.saved().stages[0].parameters["fire"], equals: 0)
  }

  @Test func aTriggerWithoutADefaultRestsAtItsMinimum() {
    var port = ComponentPort(index: 0, symbol: "fire", name: "Fire", kind: .control, direction: .input)
    (port.minimum, port.maximum, port.properties) = (-1, 1, ["trigger"])
    verify(port.startValue(48_000), equals: -1)
    port.properties = ["http://example.com/port-props/#trigger"]
    verify(port.isTrigger && !port.isContinuous, "in a namespace that its author has mistaken for LV2's")
    port.properties = []
    verify(port.startValue(48_000), equals: 0)
    port.direction = .output
    port.properties = ["trigger"]
    verify(!port.isTrigger)
  }
}
