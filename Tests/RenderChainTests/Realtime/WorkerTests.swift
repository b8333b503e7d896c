import ComponentModel
import Glibc
import RenderChain
import TestSupport
import Testing

/// `work:schedule`: at once and reproducible offline, on a thread of its own when live.
struct WorkerTests {
  private let bundle = TestBundle()

  @Test func offlineTheAnswerComesInTheSameRunOfTheSameInstance() throws {
    for name in ["worker", "worker-slow"] {
      let player = try bundle.player(bundle.stage(name), bundle.stage("worker"), channels: 2)
      for run in 1...10 {
        _ = player.play(0, blocks: 1)
        for stage in [0, 1] {
          // What it reports is what was so before this run's answer.
          let values = try player.values(["answered", "late", "ends", "wrong", "refused"], of: stage)
          verify(values, equals: [Float(run - 1), 0, Float(run - 1), 0, 0])
        }
      }
    }
  }

  @Test func whatARestoredStateAsksForIsDoneBeforeTheFirstRun() throws {
    var stage = bundle.stage("worker-state")
    stage.state = [
      StateProperty(
        key: "urn:aucat:test:worker-state#gain", type: Namespace.atom + "Float", bytes: [0, 0, 0, 63], flags: 3)
    ]
    let (input, half) = (Samples.constant(1, 600), Samples.constant(0.5, 600))
    for (block, isIsolated) in [(1, false), (64, false), (512, false), (512, true)] {
      let sound = try bundle.render(input, [stage], isIsolated: isIsolated) { $0.blockLength = block }.sound
      verify(sound == half, "\(block), \(isIsolated)")
    }
    for isolation in [PluginIsolation.none, .each] {
      let player = try bundle.live(stage) { $0.isolate(isolation) }
      verify(player.play(input) == half, "\(isolation)")
      try verify(player.value("activations"), equals: 1, "what activate asks for, too")
    }
    try verify(bundle.load(stage).saved().stages[0].state, equals: stage.state, "even if it never runs")
  }

  @Test func liveTheAnswersComeLaterAndInOrder() throws {
    let player = try bundle.player(bundle.stage("worker"), mode: .live)
    for _ in 0..<100 { _ = player.play(0, blocks: 1, of: 16) }
    for _ in 0..<200 where try player.value("answered") < 100 {
      usleep(2_000)
      _ = player.play(0, blocks: 1, of: 16)
    }
    try verify(player.value("answered") >= 100 && player.value("ends") >= 100)
    try verify(player.values(["wrong", "refused"]), equals: [0, 0])
  }

  @Test func aSlowWorkerDoesNotHoldTheRenderThreadUp() throws {
    // A render thread that waits for the 100 works of 5 ms never ends sooner; one that doesn't may be late on a busy
    // machine, but not five times.
    let isSooner = try (0..<5).contains { _ in
      let player = try bundle.player(bundle.stage("worker-slow"), mode: .live)
      let start = ContinuousClock.now
      _ = player.play(0, blocks: 100, of: 16)
      let elapsed = ContinuousClock.now - start
      try verify(player.value("wrong"), equals: 0)
      let stopped = player.stop()
      verify(stopped.outputCount, equals: 1, "what waits does not keep the chain from its end")
      return elapsed < .milliseconds(400)
    }
    verify(isSooner)
    // A full queue is told to the plugin. A request takes 12 bytes of 256 KiB.
    let player = try bundle.player(bundle.stage("worker-slow"), block: 1, mode: .live)
    for _ in 0..<25 { _ = player.play(0, blocks: 1_000, of: 1) }
    try verify(player.value("refused") > 0 && player.value("wrong") == 0)
  }

  @Test func aStoppedChainHasDeliveredTheAnswersOfItsWorkAndCanBeActivatedAgain() throws {
    let first = try bundle.player(bundle.stage("late-latency"), channels: 2, mode: .live)
    _ = first.play(0, blocks: 5)
    verify(first.control.latency, equals: 256)
    let second = Player(try first.stop().activate())
    _ = second.play(0, blocks: 1)
    verify(second.control.latency, equals: 64, "it counts from activate")
    // In microseconds, from the request to the end: the work of 5 ms goes on, or is done and its answer waits.
    for time: UInt32 in [1_000, 50_000] {
      var answered: Float = 0
      // On a busy machine the work may not have begun, and is void then.
      for attempt in 1...8 where answered == 0 {
        let player = try bundle.player(bundle.stage("worker-slow"), mode: .live)
        _ = player.play(0, blocks: 1, of: 16)
        usleep(time * UInt32(attempt))
        let again = Player(try player.stop().activate())
        _ = again.play(0, blocks: 1, of: 16)
        // A run reports what came before its own answer.
        answered = try again.value("answered")
        try verify(again.value("wrong"), equals: 0)
      }
      verify(answered, equals: 1)
    }
  }
}
