package import ChainHosting
internal import Synchronization
internal import Linux
package import ComponentModel

// SAFETY: The shared memory stays mapped until this process ends. The parent has laid it out; the job and the sizes are
// read before any plugin is loaded, and everything else in the header is atomic.

/// The child of a render: hosts the plugins of a job in shared memory, and exits.
public enum RenderChild {
  /// The one argument with which `aucat-render` calls ``run()``.
  package static var argument: String { ChildProgram.argument }

  /// Does a job's task instead of rendering. There is one status for each unit of the chain.
  ///
  /// - Returns: the answer, a JSON object.
  package typealias Work = (
    _ job: RenderJob, _ task: JSON, _ log: @escaping @Sendable (PluginMessage) -> Void,
    _ statuses: UnsafeMutablePointer<RealtimeStatus>
  ) throws -> JSON

  /// Does the job and ends the process, without cleaning up, since nothing outlives it.
  public static func run() -> Never {
    run { _, _, _, _ in throw ChainError(.invalidJob(reason: "this program only renders")) }
  }

  /// Does the job and ends the process, as ``run()`` does.
  ///
  /// - Parameter work: does the job's task, if it has one.
  package static func run(_ work: Work) -> Never {
    let memory = ChildMemory.begin(descriptor: ChildProgram.descriptor, ended: HostChild.sayGone)
    if memory.purpose == .host { HostChild.run(memory) }
    let shared = SharedRender(memory)
    let answer: (String, JSON)
    do {
      try render(shared, work)
      CurrentProcess.endAtOnce(status: 2)
    } catch let error as ChainError {
      answer = ("error", .object(error.members))
    } catch {
      // Other errors come only from the texts of the job and its task.
      answer = ("error", .object(ChainError(.invalidJob(reason: "\(error)")).members))
    }
    finish(shared, answer)
  }

  private static func render(_ shared: SharedRender, _ work: Work) throws {
    var job = try RenderJob(text: String(decoding: shared.job, as: UTF8.self))
    // Cleaning up is pointless here, and a plugin that crashed or hung in it would hide the result.
    job.cleansUp = false
    let source = SharedSource(shared)
    let sink = SharedSink(shared)
    let messages = messages
    let log: @Sendable (PluginMessage) -> Void = { messages.add($0) }
    if let task = job.task { finish(shared, ("answer", try work(job, task, log, shared.child.statuses))) }
    let open: (Int) throws -> any FrameSink = { channels in
      guard channels <= HostSettings.renderedChannels else {
        throw ChainError(.outputCount(channels))
      }
      shared.header.pointee.outputChannels.publish(UInt32(channels))
      shared.child.parentEvents.signal()
      return sink
    }
    try job.render(from: source, log: log, statuses: shared.child.statuses, opened: open) { report in
      var report = report
      report.lostMessages += sink.end(report.messages)
      finish(shared, ("report", report.json))
    }
  }

  private static let messages = ChildMessages()

  /// Sends the answer to the parent, cut to the available room.
  private static func finish(_ shared: SharedRender, _ answer: (String, JSON)) -> Never {
    let bytes = result(answer, messages: messages.encoded)
    // SAFETY: `result` has cut the bytes to the room that is there.
    bytes.withUnsafeBytes { shared.result.copyMemory(from: $0) }
    shared.header.pointee.resultLength.publish(UInt32(bytes.count))
    shared.child.parentEvents.signal()
    CurrentProcess.endAtOnce(status: 0)
  }

  /// The answer as JSON; the texts of one that is too long, such as an error with thousands of symbols, are cut.
  static func result(_ answer: (String, JSON), messages: String) -> [UInt8] {
    func text(_ value: JSON) -> [UInt8] {
      Array("{\(JSON.string(answer.0).encoded):\(value.encoded),\"messages\":\(messages)}".utf8)
    }
    let whole = text(answer.1)
    if whole.count <= SharedRender.longestResult { return whole }
    let long = text(answer.1.cut(to: 1_000))
    return long.count <= SharedRender.longestResult ? long : text(answer.1.cut(to: 40))
  }
}

extension JSON {
  /// The same value with texts cut to this many Unicode scalars, and arrays to 41 values.
  fileprivate func cut(to length: Int) -> JSON {
    switch self {
    case .string(let text): .string(String(text.unicodeScalars.prefix(length)))
    case .array(let values): .array(values.prefix(41).map { $0.cut(to: length) })
    case .object(let members): .object(members.map { ($0.key, $0.value.cut(to: length)) })
    default: self
    }
  }
}
