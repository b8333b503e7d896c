import ComponentModel
import Synchronization
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// A report blames a plugin for what it did, and for nothing else.
struct BlameTests {
  private let bundle = TestBundle()
  private let input = Samples.steps(20_000, channels: 2)

  private func error(
    _ stages: RenderChain.Stage..., input: Samples? = nil, isIsolated: Bool = false, jobs: Int = 1
  ) -> ChainError? {
    do {
      _ = try bundle.render(input ?? self.input, stages, isIsolated: isIsolated) { $0.options.jobs = jobs }
      return nil
    } catch {
      return error as? ChainError
    }
  }

  @Test func numbersOfTheInputAreNoPluginsFault() throws {
    for (value, frame, isIsolated, jobs) in [
      (.nan, 10_000, false, 1), (.infinity, 0, true, 1), (-.infinity, 19_999, false, 3), (.nan, 100, true, 3),
    ] as [(Float, Int, Bool, Int)] {
      var broken = input
      broken[1][frame] = value
      // What a filter keeps of the input is not its own either.
      let fault = try demand(
        error(
          bundle.stage("gain-stereo"), bundle.stage("echo", ["frames": 9_000]), bundle.stage("gain-mono"),
          input: broken, isIsolated: isIsolated, jobs: jobs))
      verify(fault.component == nil && fault.code == .input, "\(fault)")
      verify(fault.detail.hasPrefix("the input has samples that are not finite within the first "))
    }
    verify(error(bundle.stage("not-finite", ["after": 9_000]), isIsolated: true)?.code, equals: .nonFinite)
    let player = try bundle.player(bundle.stage("gain-mono"))
    _ = player.play([[.nan, 1]])
    verify(player.control.nonFiniteStage == nil && player.control.isInputNonFinite)
  }

  @Test func aWriteBeforeABufferIsNoticedOrACrash() throws {
    let (stereo, mono) = (bundle.stage("gain-stereo"), bundle.stage("gain-mono"))
    for (before, isIsolated) in [(1, true), (16, false), (17, true), (400, false)] as [(Float, Bool)] {
      let underrun = bundle.stage("underrun", ["before": before])
      let fault =
        isIsolated ? error(underrun, stereo, mono, isIsolated: true, jobs: 3) : error(stereo, mono, underrun, jobs: 3)
      let isNoticed = if case .wroteOutside? = fault?.cause { true } else { false }
      verify(isNoticed && fault?.component == "urn:aucat:test:underrun", "\(before): \(String(describing: fault))")
    }
    let fault = error(stereo, bundle.stage("underrun", ["before": 60_000]), isIsolated: true)
    verify(fault?.component == "urn:aucat:test:underrun" && fault?.code == .failed)
    verify(fault?.detail.contains("signal 11 (segmentation fault) while it was rendering"), equals: true)
  }

  @Test func anImpossibleLatencyIsNamed() throws {
    for frames: Float in [700_000, -5] {
      let stages = [bundle.stage("gain-stereo"), bundle.stage("latency-lie", ["frames": frames])]
      verify(
        error(stages[0], stages[1], isIsolated: frames < 0),
        equals: ChainError(.latency(frames: Double(frames)), component: "urn:aucat:test:latency-lie"))
      try verify(bundle.render(input, stages) { $0.options.compensatesLatency = false }.sound == input)
    }
  }

  @Test func trapsAndCopiesThatAPluginLeavesHitNoOther() throws {
    func forks(_ kind: Float) -> RenderChain.Stage { bundle.stage("forks-in-run", ["kind": kind]) }
    let (traps, gain) = (bundle.stage("traps"), bundle.stage("gain-stereo"))
    for (jobs, kind) in [(1, 1), (2, 0)] as [(Int, Float)] {
      let (sound, report) = try bundle.render(input, [traps, gain, traps, forks(kind), gain], isIsolated: true) {
        $0.options.jobs = jobs
      }
      verify(sound == input && report.framesWritten == 20_000)
    }
    let fault = error(gain, forks(2), isIsolated: true, jobs: 2)
    verify(fault?.component, equals: "urn:aucat:test:forks-in-run")
    verify(fault?.detail, equals: "the plugin ended the process with status 0 while it was rendering")
  }

  @Test func longMessagesDoNotSpoilARenderAndLongErrorsReachTheParent() throws {
    let lines = Messages()
    let (sound, _) = try bundle.render(input, [bundle.stage("talker")], isIsolated: true, log: { lines.append($0) })
    verify(sound, equals: input)
    let last = try demand(lines.all.last)
    let kept = lines.all.dropLast()
    verify(kept.count > 20 && kept.first?.text.hasPrefix("0 音音") == true && kept.first?.level == .note)
    let errors = kept.filter { $0.level == .error }.count
    verify(last.level == .error && errors > kept.count / 2)
    verify(last.text, equals: "messages left out: \(60 - kept.count), \(30 - errors) of them errors")

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
