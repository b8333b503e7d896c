internal import AucatProgram
internal import AudioComponents

/// Prints what a search found.
struct SearchPrinter {
  let session: Session
  /// Whether CSV says which components are only near; JSON always does.
  var marksNear = false

  /// The output in a format; if that is nil, URIs, each followed by a NUL byte.
  func bytes(_ found: SearchResult, as format: SearchFormat?) -> [UInt8] {
    switch format {
    case .table: Array(list(ComponentList(found), as: session.terminal.isInteractive ? .terminal : .plain).utf8)
    case .json: array(objects(found))
    case .jsonl: lines(objects(found))
    case .csv: Array(CSV.text(found, marksNear: marksNear).utf8)
    case .uri: uris(found).flatMap { Array(Escaping.escaped($0).utf8) + [0x0A] }
    case nil: uris(found).flatMap { Array($0.utf8) + [0] }
    }
  }

  /// Each URI once: shadowed duplicates share theirs, and a bundle that is quarantined as a whole has none.
  private func uris(_ found: SearchResult) -> [String] {
    var seen: Set<String> = []
    return (found.components.map(\.uri) + found.quarantined.compactMap(\.uri) + found.near.map(\.uri))
      .filter { seen.insert($0).inserted }
  }

  private func objects(_ found: SearchResult) -> [JSON] {
    found.components.map { ComponentJSON.object($0) } + found.quarantined.map { ComponentJSON.object($0) }
      + found.near.map { ComponentJSON.nearObject($0) }
  }

  /// One array with an object per line.
  private func array(_ objects: [JSON]) -> [UInt8] {
    var bytes: [UInt8] = Array("[".utf8)
    for (index, object) in objects.enumerated() {
      bytes.append(contentsOf: (index > 0 ? ",\n" : "\n").utf8)
      object.append(to: &bytes)
    }
    bytes.append(contentsOf: "\n]\n".utf8)
    return bytes
  }

  private func lines(_ objects: [JSON]) -> [UInt8] {
    var bytes: [UInt8] = []
    for object in objects {
      object.append(to: &bytes)
      bytes.append(0x0A)
    }
    return bytes
  }
}

extension Component {
  /// The channels at a glance: `2→2`, `MIDI→2`, `MIDI+1→1`, `1 CV→1`. Side chains are not counted.
  var channels: String {
    let needsMIDI = hasMIDIInput && (type == .musicEffect || type == .musicDevice)
    let input = Self.side(audio: audioInputs, hasMIDI: hasMIDIInput, cv: cvInputs)
    let isPlain = audioInputs == 0 || !needsMIDI
    return (isPlain ? input : "MIDI+" + input) + "→"
      + Self.side(audio: audioOutputs, hasMIDI: hasMIDIOutput, cv: cvOutputs)
  }

  /// Audio, or else MIDI, or else CV: the kind that matters most in a mixer.
  private static func side(audio: Int, hasMIDI: Bool, cv: Int) -> String {
    if audio == 0 && hasMIDI { return "MIDI" }
    return audio == 0 && cv > 0 ? "\(cv) CV" : "\(audio)"
  }
}
