import AudioSources
import ChainHosting
import Synchronization
import TestSupport
import Testing

@testable import AudioTracks
@testable import LiveSound

extension ServerBench {
  /// The mail program: the body stops in mid-sentence, the notice sounds, the body goes on at the same frame. This device
  /// records what another one plays, and each frame of that is another number.
  func checkTracks(on other: JackDevice) throws {
    let server = try server()
    defer { server.end() }
    _ = try open(DeviceWishes(clientName: "recorder", outputPorts: .none))
    try device.start()
    var difference: String? = "nothing was played"
    // A machine that is busy loses blocks, and is asked again.
    for _ in 0..<20 where difference != nil {
      recorder.forget()
      difference = try playMail(on: other)
    }
    device.close()
    verify(difference == nil)
  }

  private func body() throws -> sending NoiseSource { try NoiseSource(.white, seed: 1, length: 48_000) }
  private func notice() throws -> sending NoiseSource { try NoiseSource(.white, seed: 2, length: 4_800) }

  /// - Returns: what was heard wrongly; nil if nothing was.
  private func playMail(on other: JackDevice) throws -> String? {
    let told = Mutex<(ends: [String], position: Int)>(([], 0))
    let coordinator = AudioCoordinator { event in
      switch event.kind {
      case .ended(let item, _): told.withLock { $0.ends.append(item.name) }
      case .continued(let frame): told.withLock { $0.position = frame }
      default: break
      }
    }
    let wishes = DeviceWishes(clientName: "tracks", inputs: 0, outputs: 2, hasMIDI: false)
    let player = TrackPlayer(coordinator, on: other, wishes) { _ in }
    let mail = try coordinator.addTrack("body", priority: 1)
    let notices = try coordinator.addTrack("notices", priority: 2)
    try player.start()
    defer { player.stop() }
    try device.connect("tracks:out_1", "recorder:in_1")
    try mail.enqueue(body(), named: "body")
    verify(waitUntil { mail.position > 9_600 })
    // Silent while the body falls, so that both can be told apart.
    try notices.enqueue(SequenceSource([SilenceSource(length: 4_800), notice()]), named: "notice")
    verify(waitUntil { coordinator.isIdle })
    verify(waitUntil(0.2) { false }, equals: false, "the last blocks are recorded")
    verify(told.withLock { $0.ends }, equals: ["notice", "body"])
    return try difference(recorder.blocks.flatMap { $0.inputs[0] }, pausedAt: told.withLock { $0.position })
  }

  private func difference(_ heard: [Float], pausedAt position: Int) throws -> String? {
    let (body, notice) = try (samples(body()), samples(notice()))
    var rest = heard[...]
    /// Takes what is heard next, behind silence.
    func hears(_ expected: [Float]) -> Bool {
      rest = rest.drop { $0 == 0 }
      defer { rest = rest.dropFirst(expected.count) }
      return rest.starts(with: expected)
    }
    func ramp(_ frame: Int) -> Float { Float(RealtimeRamp.share(frame, of: 240)) }
    let falling = (0..<240).map { body[position + $0] * ramp(240 - $0) }
    guard hears(body[..<position] + falling) else { return "the body up to \(position), which falls" }
    guard hears(notice) else { return "the notice" }
    // The first frame of the ramp is silent.
    let rising = (1..<240).map { body[position + $0] * ramp($0) }
    guard hears(rising + body[(position + 240)...]) else { return "the body from \(position)" }
    return rest.contains { $0 != 0 } ? "something behind the body" : nil
  }

  private func samples(_ source: any AudioSource) throws -> [Float] {
    // SAFETY: The memory has room for `count` frames of both channels.
    let count = source.length ?? 0
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * count)
    defer { memory.deallocate() }
    return Array(
      UnsafeBufferPointer(start: memory, count: try source.read(into: [memory, memory + count], count: count)))
  }
}
