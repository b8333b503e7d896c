// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The functions have the names of the header.

package import CAucat
internal import RenderChain

/// `aucat_player`
final class PlayerObject: @unchecked Sendable {
  // SAFETY: One thread at a time uses it, as the header demands. Callers pass as many channels as there are, each with the frames
  // that they say; no more is read or written.

  private let running: RunningChain
  private let control: ChainControl
  private let sampleRate: Double
  private let allowsNonFinite: Bool
  private let sources: UnsafeMutablePointer<UnsafePointer<Float>>
  private let targets: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var position = 0

  init(_ running: consuming RunningChain, sampleRate: Double, allowsNonFinite: Bool) {
    control = running.control
    sources = .allocate(capacity: max(1, running.inputCount))
    targets = .allocate(capacity: max(1, running.outputCount))
    self.running = running
    self.sampleRate = sampleRate
    self.allowsNonFinite = allowsNonFinite
  }

  deinit {
    sources.deallocate()
    targets.deallocate()
  }

  var outputCount: Int { running.outputCount }

  func process(
    _ input: UnsafePointer<UnsafePointer<Float>?>?, into output: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    frames: Int, midi: UnsafeBufferPointer<aucat_midi>
  ) throws {
    guard frames >= 0 else { throw CallFailure.argument("frames is out of range") }
    guard !running.isFixed || frames % running.blockLength == 0 else {
      throw CallFailure.argument(
        "a plugin needs blocks of \(running.blockLength) frames; pass a multiple of that, or set another block_length")
    }
    var done = 0
    while done < frames {
      let count = min(running.blockLength, frames - done)
      for channel in 0..<running.inputCount {
        guard let samples = input?[channel] else { throw CallFailure.argument("a channel of input is NULL") }
        (sources + channel).initialize(to: samples + done)
      }
      for channel in 0..<running.outputCount {
        guard let samples = output?[channel] else { throw CallFailure.argument("a channel of output is NULL") }
        (targets + channel).initialize(to: samples + done)
      }
      let messages = midi.filter { (done..<done + count).contains(Int($0.frame)) }.map { message in
        let bytes = [message.bytes.0, message.bytes.1, message.bytes.2]
        return MIDIMessage(frame: Int(message.frame), bytes: Array(bytes.prefix(max(1, Int(message.count)))))
      }
      messages.withEvents(from: done) { events in
        running.render(
          running.inputCount == 0 ? nil : UnsafePointer(sources), into: UnsafePointer(targets), frames: count,
          events: events)
      }
      done += count
    }
    running.deliverTraces()
    position += frames
    if let fall = control.fall { throw fall }
    if !allowsNonFinite { try check() }
  }

  private func check() throws(ChainError) {
    let seconds = Double(position) / sampleRate
    if control.isInputNonFinite { throw ChainError(.nonFiniteInput(seconds: seconds)) }
    guard let stage = control.nonFiniteStage else { return }
    throw ChainError(.nonFinite(seconds: seconds), component: control.component(stage))
  }
}

@c @implementation
package func aucat_player_new(
  _ catalog: OpaquePointer?, _ chain: OpaquePointer?, _ channels: Int, _ sampleRate: Double,
  _ options: UnsafePointer<aucat_render_options>?, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
  attempt(error, otherwise: nil) {
    let rendering = try Rendering(chain, in: catalog, options: options, telling: nil, context: nil)
    return handle(try rendering.player(channels: channels, sampleRate: sampleRate))
  }
}

@c @implementation
package func aucat_player_channels(_ player: OpaquePointer?) -> Int {
  object(player, PlayerObject.self)?.outputCount ?? 0
}

@c @implementation
package func aucat_player_process(
  _ player: OpaquePointer?, _ input: UnsafePointer<UnsafePointer<Float>?>?,
  _ output: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ frames: Int, _ midi: UnsafePointer<aucat_midi>?,
  _ midiCount: Int, _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let player = try required(player, "player", as: PlayerObject.self)
    // SAFETY: the caller passes as many messages as it says.
    let messages = UnsafeBufferPointer(start: midi, count: midi == nil ? 0 : max(0, midiCount))
    try player.process(input, into: output, frames: frames, midi: messages)
  }
}

@c @implementation
package func aucat_player_free(_ player: OpaquePointer?) { release(player, PlayerObject.self) }
