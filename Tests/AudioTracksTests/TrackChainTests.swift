import AudioSources
import RenderChain
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// Tracks whose sounds go through plugins.
struct TrackChainTests {
  private let bundle: String
  private let folder = TemporaryFolder()

  init() { bundle = TestPlugins.install(in: folder) }

  private func stage(_ name: String, _ parameters: [String: Float]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  private func track(
    _ recording: Recording, _ stages: [RenderChain.Stage]? = nil, isolation: PluginIsolation = .none,
    fell: @escaping @Sendable (ChainError) -> Void = { _ in }
  ) throws -> AudioTrack {
    let echo = stage("echo", ["frames": 3_000, "feedback": 0.25])
    return try recording.coordinator.addTrack(
      "voice", priority: 1, through: RenderChain(stages ?? [echo]), isolation: isolation,
      renderer: Child.products + "/aucat-render", fell: fell)
  }

  private func constant(_ value: Float, _ length: Int, failsAfter: Int? = nil) throws -> Numbered {
    try Numbered(length, channels: 2, failsAfter: failsAfter) { _ in value }
  }

  @Test(
    "a completion comes after the tail, in which the next sound has not begun, in this process and in one of its own")
  func tail() throws {
    for isolation in [PluginIsolation.none, .each] {
      let recording = try Recording(channels: 2)
      let track = try track(recording, isolation: isolation)
      try track.enqueue(constant(0.5, 1_000), named: "a")
      try track.enqueue(constant(0.25, 1_000), named: "b")
      recording.render(60_000)
      let ends = recording.lines.filter { $0.contains("finished") }
      let sound = recording.sound[0]
      let second = try demand(sound.firstIndex(of: 0.25))
      verify(sound[0] == 0.5 && sound[3_000] != 0, "an echo")
      verify(second >= 4_000 && ends.first == "\(second) voice finished a" && ends.count == 2, "\(recording.lines)")
    }
  }

  @Test("of a sound that is cancelled or fails, no echo is heard in the next one, nor of what was read ahead of it")
  func cutOff() throws {
    for failsAfter in [nil, 4_096] {
      let recording = try Recording(channels: 2)
      let track = try track(recording)
      try track.enqueue(constant(0.5, 40_000, failsAfter: failsAfter), named: "a")
      recording.render(2_000)
      if failsAfter == nil { track.cancelAll() }
      try track.enqueue(constant(0, 10_000), named: "silence")
      recording.render(20_000)
      let began = try demand(recording.lines.first { $0.hasSuffix("began silence") }?.split(separator: " ").first)
      let start = try demand(Int(began))
      verify(recording.lines.contains { $0.hasSuffix(failsAfter == nil ? "cancelled a" : "failed a") })
      verify(failsAfter.map { start >= $0 } ?? (start == 2_240), "\(recording.lines)")
      verify(recording.sound[0][start...].allSatisfy { abs($0) < 1e-6 })
    }
  }

  @Test("a plugin whose process fails is told, and its input is heard in its place")
  func failing() throws {
    let fallen = Mutex<[String]>([])
    let recording = try Recording(channels: 2)
    let stages = [stage("gain-stereo", ["gain": 0.5]), stage("crash-run", ["after": 3_000])]
    let track = try track(recording, stages, isolation: .each) { error in
      fallen.withLock { $0.append(error.component ?? "") }
    }
    try track.enqueue(constant(0.5, 10_000), named: "a")
    recording.render(10_000)
    verify(recording.sound[0].allSatisfy { $0 == 0.25 })
    verify(fallen.withLock { $0 }, equals: [TestPlugins.uri("crash-run")])
    verify(recording.lines.last, equals: "10000 voice finished a")
  }

  @Test("suspension in the tail keeps it")
  func suspended() throws {
    let tails = try [5_000, 0].map { pause in
      let recording = try Recording(channels: 2)
      let track = try track(recording)
      try track.enqueue(constant(0.5, 1_000), named: "a")
      recording.render(3_100)
      if pause > 0 { track.suspend() }
      recording.render(pause)
      track.resume()
      recording.render(2_000)
      // The track rises for 240 frames.
      return recording.sound[0][3_000..<3_100] + recording.sound[0][pause + 3_340..<pause + 4_000]
    }
    verify(tails[0].elementsEqual(tails[1]) && tails[0].contains { $0 != 0 })
  }
}
