internal import Synchronization
internal import Linux
internal import ComponentModel
internal import Glibc

/// The child of a render: hosts the plugins of a job in shared memory, and ends.
public enum RenderChild {
  /// The descriptor of the shared memory.
  static let descriptor: Int32 = 3

  /// Does the job and ends the process, without cleaning up: nothing outlives it.
  public static func run() -> Never {
    guard let shared = SharedRender(descriptor: descriptor) else { _exit(2) }
    CurrentProcess.endWithParent(shared.header.pointee.parent)
    close(descriptor)
    CurrentProcess.recordFaultyThread(in: shared.faultyThread)
    CurrentThread.useSignalStack()
    let answer: (String, JSON)
    do {
      try render(shared)
      _exit(2)
    } catch let error as ChainError {
      answer = ("error", .object(error.members))
    } catch {
      answer = ("error", .object(ChainError(.other("\(error)")).members))
    }
    finish(shared, answer)
  }

  private static func render(_ shared: SharedRender) throws {
    var job = try RenderJob(text: String(decoding: shared.job, as: UTF8.self))
    // Cleaning up is pointless here, and a plugin that crashes or hangs in it would hide the result.
    job.cleansUp = false
    let source = SharedSource(shared)
    let sink = SharedSink(shared)
    let messages = messages
    let log: @Sendable (PluginMessage) -> Void = { messages.add($0) }
    let open: (Int) throws -> any FrameSink = { channels in
      guard channels <= SharedRender.channels else {
        throw ChainError(.outputCount(channels))
      }
      shared.header.pointee.outputChannels.publish(UInt32(channels))
      shared.parentEvents.signal()
      return sink
    }
    try job.render(from: source, log: log, statuses: shared.statuses, opened: open) { report in
      sink.end()
      finish(shared, ("report", report.json))
    }
  }

  private static let messages = ChildMessages()

  private static func finish(_ shared: SharedRender, _ answer: (String, JSON)) -> Never {
    let text = JSON.object([(key: answer.0, value: answer.1), (key: "messages", value: messages.json)]).encoded
    let bytes = Array(text.utf8.prefix(SharedRender.longestResult))
    bytes.withUnsafeBytes { shared.result.copyMemory(from: $0) }
    shared.header.pointee.resultLength.publish(UInt32(bytes.count))
    shared.parentEvents.signal()
    _exit(0)
  }
}
