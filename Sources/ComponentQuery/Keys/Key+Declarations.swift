internal import ComponentModel

// To add a key: a case of `Key`, its declaration here, and its line in the table of README.md, which a test compares
// with the declaration. A Boolean that a scan decides also needs its property in `Component` and `ComponentTraits` and
// its column in `schema/`.
extension Key {
  /// The declaration of the key. The switch is a table in which the compiler finds a missing entry.
  package var declaration: KeyDeclaration {
    switch self {
    case .uri: .text("the plugin's URI, its identity", column: .column("uri")) { $0.uri }
    case .name:
      .text("the name in your language where the bundle has it, else the one without a language, else any") { $0.name }
    case .typeName: .text("the type's name in English: `Music Device`") { $0.type.englishName }
    case .localizedType:
      .text("the type's name in your language", alias: "localizedTypeName") { $0.localizedType }
    case .manufacturer:
      .text(
        "the author's name, else the project's; may be missing", alias: "manufacturerName",
        column: .optional("manufacturer")
      ) { $0.manufacturer }
    case .bundle: .text("the path of the bundle's directory") { $0.bundle }
    case .license: .text("a URI or a name; may be missing", column: .optional("license")) { $0.license }
    case .pluginClass:
      .text("the URI of the most specific LV2 class", alias: "pluginClass", column: .column("class")) { $0.pluginClass }
    case .comment:
      .text("the author's description; may be missing", column: .optional("comment"), ofDetails: { $0.comment })
    case .variant:
      .text("what its mono, stereo and other variants have in common: the maker and the name without that") {
        $0.variant
      }

    case .version:
      .text("minor and micro version: `2.10`", kind: .version, alias: "versionString") { $0.version.description }
    case .addedAt:
      .text("when this catalog first saw the component", kind: .date, column: .column("added_at")) {
        Self.text(of: $0.addedAt)
      }
    case .changedAt:
      .text("when its description last changed", kind: .date, column: .column("changed_at")) {
        Self.text(of: $0.changedAt)
      }
    case .lastUsed:
      .text("when you last used it; missing where that is not known", kind: .date, column: .optionalExpression) {
        $0.lastUsed?.description
      }
    case .type:
      .text("what it is to a host: `MusicDevice`", kind: .enumeration, column: .column("type")) { $0.type.rawValue }
    case .verdict:
      .text("the scan's verdict; `scanned` for all that hosts see", kind: .enumeration) { $0.verdict.rawValue }
    case .validation:
      .text(
        "the result of a validation; missing if there was none", kind: .enumeration, column: .optional("validation")
      ) { $0.validation }

    case .audioInputs:
      .number("main audio inputs, without side chains", column: .column("audio_inputs")) { $0.audioInputs }
    case .audioOutputs: .number("main audio outputs", column: .column("audio_outputs")) { $0.audioOutputs }
    case .cvInputs: .number("control-voltage inputs", column: .column("cv_inputs")) { $0.cvInputs }
    case .cvOutputs: .number("control-voltage outputs", column: .column("cv_outputs")) { $0.cvOutputs }
    case .parameters:
      .number("what can be set: control inputs, and parameters that messages set", column: .column("parameters")) {
        $0.parameters
      }
    case .presets: .number("presets, whichever bundle declares them", column: .expression) { $0.presets }
    case .latency:
      .number(
        "frames; missing where the plugin reports a latency, which no scan measures", column: .optional("latency")
      ) { $0.latency }
    case .uses:
      .number("how often you have used it, by the counts of all programs", column: .expression) { $0.uses }

    case .midiInput:
      .flag(
        "takes MIDI", alias: "hasMIDIInput", name: "hasMIDIInput", column: .column("midi_input"), info: .composed,
        property: { \.hasMIDIInput }, scanned: { $0.hasMIDIInput })
    case .midiOutput:
      .flag(
        "sends MIDI", alias: "hasMIDIOutput", name: "hasMIDIOutput", column: .column("midi_output"), info: .composed,
        property: { \.hasMIDIOutput }, scanned: { $0.hasMIDIOutput })
    case .sideChain:
      .flag(
        "has an audio input besides the main ones", name: "hasSideChain", column: .column("side_chain"),
        info: .composed, property: { \.hasSideChain }, scanned: { $0.hasSideChain })
    case .hardRealtime:
      .flag(
        "its author says that it is hard real-time safe", name: "isHardRealtime", column: .column("hard_realtime"),
        info: .line(label: "real time", text: "hard real-time safe, as its author says"),
        property: { \.isHardRealtime }, scanned: { $0.isHardRealtime })
    case .customView:
      .flag(
        "has its own user interface", alias: "hasCustomView", name: "hasCustomView", column: .column("custom_view"),
        info: .composed, property: { \.hasCustomView }, scanned: { $0.hasCustomView })
    case .ui: .flag("short for `customView`") { $0.hasCustomView }
    case .inPlaceBroken:
      .flag(
        "needs buffers of its own for input and output", name: "isInPlaceBroken", column: .column("in_place_broken"),
        info: .line(label: "buffers", text: "input and output may not be the same"),
        property: { \.isInPlaceBroken }, scanned: { $0.isInPlaceBroken })
    case .favorite:
      .flag("you have marked it as a favourite", name: "isFavorite", info: .hidden, property: { \.isFavorite })
    case .hidden:
      .flag("you have hidden it", name: "isHidden", info: .hidden, property: { \.isHidden })
    case .passesAUVal: .flag("its validation said `passed`") { $0.passesAUVal }
    case .isSandboxSafe: .flag("never: LV2 has no sandbox", alias: "sandboxSafe") { $0.isSandboxSafe }

    case .requiredFeatures:
      .texts("URIs of the LV2 features without which it does not run", .texts { $0.requiredFeatures })
    case .parameterName: .texts("names of its parameters", .details { $0.parameterNames })
    case .parameterUnit: .texts("units of its parameters, such as `Hz`", .details { $0.parameterUnits })
    case .presetName: .texts("names of its presets", .details { $0.presets.map(\.name) })
    case .presetBank: .texts("banks of its presets, once for each preset", .details { $0.presets.compactMap(\.bank) })
    case .portSymbol: .texts("symbols of its ports", .details { $0.ports.map(\.symbol) })
    case .portDesignation: .texts("URIs of what its ports are for", .details { $0.ports.compactMap(\.designation) })

    case .tag: .tags("one of its tags, whoever gave it") { _ in true }
    case .tags: .tags("the same, as a list", alias: "allTagNames") { _ in true }
    case .userTag: .tags("one of the tags that you gave") { $0.isUser }
    case .userTagNames: .tags("the same, as a list") { $0.isUser }
    case .systemTag:
      .tags("one of those that others gave: by its class, by aucat's own list, or by its author") { $0.isSystem }
    case .authorTag:
      .tags("one of those that its author gave, by aucat's vocabulary (`schema/tags.md`)") {
        $0.sources.contains(.author)
      }
    }
  }

  /// A component from no catalog has no times.
  private static func text(of time: UTCTime) -> String? { time == .epoch ? nil : time.description }
}
