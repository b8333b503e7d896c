internal import CLV2Host
internal import Linux
internal import ComponentModel
internal import Glibc
internal import Synchronization

/// The child of a render: hosts the plugins of a job in shared memory, and ends.
public enum RenderChild {
  /// The descriptor of the shared memory.
  static let descriptor: Int32 = 3

  /// Does the job. The process ends with it, without cleaning up: there is nothing that outlives it.
  public static func run() -> Never {
    guard let shared = SharedRender(descriptor: descriptor) else { _exit(2) }
    CurrentProcess.endWithParent(shared.header.pointee.parent)
    close(descriptor)
    CurrentProcess.recordFaultyThread(in: &shared.header.pointee.faultyThread)
    CurrentThread.useSignalStack()
    let answer: (String, JSON)
    do {
      try render(shared)
      _exit(2)
    } catch let error as ChainError {
      answer = ("error", .object(error.members))
    } catch {
      answer = ("error", .object(ChainError(.system, nil, "\(error)").members))
    }
    finish(shared, answer)
  }

  private static func render(_ shared: SharedRender) throws {
    var job = try RenderJob(text: String(decoding: shared.job, as: UTF8.self))
    // Nobody needs the plugins' cleanup: one that crashes or hangs in it would hide what happened before.
    job.cleansUp = false
    let source = SharedSource(shared)
    let sink = SharedSink(shared)
    let messages = messages
    let log: @Sendable (PluginMessage) -> Void = { messages.add($0) }
    let open: (Int) throws -> any FrameSink = { channels in
      guard channels <= SharedRender.channels else {
        throw ChainError(.channels, nil, "\(channels) channels come out; at most \(SharedRender.channels) are rendered")
      }
      aucatStore(&shared.header.pointee.outputChannels, UInt32(channels))
      aucatWake(&shared.header.pointee.parentEvents)
      return sink
    }
    try job.render(from: source, log: log, statuses: shared.statuses, opened: open) { report in
      sink.end()
      finish(shared, ("report", report.json))
    }
  }

  private static let messages = Messages()

  private static func finish(_ shared: SharedRender, _ answer: (String, JSON)) -> Never {
    let text = JSON.object([(key: answer.0, value: answer.1), (key: "messages", value: messages.json)]).encoded
    let bytes = Array(text.utf8.prefix(SharedRender.longestResult))
    bytes.withUnsafeBytes { shared.result.copyMemory(from: $0) }
    aucatStore(&shared.header.pointee.resultLength, UInt32(bytes.count))
    aucatWake(&shared.header.pointee.parentEvents)
    _exit(0)
  }
}

/// What plugins log, for the parent: the first that has room.
private final class Messages: Sendable {
  private let kept = Mutex<[PluginMessage]>([])
  private static let most = 50
  private static let longest = 500

  func add(_ message: PluginMessage) {
    kept.withLock { kept in if kept.count < Self.most { kept.append(message) } }
  }

  var json: JSON {
    .array(
      kept.withLock { $0 }.map { message in
        .object([
          ("component", .string(message.component)), ("level", .string(message.level.rawValue)),
          ("text", .string(String(message.text.prefix(Self.longest)))),
        ])
      })
  }
}

extension PluginMessage {
  init(_ members: Members) throws(ChainFile.Fault) {
    self.init(
      component: try members.text("component") ?? "",
      level: try members.text("level").flatMap { Level(rawValue: $0) } ?? .note, text: try members.text("text") ?? "")
  }
}

extension ChainError {
  var members: [(key: String, value: JSON)] {
    [("code", .string("\(code)")), ("component", .optional(component)), ("detail", .string(detail))]
  }

  init(_ members: Members) throws(ChainFile.Fault) {
    let word = try members.text("code") ?? ""
    let code = Code.allCases.first { "\($0)" == word } ?? .failed
    self.init(code, try members.text("component"), try members.text("detail") ?? "no reason is given")
  }
}

/// The input as the parent hands it over.
private final class SharedSource: FrameSource {
  private let shared: SharedRender
  private var emptied: UInt32 = 0
  private var hasEnded = false

  init(_ shared: SharedRender) { self.shared = shared }

  var channelCount: Int { shared.inputChannels }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    if hasEnded { return 0 }
    shared.waitForParent { aucatLoad(&$0.pointee.inputsFilled) != emptied }
    let mark = aucatLoad(shared.inputCount(emptied))
    hasEnded = mark & SharedRender.endMark != 0
    let frames = min(Int(mark & ~SharedRender.endMark), count)
    for (index, channel) in channels.enumerated() {
      aucatCopy(channel, shared.input(emptied, index), UInt32(frames * 4))
    }
    emptied &+= 1
    aucatStore(&shared.header.pointee.inputsEmptied, emptied)
    aucatWake(&shared.header.pointee.parentEvents)
    return frames
  }
}

/// The output as it is handed to the parent, a slot at a time.
private final class SharedSink: FrameSink {
  private let shared: SharedRender
  private let slotFrames: Int
  private var slotsFilled: UInt32 = 0
  private var filled = 0
  private var hasSlot = false
  private(set) var framesWritten = 0

  init(_ shared: SharedRender) {
    self.shared = shared
    slotFrames = shared.slotFrames
  }

  func write(_ channels: [UnsafePointer<Float>], count: Int) {
    var done = 0
    while done < count {
      takeSlot()
      let frames = min(count - done, slotFrames - filled)
      for (index, channel) in channels.enumerated() {
        aucatCopy(shared.output(slotsFilled, index) + filled, channel + done, UInt32(frames * 4))
      }
      filled += frames
      done += frames
      if filled == slotFrames { handOver(0) }
    }
    framesWritten += count
  }

  /// Hands the last slot over.
  func end() {
    takeSlot()
    handOver(SharedRender.endMark)
  }

  private func takeSlot() {
    guard !hasSlot else { return }
    shared.waitForParent { slotsFilled &- aucatLoad(&$0.pointee.outputsEmptied) < UInt32(SharedRender.slots) }
    hasSlot = true
  }

  private func handOver(_ mark: UInt32) {
    aucatStore(shared.outputCount(slotsFilled), UInt32(filled) | mark)
    filled = 0
    hasSlot = false
    slotsFilled &+= 1
    aucatStore(&shared.header.pointee.outputsFilled, slotsFilled)
    aucatWake(&shared.header.pointee.parentEvents)
  }
}

extension SharedRender {
  /// Waits until the parent has made something so.
  fileprivate func waitForParent(_ isSo: (UnsafeMutablePointer<Header>) -> Bool) {
    while true {
      let events = aucatLoad(&header.pointee.childEvents)
      if isSo(header) { return }
      aucatWait(&header.pointee.childEvents, events, 1_000)
    }
  }
}
