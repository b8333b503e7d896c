import ComponentModel
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// A report blames a plugin for what it did, and for nothing else.
@Suite(.part(.faults)) struct BlameTests {
  private let bundle = TestBundle()
  private let input = Samples.steps(20_000, channels: 2)

  private func error(
    _ stages: [RenderChain.Stage], _ input: Samples? = nil, isIsolated: Bool, jobs: Int = 1
  ) -> ChainError? {
    do {
      _ = try bundle.render(input ?? self.input, stages, isIsolated: isIsolated) { $0.options.jobs = jobs }
      return nil
    } catch {
      return error as? ChainError
    }
  }

  @Test(arguments: [false, true], [1, 3]) func numbersOfTheInputAreNoPluginsFault(isIsolated: Bool, jobs: Int) throws {
    for (value, frame) in [(Float.nan, 10_000), (.infinity, 0), (-.infinity, 19_999)] {
      var broken = input
      broken[1][frame] = value
      let stages = [bundle.stage("gain-stereo"), bundle.stage("delay", ["frames": 3_000]), bundle.stage("gain-mono")]
      let fault = try demand(error(stages, broken, isIsolated: isIsolated, jobs: jobs))
      verify(fault.component == nil && fault.code == .input, "\(fault)")
      verify(fault.detail.hasPrefix("the input has samples that are not finite within the first "))
    }
    verify(error([bundle.stage("not-finite", ["after": 9_000])], isIsolated: isIsolated)?.code, equals: .nonFinite)
  }

  @Test func whatAFilterKeepsOfTheInputIsNotItsOwnEither() throws {
    var broken = Samples.steps(40_000)
    broken[0][100] = .nan
    let echo = bundle.stage("echo", ["frames": 30_000])
    verify(error([echo], broken, isIsolated: false)?.code, equals: .input)
    let player = try bundle.player(bundle.stage("gain-mono"))
    _ = player.play([[.nan, 1]])
    verify(player.control.nonFiniteStage == nil && player.control.isInputNonFinite)
  }

  @Test(arguments: [1, 16, 17, 100, 400]) func aWriteBeforeABufferIsNoticed(before: Float) throws {
    for (place, isIsolated) in [(0, true), (1, true), (2, false)] {
      var stages = [bundle.stage("gain-stereo"), bundle.stage("gain-mono")]
      stages.insert(bundle.stage("underrun", ["before": before]), at: place)
      let fault = try demand(error(stages, isIsolated: isIsolated, jobs: 3))
      guard case .wroteOutside = fault.cause else {
        Issue.record("\(fault)")
        continue
      }
      verify(fault.component, equals: "urn:aucat:test:underrun")
    }
  }

  @Test(arguments: [2_000, 10_000, 60_000]) func aWriteFarBeforeABufferIsACrash(before: Float) {
    let fault = error([bundle.stage("gain-stereo"), bundle.stage("underrun", ["before": before])], isIsolated: true)
    verify(fault?.component == "urn:aucat:test:underrun" && fault?.code == .failed)
    verify(
      fault?.detail.contains("signal 11 (segmentation fault) while it was rendering"), equals: true,
      "\(String(describing: fault))"
    )
  }

  @Test(arguments: [1e9, 4e6, 700_000, -5], [false, true]) func anImpossibleLatencyIsNamed(
    frames: Float, isIsolated: Bool
  ) {
    let stages = [bundle.stage("gain-stereo"), bundle.stage("latency-lie", ["frames": frames])]
    verify(
      error(stages, isIsolated: isIsolated),
      equals: ChainError(.latency(frames: Double(frames)), component: "urn:aucat:test:latency-lie"))
    let left = try? bundle.render(input, stages, isIsolated: isIsolated) { $0.options.compensatesLatency = false }
    verify(left?.sound, equals: input)
  }

  @Test(arguments: [1, 2]) func trapsThatAPluginLeavesHitNoOther(jobs: Int) throws {
    for isIsolated in [false, true] {
      let stages = [bundle.stage("traps"), bundle.stage("gain-stereo"), bundle.stage("traps"), bundle.stage("delay")]
      let (sound, _) = try bundle.render(input, stages, isIsolated: isIsolated) { $0.options.jobs = jobs }
      verify(sound, equals: input)
    }
  }

  @Test(arguments: [0, 1], [1, 2]) func aForkIsNoSecondRender(kind: Float, jobs: Int) throws {
    let stages = [bundle.stage("gain-stereo"), bundle.stage("forks-in-run", ["kind": kind]), bundle.stage("gain-mono")]
    let (sound, report) = try bundle.render(input, stages, isIsolated: true) { $0.options.jobs = jobs }
    verify(sound == input && report.framesWritten == 20_000)
  }

  @Test(arguments: [1, 2]) func anExitBesideACopyIsThePluginsOwn(jobs: Int) {
    let fault = error(
      [bundle.stage("gain-stereo"), bundle.stage("forks-in-run", ["kind": 2])], isIsolated: true, jobs: jobs)
    verify(fault?.component, equals: "urn:aucat:test:forks-in-run")
    verify(fault?.detail, equals: "the plugin ended the process with status 0 while it was rendering")
  }

  @Test func aKillFromOutsideIsNoPluginsDoing() {
    verify(error([bundle.stage("killed")], isIsolated: true), equals: ChainError(.killed))
    verify(ChainError(.killed).code, equals: .system)
  }

  @Test func longMessagesDoNotSpoilARender() throws {
    let lines = Messages()
    let (sound, _) = try bundle.render(input, [bundle.stage("talker")], isIsolated: true, log: { lines.append($0) })
    verify(sound, equals: input)
    let last = try demand(lines.all.last)
    let kept = lines.all.dropLast()
    verify(kept.count > 20 && kept.first?.text.hasPrefix("0 音音") == true && kept.first?.level == .note)
    let errors = kept.filter { $0.level == .error }.count
    verify(last.level == .error && errors > kept.count / 2)
    verify(last.text, equals: "messages left out: \(60 - kept.count), \(30 - errors) of them errors")
  }

  @Test func anErrorOfAnyLengthReachesTheParent() throws {
    let symbols = (0..<9_000).map { "symbol_number_\($0)" }
    let error = ChainError(.noParameter("x", known: symbols), component: "urn:a")
    let bytes = RenderChild.result(("error", .object(error.members)), messages: "[]")
    verify(bytes.count <= SharedRender.longestResult)
    let text = String(decoding: bytes, as: UTF8.self)
    verify(text.hasPrefix("{\"error\":") && text.hasSuffix("\"messages\":[]}") && text.contains("symbol_number_39"))
  }
}

/// Messages of plugins, from any thread.
final class Messages: Sendable {
  private let messages = Mutex<[PluginMessage]>([])

  /// In memory of its own: the thread sanitizer can't see when a shared array is released.
  var all: [PluginMessage] { messages.withLock { $0.map { $0 } } }

  func append(_ message: PluginMessage) { messages.withLock { $0.append(message) } }
}
