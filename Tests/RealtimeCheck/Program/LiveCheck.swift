import CRealtimeSanitizer
import Foundation
import RenderChain
import Synchronization

/// Renders a live chain as a device does, with MIDI and a transport, while another thread turns everything, saves the chain and
/// asks for its meters.
struct LiveCheck {
  let chain: LiveChain
  let parameters: [[(symbol: String, range: ClosedRange<Float>)]]
  private let channels = 2
  /// Longer than the chain's block, so that a cycle has several parts.
  private let frames = 300

  init(_ chain: RenderChain, _ settings: HostSettings, _ parameters: [[(symbol: String, range: ClosedRange<Float>)]])
    throws
  {
    var live = LiveSettings(host: settings)
    live.collectsEvents = true
    self.chain = try LiveChain(chain, inputs: channels, outputs: channels, settings: live)
    self.parameters = parameters
  }

  /// - Returns: how often the other thread has saved the chain.
  func run(cycles: Int) -> Int {
    let isDone = Atomic(false)
    let saves = Atomic(0)
    let ended = DispatchSemaphore(value: 0)
    let thread = Thread {
      disturb(saves) { isDone.load(ordering: .relaxed) }
      ended.signal()
    }
    thread.start()
    render(cycles)
    isDone.store(true, ordering: .relaxed)
    ended.wait()
    chain.deactivate()
    return saves.load(ordering: .relaxed)
  }

  private func disturb(_ saves: borrowing Atomic<Int>, _ isDone: () -> Bool) {
    var random = SystemRandomNumberGenerator()
    while !isDone() {
      let stage = parameters.indices.randomElement(using: &random) ?? 0
      let control = chain.control(stage)
      if let one = parameters[stage].randomElement(using: &random) {
        try? control.set(one.symbol, of: 0, to: Float.random(in: one.range, using: &random))
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        try? control.setBypassed(Bool.random(using: &random), of: 0)
      }
      while chain.nextEvent() != nil {}
      if let unit = chain.status.stages.randomElement(using: &random)?.number { try? chain.restart(unit) }
      if (try? chain.saved()) != nil { saves.add(1, ordering: .relaxed) }
      usleep(20_000)
    }
  }

  private func render(_ cycles: Int) {
    // SAFETY: All of it is as long as the cycle says, and lives as long as this call.
    let inputs = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
    let outputs = (0..<channels).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
    let note = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
    let event = UnsafeMutablePointer<MIDIEvent>.allocate(capacity: 1)
    let sent = UnsafeMutableBufferPointer<MIDIEvent>.allocate(capacity: 64)
    defer {
      for samples in inputs + outputs { samples.deallocate() }
      note.deallocate()
      event.deallocate()
      sent.deallocate()
    }
    event.initialize(to: MIDIEvent(frame: 17, size: 3, bytes: note))
    var (count, position) = (0, LivePosition(speed: 1))
    for cycle in 0..<cycles {
      for samples in inputs {
        for frame in 0..<frames { samples[frame] = Float.random(in: -0.25...0.25) }
      }
      // Now and then the input is muted, connected anew, or the transport jumps.
      if cycle % 500 == 499 { inputs[0][7] = .nan }
      if cycle % 300 == 0 { position.frame += 1_000_000 }
      (note[0], note[1], note[2]) = (cycle % 2 == 0 ? 0x90 : 0x80, UInt8(cycle % 128), 100)
      inputs.map { UnsafePointer($0) }.withUnsafeBufferPointer { sources in
        outputs.withUnsafeBufferPointer { targets in
          guard let target = targets.baseAddress else { return }
          let now = LiveCycle(
            inputs: sources.baseAddress, outputs: target, frames: frames, startsInput: cycle % 200 == 0 ? 1 : 0,
            startsOutput: cycle % 200 == 100 ? 2 : 0, midi: UnsafeBufferPointer(start: event, count: 1), sent: sent,
            sentCount: &count, position: position, period: 6_000_000)
          aucatEnterRealtime()
          chain.render(now)
          aucatExitRealtime()
        }
      }
      position.frame += Int64(frames)
    }
  }
}
