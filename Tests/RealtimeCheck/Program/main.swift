// Renders 10,000 blocks of a chain of 16 installed plugins, with MIDI, 5,000 cycles of it as a device asks for them, 5,000 of a ring, and 5,000 of tracks, while another
// thread turns their parameters and bypasses them. Run by `.dev/check --full` with RealtimeSanitizer, which reports every allocation, lock and system call on the way.

import AudioComponents
import CRealtimeSanitizer
import Foundation
import RenderChain
import Synchronization

let blocks = 10_000
let blockLength = 128

/// Stereo effects that promise to be real-time safe and can be loaded here, of as many makers as there are.
func chosenChain(_ manager: ComponentManager, _ settings: HostSettings) throws -> RenderChain {
  let known = try manager.components(
    matching:
      "audioInputs == 2 and audioOutputs == 2 and sideChain == no and parameters > 0 and hardRealtime == yes and type == Effect"
  )
  let byMaker = Dictionary(grouping: known) { $0.manufacturer ?? "" }.sorted { $0.key < $1.key }.map(\.value)
  var chain = RenderChain()
  for round in 0..<40 {
    for components in byMaker where round < components.count && chain.stages.count < 16 {
      var next = chain
      next.append(components[round])
      if (try? StoppedChain(next, channels: 2, settings: settings)) != nil { chain = next }
    }
  }
  return chain
}

/// Turns parameters and bypasses until it is told to stop.
func disturb(
  _ control: ChainControl, _ parameters: [[(symbol: String, range: ClosedRange<Float>)]], _ isDone: () -> Bool
) {
  var random = SystemRandomNumberGenerator()
  while !isDone() {
    let stage = parameters.indices.randomElement(using: &random) ?? 0
    if let one = parameters[stage].randomElement(using: &random) {
      try? control.set(one.symbol, of: stage, to: Float.random(in: one.range, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { try? control.setBypassed(Bool.random(using: &random), of: stage) }
    control.setTempo(Float.random(in: 60...180, using: &random))
    usleep(20_000)
  }
}

func check() throws {
  let settings = HostSettings(sampleRate: 48_000, blockLength: blockLength, mode: .live)
  let chain = try chosenChain(try ComponentManager.shared(), settings)
  let stopped = try StoppedChain(chain, channels: 2, settings: settings)
  let parameters = stopped.records.map { record in
    record.ports.filter {
      $0.isParameter && $0.minimum != nil && $0.maximum != nil && !$0.properties.contains("sampleRate")
    }
    .compactMap { port -> (symbol: String, range: ClosedRange<Float>)? in
      let (low, high) = (Float(port.minimum ?? 0), Float(port.maximum ?? 0))
      return low < high && port.designation == nil ? (port.symbol, low...high) : nil
    }
  }
  let running = try stopped.activate()
  let control = running.control
  let isDone = Atomic(false)
  let thread = Thread { disturb(control, parameters) { isDone.load(ordering: .relaxed) } }
  thread.start()

  let inputs = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: blockLength) }
  let outputs = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: blockLength) }
  let sources = UnsafeMutablePointer<UnsafePointer<Float>>.allocate(capacity: 2)
  let targets = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  for channel in 0..<2 {
    (sources + channel).initialize(to: UnsafePointer(inputs[channel]))
    (targets + channel).initialize(to: outputs[channel])
  }
  let note = UnsafeMutablePointer<UInt8>.allocate(capacity: 3)
  note.initialize(repeating: 0, count: 3)
  let message = UnsafeMutablePointer<MIDIEvent>.allocate(capacity: 1)
  message.initialize(to: MIDIEvent(frame: 5, size: 3, bytes: note))
  for block in 0..<blocks {
    for channel in 0..<2 {
      for frame in 0..<blockLength { inputs[channel][frame] = Float.random(in: -0.25...0.25) }
    }
    (note[0], note[1], note[2]) = (block % 2 == 0 ? 0x90 : 0x80, UInt8(block % 128), 100)
    aucatEnterRealtime()
    running.render(
      UnsafePointer(sources), into: UnsafePointer(targets), frames: blockLength,
      events: UnsafeBufferPointer(start: message, count: 1))
    aucatExitRealtime()
  }
  isDone.store(true, ordering: .relaxed)
  let live = try LiveCheck(chain, settings, parameters)
  let saves = live.run(cycles: 5_000)
  let played = try RingCheck.run(cycles: 5_000)
  let mixed = try [48_000.0, 44_100].reduce(0) { try $0 + MixerCheck.run(cycles: 5_000, rate: $1) }
  let names = chain.stages.map(\.component).joined(separator: "\n  ")
  print(
    "\(blocks) blocks of \(chain.stages.count) plugins, \(live.chain.status.blocks) cycles, \(saves) times saved, \(played) frames of a ring, \(mixed) of tracks, sanitizer \(aucatHasRealtimeSanitizer() ? "on" : "off"):\n  \(names)"
  )
}

try check()
