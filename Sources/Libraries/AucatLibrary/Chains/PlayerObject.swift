// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The function names are those in the C header.

package import CAucat
internal import RenderChain

/// `aucat_player`
final class PlayerObject: @unchecked Sendable {
  // SAFETY: One thread at a time uses it, as the header demands. Callers pass as many channels as there are, each with the frames
  // that they say; no more is read or written.

  private let running: RunningChain
  private let control: ChainControl
  let sampleRate: Double
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

  /// - Parameter messages: the messages in these frames, in order; their frames count from the first of these.
  func process(
    _ input: UnsafePointer<UnsafePointer<Float>?>?, into output: UnsafePointer<UnsafeMutablePointer<Float>?>?,
    frames: Int, messages: [MIDIMessage]
  ) throws {
    guard frames >= 0 else { throw CallFailure.argument("frames is out of range") }
    guard !running.isFixed || frames % running.blockLength == 0 else {
      throw CallFailure.argument(
        "a plugin needs blocks of \(running.blockLength) frames; pass a multiple of that, or set another block_length")
    }
    if let last = messages.last, last.frame >= frames {
      throw CallFailure.argument("a message is at frame \(last.frame), but there are only \(frames) frames")
    }
    var done = 0
    while done < frames {
      let count = next(min(running.blockLength, frames - done), from: done, messages)
      for channel in 0..<running.inputCount {
        guard let samples = input?[channel] else { throw CallFailure.argument("a channel of input is NULL") }
        (sources + channel).initialize(to: samples + done)
      }
      for channel in 0..<running.outputCount {
        guard let samples = output?[channel] else { throw CallFailure.argument("a channel of output is NULL") }
        (targets + channel).initialize(to: samples + done)
      }
      messages.filter { (done..<done + count).contains($0.frame) }.withEvents(from: done) { events in
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

  /// Adopts the tempo and the meter at a frame.
  ///
  /// - Returns: how many frames have these, at most `count`. If all blocks must have the same length, changes apply to
  ///   a whole block.
  private func next(_ count: Int, from start: Int, _ messages: [MIDIMessage]) -> Int {
    for change in messages where change.isMeta && change.frame >= start && change.frame < start + count {
      if change.frame > start, !running.isFixed { return change.frame - start }
      control.follow(change)
    }
    return count
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
  _ output: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ frames: Int, _ midi: OpaquePointer?,
  _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
  attempt(error) {
    let player = try required(player, "player", as: PlayerObject.self)
    let messages = try object(midi, MIDIObject.self)?.messages(player.sampleRate) ?? []
    try player.process(input, into: output, frames: frames, messages: messages)
  }
}

@c @implementation
package func aucat_player_free(_ player: OpaquePointer?) { release(player, PlayerObject.self) }
