internal import CLV2Host
internal import CProcess
internal import ComponentModel
internal import Glibc

/// The child of a render: hosts the plugins of a job in shared memory, and ends.
public enum RenderChild {
  /// The descriptor of the shared memory.
  static let descriptor: Int32 = 3

  /// Does the job. The process ends with it, without cleaning up: there is nothing that outlives it.
  public static func run() -> Never {
    aucatEndWithParent()
    guard let shared = SharedRender(descriptor: descriptor) else { _exit(2) }
    close(descriptor)
    aucatNoteFaults(&shared.header.pointee.faultyThread)
    aucatUseSignalStack()
    let answer: JSON
    do {
      try render(shared)
      _exit(2)
    } catch let error as ChainError {
      answer = .object([("error", .object(error.members))])
    } catch {
      answer = .object([("error", .object(ChainError(.system, nil, "\(error)").members))])
    }
    finish(shared, answer)
  }

  private static func render(_ shared: SharedRender) throws {
    let job = try RenderJob(text: String(decoding: shared.job, as: UTF8.self))
    let source = SharedSource(shared)
    let sink = SharedSink(shared)
    let log: @Sendable (PluginMessage) -> Void = { message in
      guard message.level == .error else { return }
      let line = "\(message.component): \(message.text)\n"
      _ = line.withCString { write(2, $0, strlen($0)) }
    }
    let open: (Int) throws -> any FrameSink = { channels in
      guard channels <= SharedRender.channels else {
        throw ChainError(.channels, nil, "\(channels) channels come out; at most \(SharedRender.channels) are rendered")
      }
      aucatStore(&shared.header.pointee.outputChannels, UInt32(channels))
      return sink
    }
    try job.render(from: source, log: log, statuses: shared.statuses, opened: open) { report in
      // Nobody needs the plugins' cleanup any more, and one that crashes in it would take the sound with it.
      sink.end()
      finish(shared, .object([("report", report.json)]))
    }
  }

  private static func finish(_ shared: SharedRender, _ answer: JSON) -> Never {
    let bytes = Array(answer.encoded.utf8.prefix(SharedRender.longestResult))
    bytes.withUnsafeBytes { shared.result.copyMemory(from: $0) }
    aucatStore(&shared.header.pointee.resultLength, UInt32(bytes.count))
    sem_post(&shared.header.pointee.event)
    _exit(0)
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
  private var slot = 0
  private var hasEnded = false

  init(_ shared: SharedRender) { self.shared = shared }

  var channelCount: Int { Int(shared.header.pointee.inputChannels) }

  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int {
    if hasEnded { return 0 }
    while sem_wait(&shared.header.pointee.inputFilled) != 0 {}
    let mark = aucatLoad(shared.inputCount(slot))
    hasEnded = mark & SharedRender.endMark != 0
    let frames = min(Int(mark & ~SharedRender.endMark), count)
    for (index, channel) in channels.enumerated() {
      aucatCopy(channel, shared.input(slot, index), UInt32(frames * 4))
    }
    slot = (slot + 1) % SharedRender.slots
    sem_post(&shared.header.pointee.inputFree)
    sem_post(&shared.header.pointee.event)
    return frames
  }
}

/// The output as it is handed to the parent, a slot at a time.
private final class SharedSink: FrameSink {
  private let shared: SharedRender
  private let slotFrames: Int
  private var slot = 0
  private var filled = 0
  private var hasSlot = false
  private(set) var framesWritten = 0

  init(_ shared: SharedRender) {
    self.shared = shared
    slotFrames = Int(shared.header.pointee.slotFrames)
  }

  func write(_ channels: [UnsafePointer<Float>], count: Int) {
    var done = 0
    while done < count {
      takeSlot()
      let frames = min(count - done, slotFrames - filled)
      for (index, channel) in channels.enumerated() {
        aucatCopy(shared.output(slot, index) + filled, channel + done, UInt32(frames * 4))
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
    while sem_wait(&shared.header.pointee.outputFree) != 0 {}
    hasSlot = true
  }

  private func handOver(_ mark: UInt32) {
    aucatStore(shared.outputCount(slot), UInt32(filled) | mark)
    slot = (slot + 1) % SharedRender.slots
    filled = 0
    hasSlot = false
    sem_post(&shared.header.pointee.outputFilled)
    sem_post(&shared.header.pointee.event)
  }
}
