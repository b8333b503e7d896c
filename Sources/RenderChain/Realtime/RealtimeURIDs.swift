internal import ComponentModel

/// The URIDs that the render thread writes.
struct RealtimeURIDs {
  let sequence = urid(Namespace.atom + "Sequence")
  let chunk = urid(Namespace.atom + "Chunk")
  let object = urid(Namespace.atom + "Object")
  let int = urid(Namespace.atom + "Int")
  let long = urid(Namespace.atom + "Long")
  let float = urid(Namespace.atom + "Float")
  let double = urid(Namespace.atom + "Double")
  let midiEvent = urid(LV2.midiEvent)
  let position = urid(Namespace.time + "Position")
  let frame = urid(Namespace.time + "frame")
  let speed = urid(Namespace.time + "speed")
  let bar = urid(Namespace.time + "bar")
  let barBeat = urid(Namespace.time + "barBeat")
  let beat = urid(Namespace.time + "beat")
  let beatUnit = urid(Namespace.time + "beatUnit")
  let beatsPerBar = urid(Namespace.time + "beatsPerBar")
  let beatsPerMinute = urid(Namespace.time + "beatsPerMinute")
}

private func urid(_ uri: String) -> UInt32 { URIDMap.shared.map(uri) }
