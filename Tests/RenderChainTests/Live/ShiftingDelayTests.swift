import TestSupport
import Testing

@testable import ChainHosting
@testable import ChainModel

/// What transitions are made of: delay lines, and which notes sound.
struct ShiftingDelayTests {
  private let pool = MemoryPool()

  @Test func itIsReadAtAnyDistance() {
    let delay = ShiftingDelay(line: pool.array(2 * 70, of: Float(0)), length: 70, position: pool.array(1, of: 0))
    let (room, target) = (pool.array(64, of: Float(0)), pool.array(64, of: Float(0)))
    var (written, lengths) = (0, [1, 7, 20, 20, 13, 20, 3].makeIterator())
    for _ in 0..<200 {
      var count = 20
      if let length = lengths.next() { count = length }
      for channel in 0..<2 {
        for frame in 0..<count { room[frame] = Float(written + frame + 1) * (channel == 0 ? 1 : -1) }
        delay.write(room, channel: channel, frames: count)
      }
      for distance in [0, 1, 19, 49, 50] {
        for channel in 0..<2 {
          delay.read(channel, delay: distance, count, into: target)
          for frame in 0..<count {
            let expected = Float(max(written + frame + 1 - distance, 0)) * (channel == 0 ? 1 : -1)
            verify(target[frame], equals: expected)
          }
        }
      }
      delay.advance(count)
      written += count
    }
  }

  private func port() throws -> RealtimeAtomPort {
    let port = try pool.sequence(65_536)
    port.clearInput(RealtimeURIDs())
    return port
  }

  @Test func notesThatSoundAreEnded() throws {
    let ledger = NoteLedger(notes: pool.array(NoteLedger.words, of: UInt64(0)))
    let (urids, input) = (RealtimeURIDs(), try port())
    func send(_ bytes: [UInt8]) { input.append(frame: 3, type: urids.midiEvent, size: UInt32(bytes.count), bytes) }
    for bytes in [
      [0x90, 60, 100], [0x9F, 127, 1], [0x90, 61, 100], [0x80, 61, 0], [0x91, 0, 5], [0x91, 0, 0], [0x92, 64, 9],
      [0xB2, 123, 0], [0xF8], [0x90, 63, 1],
    ] as [[UInt8]] {
      send(bytes)
    }
    ledger.follow(input, urids)
    let output = try port()
    let count = ledger.end(in: output, urids)
    var events = RealtimeEvents(output.sequence, capacity: output.capacity, type: urids.sequence)
    var ended: [[UInt8]] = []
    while let event = events.nextEvent() {
      ended.append(Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(event) + 16, count: 3)))
    }
    verify(count == 3 && ended == [[0x80, 60, 64], [0x80, 63, 64], [0x8F, 127, 64]])
    let again = try port()
    let rest = ledger.end(in: again, urids)
    var none = RealtimeEvents(again.sequence, capacity: again.capacity, type: urids.sequence)
    verify(rest == 0 && none.nextEvent() == nil, "only once")
  }
}
