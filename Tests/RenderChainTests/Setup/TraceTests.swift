import Foundation
import RenderChain
import TestSupport
import Testing

/// `log:Trace`, the one kind of message that a plugin may log while it renders.
struct TraceTests {
  private let bundle = TestBundle()

  @Test func tracesOfARenderReachTheHostAndWhatHasNoRoomIsCounted() throws {
    for isIsolated in [false, true] {
      let messages = Messages()
      _ = try bundle.render(
        .steps(20_000, channels: 2), [bundle.stage("tracer")], isIsolated: isIsolated, log: { messages.append($0) })
      verify(messages.all.count, equals: 40)
      verify(messages.all.allSatisfy { $0.level == .trace && $0.component == "urn:aucat:test:tracer" })
      verify(messages.all.first?.text, equals: "run 1: Grüße has 12.35% of 512")
      verify(messages.all.last?.text, equals: "run 40: Grüße has 12.35% of 32")
    }
    let messages = Messages()
    // A part of the sound is 16 blocks: 160 traces, of which 64 have room.
    _ = try bundle.render(
      .steps(8_192, channels: 2), [bundle.stage("tracer", ["times": 10])], log: { messages.append($0) })
    verify(messages.all.count, equals: 65)
    verify(messages.all.last?.text, equals: "traces lost: 96")
  }

  @Test func liveTheyComeFromAnotherThread() throws {
    let messages = Messages()
    var settings = HostSettings(sampleRate: 48_000, blockLength: 128, mode: .live)
    settings.log = { messages.append($0) }
    let chain = try StoppedChain(RenderChain([bundle.stage("tracer")]), channels: 2, settings: settings)
    let player = Player(try chain.activate())
    for _ in 0..<10 { _ = player.play(0, blocks: 1, of: 128) }
    for _ in 0..<20_000 where messages.all.count < 10 { usleep(1_000) }
    verify(messages.all.count, equals: 10)
    _ = player.play(0, blocks: 1, of: 128)
    _ = player.stop()
    verify(messages.all.count, equals: 11, "and what is left when the chain stops")
    verify(messages.all.last?.text, equals: "run 11: Grüße has 12.35% of 128")
  }
}
