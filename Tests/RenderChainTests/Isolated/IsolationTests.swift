import Foundation
import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel
@testable import RenderChain

/// A plugin that fails in a child is named, whichever thread it was on.
struct IsolationTests {
  private let bundle = TestBundle()

  private func render(_ names: [String], jobs: Int, timeout: Double = 5) throws -> Samples {
    try bundle.render(
      .steps(20_000, channels: 2), names.map { bundle.stage($0) }, isIsolated: true, timeout: timeout
    ) { $0.options.jobs = jobs }.sound
  }

  private func checkName(_ fault: String, place: Int, jobs: Int) {
    var names = ["slow", "gain-mono", "slow"]
    names.insert(fault, at: place)
    let error = verify(throws: ChainError.self) { try render(names, jobs: jobs) }
    verify(error?.code == .failed && error?.component == "urn:aucat:test:\(fault)", "\(fault), \(place), \(jobs)")
  }

  @Test("sound goes through the child as it is; a crash and an exit are the plugin's own")
  func names() throws {
    for jobs in [1, 4] {
      let names = ["gain-stereo", "gain-mono", "meter", "closes-descriptors"]
      try verify(render(names, jobs: jobs) == .steps(20_000, channels: 2))
    }
    for (fault, place, jobs) in [("crash-run", 0, 3), ("exit-run", 2, 1), ("overrun", 1, 3)] {
      checkName(fault, place: place, jobs: jobs)
    }
  }

  @Test(
    "the same at every place", .part(.faults), arguments: ["crash-run", "abort-run", "exit-run", "signals", "overrun"],
    [1, 3])
  func everyName(fault: String, jobs: Int) { for place in 0..<3 { checkName(fault, place: place, jobs: jobs) } }

  @Test("a plugin that does not come back is named, and not the ones that wait for it")
  func hangs() {
    for jobs in [1, 3] {
      let names = ["gain-mono", "hang-run", "gain-stereo", "meter"]
      let error = verify(throws: ChainError.self) { try render(names, jobs: jobs, timeout: 1) }
      verify(error?.component, equals: "urn:aucat:test:hang-run")
      verify(error?.detail.contains("did not return within 1.0 s while it was rendering"), equals: true)
    }
  }

  private static let places = [
    (0, 4), (4, 4), (8, 4), (12, 4), (16, 4), (20, 4), (24, 16), (40, 16), (56, 160), (0, 512), (4_096, 512),
  ]

  @Test("whatever a plugin writes into the shared memory, the parent ends with a sound of the right shape or an error")
  func scribbles() throws {
    for (number, value) in [(3, 255), (4, 127), (8, 1), (9, 64)] as [(Int, Float)] {
      try scribble(Self.places[number], value)
    }
  }

  @Test("the same of more values", .part(.faults), arguments: places, [0, 1, 64, 127, 255])
  func allScribbles(place: (offset: Int, bytes: Int), value: Float) throws { try scribble(place, value) }

  private func scribble(_ place: (offset: Int, bytes: Int), _ value: Float) throws {
    let stage = bundle.stage(
      "scribbles", ["offset": Float(place.offset), "bytes": Float(place.bytes), "value": value])
    var channels: [Int] = []
    do {
      let job = RenderJob(RenderChain([stage]), sampleRate: 48_000, channels: 2)
      _ = try IsolatedRender(timeout: 0.3).render(job, from: SampleSource(.steps(30_000, channels: 2))) { count in
        channels.append(count)
        return SampleSink(2)
      }
    } catch is ChainError {
      // Nothing is believed; that is all.
    }
    verify(channels == [2] || channels == [], "\(place), \(value)")
  }

  @Test("a file goes through a child as it does here, and a crash there leaves none; a missing renderer is named")
  func files() throws {
    let folder = TemporaryFolder()
    folder.write(WAVFile(.format(channels: 2), .data((0..<2_000).map { Int16($0 * 16) })).bytes, to: "in.wav")
    let isolated = try IsolatedRender(
      renderer: Child.products + "/aucat-render", environment: ProcessInfo.processInfo.environment)
    let chain = RenderChain([bundle.stage("gain-stereo", ["gain": 0.5])])
    let here = try chain.renderFile(folder("in.wav"), to: folder("here.wav"))
    let there = try isolated.renderFile(folder("in.wav"), to: folder("there.wav"), through: chain)
    verify(here == there && here.framesRead == 1_000)
    verify(Child.contents(folder("here.wav")), equals: Child.contents(folder("there.wav")))
    let error = verify(throws: ChainError.self) {
      try isolated.renderFile(
        folder("in.wav"), to: folder("crash.wav"), through: RenderChain([bundle.stage("crash-run")]))
    }
    verify(error?.code == .failed && error?.component == "urn:aucat:test:crash-run")
    verify(folder.names(in: "").sorted(), equals: ["here.wav", "in.wav", "there.wav"])
    let missing = verify(throws: ChainError.self) {
      try IsolatedRender(renderer: "/nowhere/aucat-render", environment: [:])
    }
    verify(missing?.code == .system && missing?.description.contains("/nowhere/aucat-render") == true)
  }
}
