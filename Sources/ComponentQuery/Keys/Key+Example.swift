extension Key {
  /// A predicate with the key, as `aucat keys` shows it.
  package var example: String {
    switch self {
    case .uri: "uri beginswith \"http://calf.\""
    case .name: "name contains[cd] hall"
    case .typeName: "typeName == \"Music Device\""
    case .localizedType: "localizedType contains[c] effect"
    case .manufacturer: "manufacturer contains[c] calf"
    case .bundle: "bundle beginswith \"/usr/lib/lv2/\""
    case .license: "license contains[c] gpl"
    case .comment: "comment contains[c] tube"
    case .variant: "variant endswith \"/lsp compressor\""
    case .pluginClass: "class endswith \"#ReverbPlugin\""
    case .version: "version >= 1.2"
    case .addedAt: "addedAt > 2026-11"
    case .changedAt: "changedAt == 2026"
    case .lastUsed: "lastUsed > 2026-11"
    case .type: "type == MusicDevice"
    case .verdict: "verdict != scanned"
    case .validation: "validation == passed"
    case .audioInputs: "audioInputs == 2"
    case .audioOutputs: "audioOutputs between {2, 8}"
    case .cvInputs: "cvInputs > 0"
    case .cvOutputs: "cvOutputs > 0"
    case .parameters: "parameters <= 5"
    case .presets: "presets > 10"
    case .latency: "latency == 0"
    case .uses: "uses >= 3"
    case .midiInput: "midiInput == yes"
    case .midiOutput: "midiOutput == yes"
    case .sideChain: "sideChain == yes"
    case .hardRealtime: "hardRealtime == no"
    case .customView: "customView == no"
    case .ui: "ui == yes"
    case .inPlaceBroken: "inPlaceBroken == no"
    case .favorite: "favorite == yes"
    case .hidden: "hidden == yes"
    case .passesAUVal: "passesAUVal == yes"
    case .isSandboxSafe: "isSandboxSafe == yes"
    case .requiredFeatures: "requiredFeatures.@count == 0"
    case .parameterName: "parameter.name contains[c] threshold"
    case .parameterUnit: "parameter.unit == Hz"
    case .presetName: "preset.name contains[c] vocal"
    case .presetBank: "preset.bank contains[c] pad"
    case .portSymbol: "port.symbol == gain"
    case .portDesignation: "port.designation endswith \"#latency\""
    case .tag: "tag contains drum"
    case .tags: "tags.@count > 3"
    case .userTag: "userTag == \"My Favorite Tag\""
    case .userTagNames: "userTagNames.@count > 0"
    case .systemTag: "systemTag == Reverb"
    case .authorTag: "authorTag.@count > 0"
    }
  }

  /// A value as one writes it behind the key and a colon.
  package var exampleValue: String {
    switch kind {
    case .date: return "2026-11"
    case .boolean: return "yes"
    case .number: return "2"
    case .text, .version, .enumeration, .texts, .tags: break
    }
    guard case .comparison(let comparison) = try? ComponentPredicate(parsing: example), !comparison.isCount,
      case .text(let text) = comparison.value
    else { return kind == .tags ? "reverb" : "worker" }
    return text.contains(" ") ? "\"\(text)\"" : text
  }

  /// A predicate of the components that have a value: a list with elements, a number above 0, yes. Numbers that may be
  /// missing count where they are known.
  package var presence: String {
    switch kind {
    case .texts, .tags: "\(rawValue).@count > 0"
    case .boolean: "\(rawValue) == yes"
    case .number: declaration.isOptional ? "\(rawValue) != nil" : "\(rawValue) > 0"
    case .text, .date, .version, .enumeration: "\(rawValue) != nil"
    }
  }
}

extension Key.Kind {
  /// The kind's name, as on the page of the language.
  package var name: String {
    switch self {
    case .text: "text"
    case .number: "number"
    case .boolean: "yes or no"
    case .date: "date"
    case .version: "version"
    case .enumeration: "enumeration"
    case .texts: "texts"
    case .tags: "tags"
    }
  }
}
