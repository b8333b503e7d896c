internal import ComponentModel
internal import ComponentTags

extension Component {
  /// The tags that say most in a list: none that repeats the type, and none that another tag implies, as Compressor
  /// implies Dynamics.
  package var tellingTags: [Tag] {
    let tags = displayTags.filter { $0.identifier != type.tag }
    let entries = tags.filter(\.isStandard).compactMap { Vocabulary.standard[$0.identifier] }
    var implied = Set(entries.compactMap(\.group))
    // All dynamics processors of LV2 have this one, but it is nobody's group.
    let general = "dynamics-processor"
    if entries.contains(where: { $0.group == "dynamics" && $0.identifier != general }) { implied.insert(general) }
    return tags.filter { !$0.isStandard || !implied.contains($0.identifier) }
  }
}

extension ComponentType {
  /// The identifier of the standard tag with the same meaning.
  fileprivate var tag: String {
    switch self {
    case .effect, .musicEffect: "effects"
    case .musicDevice: "instrument"
    case .generator: "generator"
    case .midiProcessor: "midi"
    case .mixer: "mixer"
    case .formatConverter: "format-converter"
    case .panner: "panner"
    case .offlineEffect: "offline-effect"
    case .output: "output"
    }
  }
}
