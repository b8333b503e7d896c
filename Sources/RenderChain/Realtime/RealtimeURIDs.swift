internal import ComponentModel

/// The URIDs that the render thread writes.
struct RealtimeURIDs {
  let sequence = URIDMap.shared.map(Namespace.atom + "Sequence")
  let chunk = URIDMap.shared.map(Namespace.atom + "Chunk")
  let object = URIDMap.shared.map(Namespace.atom + "Object")
  let int = URIDMap.shared.map(Namespace.atom + "Int")
  let long = URIDMap.shared.map(Namespace.atom + "Long")
  let float = URIDMap.shared.map(Namespace.atom + "Float")
  let double = URIDMap.shared.map(Namespace.atom + "Double")
  let midiEvent = URIDMap.shared.map(LV2.midiEvent)
  let position = URIDMap.shared.map(Namespace.time + "Position")
  let frame = URIDMap.shared.map(Namespace.time + "frame")
  let speed = URIDMap.shared.map(Namespace.time + "speed")
  let bar = URIDMap.shared.map(Namespace.time + "bar")
  let barBeat = URIDMap.shared.map(Namespace.time + "barBeat")
  let beat = URIDMap.shared.map(Namespace.time + "beat")
  let beatUnit = URIDMap.shared.map(Namespace.time + "beatUnit")
  let beatsPerBar = URIDMap.shared.map(Namespace.time + "beatsPerBar")
  let beatsPerMinute = URIDMap.shared.map(Namespace.time + "beatsPerMinute")
}
