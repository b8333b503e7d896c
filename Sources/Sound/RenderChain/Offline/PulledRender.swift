package import AudioFiles
package import ChainHosting
package import ChainModel
internal import Synchronization

/// A render in this process whose sound is pulled instead of written to a sink.
package final class PulledRender {
  // SAFETY: The stages keep the pool of their statuses. Channels have room for `count` frames.

  private let engine: PipelineEngine
  private let render: OfflineRender
  private let queue: QueueSink
  private let sampleRate: Double

  /// Loads a job's plugins.
  ///
  /// - Parameters:
  ///   - job: what to render.
  ///   - source: the input, which is read as far as it is needed.
  ///   - log: receives plugins' log messages.
  ///   - hosts: chooses the processes for the plugins; they run in this one if it returns nil.
  ///   - fell: called once for each failure of a component in a process of its own, whose input is heard in its place.
  /// - Throws: `ChainError`.
  package init(
    _ job: RenderJob, from source: any FrameSource, log: @escaping @Sendable (PluginMessage) -> Void,
    hosts: (ChainPlan, HostSettings) throws(ChainError) -> PluginHosts?, fell: @escaping (ChainError) throws -> Void
  ) throws {
    var job = job
    job.hasMIDI = source is any MIDISource
    sampleRate = job.sampleRate
    let memory = MemoryPool()
    let loaded = try LoadedRender(
      job, log: log, statuses: memory.array(RenderJob.mostUnits) { RealtimeStatus() }, owner: memory, hosts: hosts)
    queue = QueueSink(loaded.plan.outputCount)
    // The source is read block by block, because messages that are sent during a read come too late for it.
    let room = max(job.blockLength, OfflineRender.tailStep(job.blockLength))
    engine = try PipelineEngine(loaded.units, jobs: min(job.options.jobs, loaded.units.count), chunk: room)
    render = try OfflineRender(
      engine, job, isFixed: loaded.plan.isFixed, chunk: job.blockLength, source: source, sink: queue, fell: fell
    ) { _ in }
  }

  deinit { engine.stop() }

  /// The format of the frames.
  ///
  /// - Throws: `AudioFormatError` if the chain has more channels than any format.
  package var format: AudioFormat {
    get throws {
      try AudioFormat(standardSampleRate: sampleRate, layout: .standard(channelCount: queue.channelCount))
    }
  }

  /// Reads the next frames: fewer than `count` at the end.
  ///
  /// - Throws: `ChainError`, and what the source throws.
  package func read(into channels: [UnsafeMutablePointer<Float>], count: Int) throws -> Int {
    while queue.count < count, try render.step() {}
    return queue.take(into: channels, count: count)
  }

  /// Continues from the source's new position, as if the sound began there.
  ///
  /// - Throws: `ChainError`.
  package func restart() throws {
    queue.removeAll()
    try render.restart()
  }
}

/// Keeps rendered frames until they are pulled.
private final class QueueSink: FrameSink {
  // SAFETY: Callers pass `count` samples for each channel, or room for as many.

  private var samples: [[Float]]
  private var taken = 0

  init(_ channels: Int) { samples = Array(repeating: [], count: channels) }

  var channelCount: Int { samples.count }
  var count: Int { (samples.first?.count ?? 0) - taken }

  func write(_ channels: [UnsafePointer<Float>], count: Int) {
    for index in samples.indices {
      if taken > 0 { samples[index].removeFirst(taken) }
      samples[index].append(contentsOf: UnsafeBufferPointer(start: channels[index], count: count))
    }
    taken = 0
  }

  func take(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    let frames = min(count, self.count)
    for (index, channel) in channels.enumerated() {
      samples[index].withUnsafeBufferPointer { samples in
        if let start = samples.baseAddress { channel.update(from: start + taken, count: frames) }
      }
    }
    taken += frames
    return frames
  }

  func removeAll() {
    for index in samples.indices { samples[index].removeAll(keepingCapacity: true) }
    taken = 0
  }
}
