import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// A chain that takes another one's place, for a device with another format.
struct ContinuedChainTests {
  private let bundle = TestBundle()

  private func settings(_ rate: Double) -> LiveSettings {
    LiveSettings(host: HostSettings(sampleRate: rate, blockLength: 64))
  }

  @Test func numbersAndSettingsStayAndAChainThatCannotBeContinuedGoesOn() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("gain-mono"))
    verify(throws: ChainError.self) { try player.chain.continued(with: settings(-1)) }
    try player.publish(.remove, player.numbers[0])
    _ = player.play(0.5, 10_000)
    verify(player.chain.loader.reap())
    try player.chain.set("gain", of: player.numbers[0], to: 0.25)
    let next = try player.chain.continued(with: settings(44_100))
    verify(next.status.stages.map(\.number.value), equals: [2])
    try verify(next.saved().stages[0].parameters, equals: ["gain": 0.25])
    verify(throws: ChainError(.notLive)) { try player.chain.insert(bundle.stage("gain-mono"), at: 0) }
    try verify(next.insert(bundle.stage("gain-mono"), at: 1).value, equals: 3)
  }

  @Test func whatWaitsIsCarriedOutByTheNextOne() throws {
    let player = try bundle.live(bundle.stage("gain-mono"))
    // Published, and not over without a cycle: the ones after it wait.
    try player.publish(.insert(bundle.stage("gain-mono"), place: 1), player.newNumber())
    let edit = Edit(change: .remove, unit: UnitNumber(value: 1), done: nil)
    player.chain.loader.model.withLock { $0.queue.add(edit) }
    let next = LivePlayer(try player.chain.continued(with: settings(48_000)))
    for _ in 0..<2_000 where next.numbers.count > 1 {
      _ = next.play(0.5, 64)
      usleep(1_000)
    }
    verify(next.numbers, equals: [UnitNumber(value: 2)])
  }

  @Test func whatComesWhileTheNextOneIsLoadedIsNotLost() throws {
    let player = try bundle.live(bundle.stage("gain-mono"), bundle.stage("logger"))
    let (chain, stage, first) = (player.chain, bundle.stage("gain-mono"), player.numbers[0])
    let isDone = Atomic(false)
    var settings = self.settings(48_000)
    // The logger says something as soon as it is loaded.
    settings.host.log = { _ in
      guard !isDone.exchange(true, ordering: .relaxed) else { return }
      try? chain.set("gain", of: first, to: 0.25)
      try? chain.setBypassed(true, of: first)
      // As if they waited for one before them; the first of them has failed.
      chain.loader.model.withLock {
        _ = $0.newNumber()
        $0.queue.add(Edit(change: .insert(stage, place: 0), unit: $0.newNumber(), done: nil))
      }
    }
    let next = try chain.continued(with: settings)
    let hasCome = isDone.load(ordering: .relaxed)
    try verify(hasCome && next.insert(stage, at: 0).value == 5)
    let saved = try next.saved().stages
    verify(saved.contains { $0.isBypassed && $0.parameters["gain"] == 0.25 })
  }
}
