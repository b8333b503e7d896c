import Foundation
import Synchronization
import Testing

@testable import RenderChain

/// A chain that takes another one's place, for a device with another format.
@Suite struct ContinuedChainTests {
  private let bundle = TestBundle()

  private func settings(_ rate: Double) -> LiveSettings {
    LiveSettings(host: HostSettings(sampleRate: rate, blockLength: 64))
  }

  @Test func numbersAndSettingsStay() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("gain-mono"))
    try player.publish(.remove, player.numbers[0])
    _ = player.play(.constant(0.5, 10_000), cycle: 256)
    #expect(player.chain.loader.reap())
    try player.chain.set("gain", of: player.numbers[0], to: 0.25)
    let next = try player.chain.continued(with: settings(44_100))
    #expect(next.status.stages.map(\.number.value) == [2])
    #expect(try next.saved().stages[0].parameters == ["gain": 0.25])
    #expect(throws: ChainError(.notLive)) { try player.chain.insert(bundle.stage("gain-mono"), at: 0) }
    #expect(try next.insert(bundle.stage("gain-mono"), at: 1).value == 3)
  }

  @Test func whatWaitsIsCarriedOutByTheNextOne() throws {
    let player = try bundle.live(bundle.stage("gain-mono"))
    // Published, and not over without a cycle: the ones after it wait.
    try player.publish(.insert(bundle.stage("gain-mono"), place: 1), player.newNumber())
    let edit = Edit(change: .remove, unit: UnitNumber(value: 1), done: nil)
    player.chain.loader.model.withLock { $0.queue.add(edit) }
    let next = LivePlayer(try player.chain.continued(with: settings(48_000)))
    for _ in 0..<2_000 where next.numbers.count > 1 {
      _ = next.play(.constant(0.5, 64), cycle: 64)
      usleep(1_000)
    }
    #expect(next.numbers == [UnitNumber(value: 2)])
  }

  @Test func aChainThatCannotBeContinuedGoesOn() throws {
    let player = try bundle.live(bundle.stage("gain-mono"))
    #expect(throws: ChainError.self) { try player.chain.continued(with: settings(-1)) }
    #expect(try player.chain.insert(bundle.stage("gain-mono"), at: 0).value == 2)
  }
}
