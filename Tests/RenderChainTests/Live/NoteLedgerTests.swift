import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// Which notes sound when a component goes, and the MIDI that one misses.
struct NoteLedgerTests {
  private let pool = MemoryPool()
  private let urids = RealtimeURIDs()

  private func port(_ messages: [[UInt8]] = []) throws -> RealtimeAtomPort {
    let port = try pool.sequence(65_536)
    port.clearInput(urids)
    for bytes in messages { port.append(frame: 3, type: urids.midiEvent, size: UInt32(bytes.count), bytes) }
    return port
  }

  private func messages(_ port: RealtimeAtomPort) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var events = RealtimeEvents(port.sequence, capacity: port.capacity, type: urids.sequence)
    while let event = events.nextEvent() {
      let bytes = UnsafeRawPointer(event)
      let size = Int(bytes.load(fromByteOffset: 8, as: UInt32.self))
      found.append(Array(UnsafeRawBufferPointer(start: bytes + 16, count: size)))
    }
    return found
  }

  @Test func notesThatSoundAreEndedOnce() throws {
    let ledger = NoteLedger(notes: pool.array(NoteLedger.words, of: UInt64(0)))
    let input = try port([
      [0x90, 60, 100], [0x9F, 127, 1], [0x90, 61, 100], [0x80, 61, 0], [0x91, 0, 5], [0x91, 0, 0], [0x92, 64, 9],
      [0xB2, 123, 0], [0xF8], [0x90, 63, 1],
    ])
    ledger.follow(input, urids)
    let (output, again) = (try port(), try port())
    let count = ledger.end(in: output, urids)
    verify(count == 3 && messages(output) == [[0x80, 60, 64], [0x80, 63, 64], [0x8F, 127, 64]])
    let rest = ledger.end(in: again, urids)
    verify(rest == 0 && messages(again).isEmpty)
  }

  @Test func missedMIDIIsKeptAsFarAsAComponentMustKnowOfIt() throws {
    let missed = MissedEvents(in: pool)
    let (source, target) = (
      try port([
        [0x90, 60, 100], [0x80, 60, 64], [0x91, 61, 0], [0xB0, 7, 10], [0xB0, 7, 20], [0xC2, 5], [0xE3, 1, 2], [0xF8],
      ]), try port()
    )
    source.append(frame: 99, type: urids.midiEvent, size: 3, [0x80, 70, 0])
    missed.keep(source, from: 0, frames: 64, urids)
    verify(missed.hasAny())
    missed.append(to: target, urids)
    verify(messages(target), equals: [[0xB0, 7, 20], [0xC2, 5], [0xE3, 1, 2], [0x80, 60, 64], [0x81, 61, 64]])
    missed.clear()
    verify(!missed.hasAny())
  }
}
