internal import CJack

/// The memory of a block for a device that has no server's: the sound of its channels, and events.
final class BlockMemory {
  // SAFETY: everything is allocated here for as long as the object, with `most` frames a channel and the most events.

  let inputCount: Int
  let outputCount: Int
  /// The most frames of a block.
  let most: Int
  private let samples: UnsafeMutablePointer<Float>
  private let inputs: UnsafeMutablePointer<UnsafePointer<Float>>
  private let outputs: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let sent: UnsafeMutablePointer<DeviceMIDI>
  private let sentCount: UnsafeMutablePointer<Int>
  private let cycle: UnsafeMutablePointer<DeviceCycle>

  init(inputs inputCount: Int, outputs outputCount: Int, most: Int) {
    (self.inputCount, self.outputCount, self.most) = (inputCount, outputCount, most)
    let count = (inputCount + outputCount) * most
    samples = .allocate(capacity: max(count, 1))
    samples.initialize(repeating: 0, count: max(count, 1))
    inputs = .allocate(capacity: max(inputCount, 1))
    outputs = .allocate(capacity: max(outputCount, 1))
    for index in 0..<inputCount { (inputs + index).initialize(to: UnsafePointer(samples + index * most)) }
    for index in 0..<outputCount { (outputs + index).initialize(to: samples + (inputCount + index) * most) }
    sent = .allocate(capacity: DeviceCycle.mostEvents)
    sentCount = .allocate(capacity: 1)
    sentCount.initialize(to: 0)
    cycle = .allocate(capacity: 1)
    cycle.initialize(to: DeviceCycle(sentCount: sentCount))
  }

  deinit {
    samples.deallocate()
    inputs.deallocate()
    outputs.deallocate()
    sent.deallocate()
    sentCount.deallocate()
    cycle.deallocate()
  }

  /// What an input is to sound like.
  func input(_ channel: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(start: samples + channel * most, count: most)
  }

  /// What an output sounds like after the call.
  func output(_ channel: Int) -> UnsafeBufferPointer<Float> {
    UnsafeBufferPointer(start: outputs[channel], count: most)
  }

  /// What was sent.
  var events: UnsafeBufferPointer<DeviceMIDI> {
    UnsafeBufferPointer(start: sent, count: min(max(0, sentCount.pointee), DeviceCycle.mostEvents))
  }

  /// What a block is like.
  struct Block {
    var frames: Int
    var startsInput: UInt64 = 0
    var startsOutput: UInt64 = 0
    var position: DevicePosition
    var entry: Int64
    var period: Int64
  }

  /// Makes the call for a block.
  ///
  /// - Parameter received: the events, which stay during the call.
  func run(_ call: DeviceCall, _ block: Block, received: UnsafeBufferPointer<DeviceMIDI>) {
    sentCount.pointee = 0
    cycle.pointee.inputs = inputCount > 0 ? UnsafePointer(inputs) : nil
    cycle.pointee.outputs = outputCount > 0 ? UnsafePointer(outputs) : nil
    cycle.pointee.frames = block.frames
    cycle.pointee.startsInput = block.startsInput
    cycle.pointee.startsOutput = block.startsOutput
    cycle.pointee.midi = received
    cycle.pointee.sent = UnsafeMutableBufferPointer(start: sent, count: DeviceCycle.mostEvents)
    cycle.pointee.position = block.position
    cycle.pointee.entry = block.entry
    cycle.pointee.period = block.period
    aucatCallDevice(call.function, call.context, UnsafeRawPointer(cycle))
  }

  /// A bit for each channel.
  static func bits(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(max(0, count))) - 1 }
}
