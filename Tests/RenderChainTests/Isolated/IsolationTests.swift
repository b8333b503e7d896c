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
    var options = RenderOptions()
    options.jobs = jobs
    options.tail = .seconds(0)
    let chain = RenderChain(names.map { bundle.stage($0) })
    return try RenderJob(chain, sampleRate: 48_000, channels: 2, options: options)
      .rendered(.steps(20_000, channels: 2), by: IsolatedRender(timeout: timeout)).sound
  }

  @Test("sound goes through the child as it is", arguments: [1, 2, 4])
  func passes(jobs: Int) throws {
    try verify(render(["gain-stereo", "gain-mono", "meter"], jobs: jobs), equals: .steps(20_000, channels: 2))
    try verify(render(["closes-descriptors", "gain-mono"], jobs: jobs), equals: .steps(20_000, channels: 2))
  }

  @Test(
    "a crash, an exit and a hang are the plugin's own",
    arguments: ["crash-run", "abort-run", "exit-run", "signals", "overrun"],
    [1, 3])
  func names(fault: String, jobs: Int) throws {
    for place in fault == "crash-run" ? 0..<3 : 1..<2 {
      var names = ["slow", "gain-mono", "slow"]
      names.insert(fault, at: place)
      #expect {
        try render(names, jobs: jobs)
      } throws: { error in
        (error as? ChainError)?.code == .failed && (error as? ChainError)?.component == "urn:aucat:test:\(fault)"
      }
    }
  }

  @Test(
    "a plugin that does not come back is named, and not the ones that wait for it",
    arguments: ["hang-run", "spin-run"], [1, 3])
  func hangs(fault: String, jobs: Int) throws {
    #expect {
      try render(["gain-mono", fault, "gain-stereo", "meter"], jobs: jobs, timeout: 0.5)
    } throws: { error in
      (error as? ChainError)?.component == "urn:aucat:test:\(fault)"
        && (error as? ChainError)?.detail.contains("did not return within 0.5 s while it was rendering") == true
    }
  }

  @Test(
    "whatever a plugin writes into the shared memory, the parent ends with a sound of the right shape or an error",
    arguments: [
      (0, 4), (4, 4), (8, 4), (12, 4), (16, 4), (20, 4), (24, 16), (40, 16), (56, 160), (0, 512), (4_096, 512),
    ],
    [0, 1, 64, 127, 255])
  func scribbles(place: (offset: Int, bytes: Int), value: Int) throws {
    var stage = bundle.stage("scribbles")
    stage.parameters = ["offset": Float(place.offset), "bytes": Float(place.bytes), "value": Float(value)]
    var options = RenderOptions()
    options.tail = .seconds(0)
    var channels: [Int] = []
    let sink = SampleSink(2)
    let job = RenderJob(RenderChain([stage]), sampleRate: 48_000, channels: 2, options: options)
    do {
      _ = try IsolatedRender(timeout: 0.3).render(
        job, from: SampleSource(.steps(30_000, channels: 2)),
        opened: { count in
          channels.append(count)
          return sink
        })
    } catch is ChainError {
      // Nothing is believed; that is all.
    }
    verify(channels == [2] || channels == [])
  }

  @Test("a file goes through a child as it does here, and a crash there leaves none")
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
    let error = try #require(throws: ChainError.self) {
      try isolated.renderFile(
        folder("in.wav"), to: folder("crash.wav"), through: RenderChain([bundle.stage("crash-run")]))
    }
    verify(error.code == .failed && error.component == "urn:aucat:test:crash-run")
    verify(folder.names(in: "").sorted(), equals: ["here.wav", "in.wav", "there.wav"])
  }

  @Test("a renderer that is not there is named")
  func noRenderer() throws {
    let error = try #require(throws: ChainError.self) {
      _ = try IsolatedRender(renderer: "/nowhere/aucat-render", environment: [:])
    }
    verify(error.code == .system && error.description.contains("/nowhere/aucat-render"))
  }
}
