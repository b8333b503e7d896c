import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// Several threads give what one gives, and end when the work ends.
struct PipelineTests {
  private let bundle = TestBundle()

  @Test("the result is that of one thread, also in fixed blocks whose last is partial")
  func isTheSame() throws {
    let free = ["delay", "gain-mono", "echo", "worker", "delay", "tempo", "enabled"]
    for (names, frames, block, jobs) in [
      (free, 1_000, 1, [3]), (free, 9_001, 512, [2, 16]), (free, 9_001, 8_192, [5]),
      (["gain-mono", "fixed-block", "delay", "echo"], 9_100, 512, [4]),
    ] {
      func render(_ jobs: Int) throws -> Samples {
        let parameters: [String: [String: Float]] = ["delay": ["frames": 77], "gain-mono": ["gain": 0.5]]
        let stages = names.map { bundle.stage($0, parameters[$0] ?? [:]) }
        return try bundle.render(.steps(frames, channels: 2), stages) { job in
          job.blockLength = block
          (job.options.jobs, job.options.tail) = (jobs, .seconds(0.1))
        }.sound
      }
      let expected = try render(1)
      for jobs in jobs { try verify(render(jobs) == expected, "\(block), \(jobs)") }
    }
  }

  @Test("what comes out of 200 plugins on 4 threads is what went in; non-finite samples are found wherever they arise")
  func manyUnits() throws {
    let input = Samples.steps(3_000, channels: 2)
    let stages = Array(repeating: bundle.stage("gain-stereo"), count: 200)
    try verify(bundle.render(input, stages) { $0.options.jobs = 4 }.sound, equals: input)
    for jobs in [1, 3] {
      let stages = ["gain-mono", "not-finite", "gain-mono"].map { bundle.stage($0) }
      let error = verify(throws: ChainError.self) {
        try bundle.render(.constant(0.5, 20_000, channels: 2), stages) { $0.options.jobs = jobs }
      }
      verify(error?.code == .nonFinite && error?.component == "urn:aucat:test:not-finite")
    }
  }

  @Test("stages that hear each other's MIDI, or the chain's input, stay together")
  func units() throws {
    func units(_ stages: RenderChain.Stage..., limit: Int = 32) throws -> [Range<Int>] {
      let memory = MemoryPool()
      let status = memory.array(1) { RealtimeStatus() }
      return try ChainPlan(
        RenderChain(stages), channels: 1, settings: HostSettings(sampleRate: 48_000), status: status
      ).units(atMost: limit)
    }
    let (gain, gate) = (bundle.stage("gain-mono"), bundle.stage("midi-gate"))
    try verify(units(gain, gain, gain), equals: [0..<1, 1..<2, 2..<3])
    try verify(units(gain, gain, gain, gain, gain, limit: 2), equals: [0..<3, 3..<5])
    try verify(units(gain, gate, gain, gate, gain), equals: [0..<1, 1..<4, 4..<5])
    try verify(units(gain, bundle.stage("side-chain"), gain), equals: [0..<1, 1..<2, 2..<3])
    try verify(units(gain, bundle.stage("side-chain", sideChain: .input), gain), equals: [0..<2, 2..<3])
  }

  private struct Refusal: Error {}

  private final class BadSink: FrameSink {
    private var written = 0

    func write(_ channels: [UnsafePointer<Float>], count: Int) throws {
      written += count
      if written > 20_000 { throw Refusal() }
    }
  }

  private final class BadSource: FrameSource {
    private var count = 0
    let channelCount = 2

    func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
      self.count += count
      if self.count > 50_000 { throw Refusal() }
      return count
    }
  }

  @Test("a sink, a source or a host that fails ends the render and its threads")
  func failures() throws {
    let chain = RenderChain(["gain-stereo", "delay", "meter"].map { bundle.stage($0) })
    for jobs in [1, 4, 4] {
      var job = RenderJob(chain, sampleRate: 48_000, channels: 2)
      job.options.jobs = jobs
      verify(throws: Refusal.self) {
        try job.render(from: SampleSource(.constant(0, 40_000, channels: 2)), opened: { _ in BadSink() })
      }
      verify(throws: Refusal.self) { try job.render(from: BadSource(), opened: { _ in SampleSink(2) }) }
      let source = { SampleSource(.constant(0, 100, channels: 2)) }
      verify(throws: Refusal.self) { try job.render(from: source(), opened: { _ in throw Refusal() }) }
      verify(throws: Refusal.self) {
        try job.render(from: source(), opened: { SampleSink($0) }, progress: { _ in throw Refusal() })
      }
    }
  }
}
