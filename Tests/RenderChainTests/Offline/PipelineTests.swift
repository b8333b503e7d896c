import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// Several threads give what one gives, and end when the work ends.
struct PipelineTests {
  private let bundle = TestBundle()

  private struct Refusal: Error {}

  private func render(
    _ input: Samples, _ chain: RenderChain, jobs: Int, block: Int = 512, tail: Double = 0.1
  ) throws -> Samples {
    var options = RenderOptions()
    options.jobs = jobs
    options.tail = .seconds(tail)
    return try RenderJob(chain, sampleRate: 48_000, blockLength: block, channels: input.count, options: options)
      .rendered(input).sound
  }

  @Test("the result is that of one thread", arguments: [2, 16], [1, 512])
  func isTheSame(jobs: Int, block: Int) throws {
    let chain = RenderChain([
      bundle.stage("delay", ["frames": 77]), bundle.stage("gain-mono", ["gain": 0.5]), bundle.stage("echo"),
      bundle.stage("worker"), bundle.stage("delay", ["frames": 300]), bundle.stage("tempo"), bundle.stage("enabled"),
    ])
    let input = Samples.steps(block == 1 ? 1_000 : 20_001, channels: 2)
    try verify(render(input, chain, jobs: jobs, block: block), equals: render(input, chain, jobs: 1, block: block))
  }

  @Test("also in a chain with fixed blocks whose last block is partial", arguments: [1, 2, 4])
  func isTheSameWithFixedBlocks(jobs: Int) throws {
    let stages = [bundle.stage("gain-mono"), bundle.stage("fixed-block"), bundle.stage("delay"), bundle.stage("echo")]
    let input = Samples.steps(20_100, channels: 2)
    try verify(render(input, RenderChain(stages), jobs: jobs), equals: render(input, RenderChain(stages), jobs: 1))
  }

  @Test("what comes out of 200 plugins on 4 threads is what went in")
  func manyUnits() throws {
    let input = Samples.steps(9_000, channels: 2)
    let chain = RenderChain(Array(repeating: bundle.stage("gain-stereo"), count: 200))
    try verify(render(input, chain, jobs: 4, tail: 0), equals: input)
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
    let gain = bundle.stage("gain-mono")
    let gate = bundle.stage("midi-gate")
    var key = bundle.stage("side-chain")
    try verify(units(gain, gain, gain), equals: [0..<1, 1..<2, 2..<3])
    try verify(units(gain, gain, gain, gain, gain, limit: 2), equals: [0..<3, 3..<5])
    try verify(units(gain, gate, gain, gate, gain), equals: [0..<1, 1..<4, 4..<5])
    try verify(units(gain, key, gain), equals: [0..<1, 1..<2, 2..<3])
    key.sideChain = .input
    try verify(units(gain, key, gain), equals: [0..<2, 2..<3])
  }

  @Test("a sink or source that fails ends the render and its threads", arguments: [1, 4])
  func failures(jobs: Int) throws {
    final class BadSink: FrameSink {
      var written = 0
      func write(_ channels: [UnsafePointer<Float>], count: Int) throws {
        written += count
        if written > 20_000 { throw Refusal() }
      }
    }
    final class BadSource: FrameSource {
      var count = 0
      let channelCount = 2
      func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
        self.count += count
        if self.count > 50_000 { throw Refusal() }
        return count
      }
    }
    var options = RenderOptions()
    options.jobs = jobs
    let chain = RenderChain([bundle.stage("gain-stereo"), bundle.stage("delay"), bundle.stage("meter")])
    let job = RenderJob(chain, sampleRate: 48_000, channels: 2, options: options)
    for _ in 0..<5 {
      verify(throws: Refusal.self) {
        _ = try job.render(from: SampleSource(.constant(0, 40_000, channels: 2)), opened: { _ in BadSink() })
      }
      verify(throws: Refusal.self) { _ = try job.render(from: BadSource(), opened: { _ in SampleSink(2) }) }
    }
  }

  @Test("samples that are not numbers are found in whichever unit they arise", arguments: [1, 3])
  func nonFinite(jobs: Int) throws {
    let chain = RenderChain([bundle.stage("gain-mono"), bundle.stage("not-finite"), bundle.stage("gain-mono")])
    #expect {
      try render(.constant(0.5, 20_000, channels: 2), chain, jobs: jobs)
    } throws: { error in
      (error as? ChainError)?.code == .nonFinite && (error as? ChainError)?.component == "urn:aucat:test:not-finite"
    }
  }
}
