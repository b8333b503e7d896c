internal import ComponentModel

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
