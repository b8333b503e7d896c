internal import Synchronization
internal import Linux

/// Stages that run one after the other, on one part of the sound at a time.
final class RenderUnit: @unchecked Sendable {
  private let running: RunningChain
  private let status: UnsafeMutablePointer<RealtimeStatus>
  private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let control: ChainControl
  /// By how many frames the unit delayed after the first part of the sound; nil before that. Which part another thread has
  /// reached makes no difference to it.
  private(set) var firstLatency: Int?
  let inputCount: Int
  let outputCount: Int

  init(_ running: consuming RunningChain, status: UnsafeMutablePointer<RealtimeStatus>) {
    inputCount = running.inputCount
    outputCount = running.outputCount
    control = running.control
    self.running = running
    self.status = status
    sources = .allocate(capacity: max(inputCount, 1))
    targets = .allocate(capacity: max(outputCount, 1))
  }

  deinit {
    sources.deallocate()
    targets.deallocate()
  }

  /// Renders frames block by block; in a fixed chain their number is one of whole blocks.
  func render(_ inputs: [UnsafeMutablePointer<Float>], to outputs: [UnsafeMutablePointer<Float>], count: Int) {
    status.pointee.thread.publish(CurrentThread.identifier)
    var done = 0
    while done < count {
      let frames = min(running.blockLength, count - done)
      for channel in 0..<inputCount { (sources + channel).initialize(to: UnsafePointer(inputs[channel] + done)) }
      for channel in 0..<outputCount { (targets + channel).initialize(to: outputs[channel] + done) }
      running.render(inputCount == 0 ? nil : UnsafePointer(sources), UnsafePointer(targets), frames: frames)
      done += frames
    }
    if firstLatency == nil { firstLatency = control.latency }
  }

  var latency: Int { control.latency }

  func setTempo(_ beatsPerMinute: Float) { control.setTempo(beatsPerMinute) }

  /// The component that gave samples that are no numbers.
  var notFinite: String? { control.notFiniteStage.flatMap(control.component) }
}
