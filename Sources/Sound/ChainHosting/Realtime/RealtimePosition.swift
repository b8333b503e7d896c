internal import CLV2Host
internal import ComponentModel

/// Writes `time:Position` objects.
enum RealtimePosition {
  // SAFETY: `appendEvent` has made room for `size` bytes: the object's header and eight properties of 24 bytes.

  /// Eight properties of 24 bytes after the object's own 8.
  private static var size: UInt32 { 8 + 8 * 24 }

  @_noLocks static func append(
    to port: RealtimeAtomPort, _ transport: UnsafeMutablePointer<RealtimeTransport>, _ urids: borrowing RealtimeURIDs
  ) {
    guard let body = port.appendEvent(frame: 0, type: urids.object, size: size) else { return }
    aucatZero(body, size)
    body.storeBytes(of: 0, toByteOffset: 0, as: UInt32.self)
    body.storeBytes(of: urids.position, toByteOffset: 4, as: UInt32.self)
    let state = transport.pointee
    var writer = PropertyWriter(next: body + 8)
    writer.add(urids.frame, as: urids.long, size: 8, UInt64(bitPattern: state.frame))
    writer.add(urids.speed, as: urids.float, size: 4, UInt64(state.speed.bitPattern))
    writer.add(urids.bar, as: urids.long, size: 8, UInt64(bitPattern: state.bar()))
    writer.add(urids.barBeat, as: urids.float, size: 4, UInt64(state.barBeat().bitPattern))
    writer.add(urids.beat, as: urids.double, size: 8, state.beat.bitPattern)
    writer.add(urids.beatUnit, as: urids.int, size: 4, UInt64(UInt32(bitPattern: state.beatUnit)))
    writer.add(urids.beatsPerBar, as: urids.float, size: 4, UInt64(state.beatsPerBar.bitPattern))
    writer.add(urids.beatsPerMinute, as: urids.float, size: 4, UInt64(state.beatsPerMinute.bitPattern))
  }
}

/// Writes successive `LV2_Atom_Property_Body` structures, with values of at most 8 bytes.
private struct PropertyWriter {
  var next: UnsafeMutableRawPointer

  /// Writes a property. The value is passed as bits, not as a generic type: a generic function may look up metadata,
  /// which the compiler does not allow on the render thread.
  @_noLocks mutating func add(_ key: UInt32, as type: UInt32, size: UInt32, _ bits: UInt64) {
    next.storeBytes(of: key, toByteOffset: 0, as: UInt32.self)
    next.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    next.storeBytes(of: size, toByteOffset: 8, as: UInt32.self)
    next.storeBytes(of: type, toByteOffset: 12, as: UInt32.self)
    // Lower bytes come first, and the rest of a shorter value is padding.
    next.storeBytes(of: bits, toByteOffset: 16, as: UInt64.self)
    next += 24
  }
}

/// The URIDs that the render thread writes.
struct RealtimeURIDs {
  let sequence = atom("Sequence")
  let chunk = atom("Chunk")
  let object = atom("Object")
  let int = atom("Int")
  let long = atom("Long")
  let float = atom("Float")
  let double = atom("Double")
  let midiEvent = URIDMap.shared.map(LV2.midiEvent)
  let position = time("Position")
  let frame = time("frame")
  let speed = time("speed")
  let bar = time("bar")
  let barBeat = time("barBeat")
  let beat = time("beat")
  let beatUnit = time("beatUnit")
  let beatsPerBar = time("beatsPerBar")
  let beatsPerMinute = time("beatsPerMinute")

  private static func atom(_ name: String) -> UInt32 { URIDMap.shared.map(Namespace.atom + name) }
  private static func time(_ name: String) -> UInt32 { URIDMap.shared.map(Namespace.time + name) }
}
