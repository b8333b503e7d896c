/// The URIDs that the render thread writes.
struct RealtimeURIDs {
  let sequence = urid(LV2URI.atom + "Sequence")
  let chunk = urid(LV2URI.atom + "Chunk")
  let object = urid(LV2URI.atom + "Object")
  let int = urid(LV2URI.atom + "Int")
  let long = urid(LV2URI.atom + "Long")
  let float = urid(LV2URI.atom + "Float")
  let double = urid(LV2URI.atom + "Double")
  let midiEvent = urid(LV2URI.midiEvent)
  let position = urid(LV2URI.time + "Position")
  let frame = urid(LV2URI.time + "frame")
  let speed = urid(LV2URI.time + "speed")
  let bar = urid(LV2URI.time + "bar")
  let barBeat = urid(LV2URI.time + "barBeat")
  let beat = urid(LV2URI.time + "beat")
  let beatUnit = urid(LV2URI.time + "beatUnit")
  let beatsPerBar = urid(LV2URI.time + "beatsPerBar")
  let beatsPerMinute = urid(LV2URI.time + "beatsPerMinute")
}

private func urid(_ uri: String) -> UInt32 { URIDMap.shared.map(uri) }
