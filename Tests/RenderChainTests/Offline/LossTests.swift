import TestSupport
import Testing

@testable import RenderChain

/// MIDI arrives as a whole, or the report says how much was lost, and where.
struct LossTests {
  private let bundle = TestBundle()

  private func render(
    _ stages: RenderChain.Stage..., isIsolated: Bool, jobs: Int = 1, messages: [MIDIMessage] = []
  ) throws -> RenderReport {
    var job = RenderJob(RenderChain(stages), sampleRate: 48_000, channels: 1)
    (job.options.tail, job.options.jobs, job.options.keepsMessages) = (.seconds(0), jobs, true)
    let source = MessageSource(messages, frames: 20_000, sound: .steps(20_000))
    return try job.rendered(source, by: isIsolated ? IsolatedRender(timeout: 5) : nil).report
  }

  private func dump(_ count: Int, at frame: Int = 0) -> MIDIMessage {
    MIDIMessage(frame: frame, bytes: [0xF0] + Array(repeating: 1, count: count - 2) + [0xF7])
  }

  @Test("all that a plugin has room for is kept", arguments: [false, true]) func kept(isIsolated: Bool) throws {
    let dumps = bundle.stage("dumps")
    let report = try render(dumps, isIsolated: isIsolated)
    verify(report.messages == Array(repeating: dump(1_000), count: 600) && report.lostMessages == 0)
    verify(report.losingComponent == nil)
    try verify(
      render(dumps, bundle.stage("gain-mono"), isIsolated: isIsolated, jobs: 2).messages, equals: report.messages)
  }

  @Test("what the next component has no room for is counted, and so is what the chain gets", arguments: [false, true])
  func lost(isIsolated: Bool) throws {
    let gate = bundle.stage("midi-gate")
    let (between, flood) = (
      try render(bundle.stage("dumps"), gate, isIsolated: isIsolated),
      try render(gate, isIsolated: isIsolated, messages: (0..<600).map { _ in dump(1_000) })
    )
    for report in [between, flood] {
      verify(report.messages.count + report.lostMessages == 600 && report.messages.count == 64)
      verify(report.losingComponent, equals: "urn:aucat:test:midi-gate")
    }
    let spread = (0..<600).map { dump(1_000, at: $0 * 32) }
    let report = try render(gate, isIsolated: isIsolated, messages: spread)
    verify(report.messages == spread && report.lostMessages == 0)
    let long = try render(gate, isIsolated: isIsolated, messages: [dump(2 << 20), .noteOn(60, at: 9_000)])
    verify(long.messages == [.noteOn(60, at: 9_000)] && long.lostMessages == 1)
    verify(long.losingComponent, equals: isIsolated ? nil : "urn:aucat:test:midi-gate")
  }
}

/// An output of digital silence is reported, with the component at which it begins.
struct SilenceTests {
  private let bundle = TestBundle()

  @Test("the first component that gives nothing else, however the chain is divided", arguments: [1, 4])
  func place(jobs: Int) throws {
    let (sounding, mute) = (bundle.stage("gain-stereo"), bundle.stage("gain-stereo", ["gain": 0]))
    let input = Samples.steps(3_000, channels: 2)
    for (stages, place) in [([mute], 0), ([sounding, mute, sounding], 1), ([sounding, sounding, mute], 2)] {
      for isIsolated in [false, true] {
        let report = try bundle.render(input, stages, isIsolated: isIsolated) { $0.options.jobs = jobs }.report
        verify(report.silence, equals: RenderReport.Silence(stage: place))
      }
    }
    try verify(bundle.render(input, [sounding, sounding]) { $0.options.jobs = jobs }.report.silence == nil)
    let silent = Samples.constant(0, 3_000, channels: 2)
    try verify(
      bundle.render(silent, [mute]) { $0.options.jobs = jobs }.report.silence == nil, "nothing else was to come")
    try verify(bundle.render(.steps(0, channels: 2), [mute]).report.silence == nil)
    let last = Samples.impulse(3_000, at: 2_999, channels: 2)
    try verify(bundle.render(last, [sounding]).report.silence == nil)
  }

  @Test("an instrument that gets no note, and one that does") func instrument() throws {
    var job = RenderJob(RenderChain([bundle.stage("organ")]), sampleRate: 48_000, channels: 0)
    job.options.tail = .seconds(0)
    let idle = try job.rendered(MessageSource([], frames: 4_000)).report
    verify(idle.silence, equals: RenderReport.Silence(stage: 0))
    try verify(job.rendered(MessageSource([.noteOn(60)], frames: 4_000)).report.silence == nil)
  }
}
