import AudioFiles
import AudioSources
import RenderChain
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks

/// Tracks whose sounds go through plugins.
@Suite struct TrackChainTests {
  private let bundle: String
  private let folder = TemporaryFolder()
  private static let renderer = Child.products + "/aucat-render"

  init() { bundle = TestPlugins.install(in: folder) }

  private func stage(_ name: String, _ parameters: [String: Float]) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: TestPlugins.uri(name), bundle: bundle)
    stage.parameters = parameters
    return stage
  }

  private func track(
    _ recording: Recording, _ stages: RenderChain.Stage..., isolation: PluginIsolation = .none,
    fell: @escaping @Sendable (ChainError) -> Void = { _ in }
  ) throws -> AudioTrack {
    try recording.coordinator.addTrack(
      "voice", priority: 1, through: RenderChain(stages), isolation: isolation, renderer: Self.renderer, fell: fell)
  }

  @Test(
    "a completion comes after the tail, in which the next sound has not begun",
    arguments: [PluginIsolation.none, .each])
  func tail(isolation: PluginIsolation) throws {
    let recording = try Recording(channels: 2)
    let track = try track(recording, stage("echo", ["frames": 3_000, "feedback": 0.25]), isolation: isolation)
    try track.enqueue(try Numbered(1_000, channels: 2) { _ in 0.5 }, named: "a")
    try track.enqueue(try Numbered(1_000, channels: 2) { _ in 0.25 }, named: "b")
    recording.render(60_000)
    let ends = recording.lines.filter { $0.contains("finished") }
    let sound = recording.sound[0]
    let second = try #require(sound.firstIndex(of: 0.25))
    #expect(sound[0] == 0.5 && sound[3_000] != 0, "an echo")
    #expect(second >= 4_000 && ends.first == "\(second) voice finished a" && ends.count == 2, "\(recording.lines)")
  }

  @Test("of a sound that is cancelled, no echo is heard in the next one, nor of what was read ahead of it")
  func cancelled() throws {
    let recording = try Recording(channels: 2)
    let track = try track(recording, stage("echo", ["frames": 3_000, "feedback": 0.25]))
    try track.enqueue(try Numbered(40_000, channels: 2) { _ in 0.5 }, named: "a")
    recording.render(2_000)
    track.cancelAll()
    try track.enqueue(try Numbered(10_000, channels: 2) { _ in 0 }, named: "silence")
    recording.render(20_000)
    #expect(recording.sound[0][2_240...].allSatisfy { abs($0) < 1e-6 })
    #expect(recording.lines.contains("2240 voice began silence"), "\(recording.lines)")
  }

  @Test("of a sound that fails, no echo is heard in the next one")
  func failed() throws {
    let recording = try Recording(channels: 2)
    let track = try track(recording, stage("echo", ["frames": 3_000, "feedback": 0.25]))
    try track.enqueue(try Numbered(40_000, channels: 2, failsAfter: 4_096) { _ in 0.5 }, named: "a")
    try track.enqueue(try Numbered(10_000, channels: 2) { _ in 0 }, named: "silence")
    recording.render(20_000)
    let began = try #require(recording.lines.first { $0.hasSuffix("began silence") }?.split(separator: " ").first)
    let start = try #require(Int(began))
    #expect(recording.lines.contains { $0.hasSuffix("failed a") })
    #expect(start >= 4_096 && recording.sound[0][start...].allSatisfy { abs($0) < 1e-6 })
  }

  @Test("a plugin whose process fails is told, and its input is heard in its place")
  func failing() throws {
    let fallen = Mutex<[String]>([])
    let recording = try Recording(channels: 2)
    let track = try track(
      recording, stage("gain-stereo", ["gain": 0.5]), stage("crash-run", ["after": 3_000]), isolation: .each
    ) { error in fallen.withLock { $0.append(error.component ?? "") } }
    try track.enqueue(try Numbered(10_000, channels: 2) { _ in 0.5 }, named: "a")
    recording.render(10_000)
    #expect(recording.sound[0].allSatisfy { $0 == 0.25 })
    #expect(fallen.withLock { $0 } == [TestPlugins.uri("crash-run")])
    #expect(recording.lines.last == "10000 voice finished a")
  }

  @Test("suspension in the tail keeps it")
  func suspended() throws {
    let recording = try Recording(channels: 2)
    let track = try track(recording, stage("echo", ["frames": 3_000, "feedback": 0.25]))
    try track.enqueue(try Numbered(1_000, channels: 2) { _ in 0.5 }, named: "a")
    recording.render(3_100)
    track.suspend()
    recording.render(5_000)
    track.resume()
    recording.render(5_000)
    let tail = Array(recording.sound[0][3_000..<3_100] + recording.sound[0][8_340..<9_000])
    let whole = try Recording(channels: 2)
    let again = try self.track(whole, stage("echo", ["frames": 3_000, "feedback": 0.25]))
    try again.enqueue(try Numbered(1_000, channels: 2) { _ in 0.5 }, named: "a")
    whole.render(4_000)
    #expect(tail == Array(whole.sound[0][3_000..<3_100] + whole.sound[0][3_340..<4_000]))
  }
}
