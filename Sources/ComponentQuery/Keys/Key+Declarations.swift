internal import ComponentModel

// To add a key: a case of `Key`, its declaration here, and its line in the table of README.md, which a test compares
// with the declaration. A Boolean that a scan decides also needs its property in `Component` and `ComponentTraits` and
// its column in `schema/`.
extension Key {
  /// The declaration of the key. The switch is a table in which the compiler finds a missing entry.
  package var declaration: KeyDeclaration {
    switch self {
    case .uri:
      .text("the plugin's URI, its identity", example: "uri beginswith \"http://calf.\"", column: .column("uri")) {
        $0.uri
      }
    case .name:
      .text(
        "the name in your language where the bundle has it, else the one without a language, else any",
        example: "name contains[cd] hall"
      ) { $0.name }
    case .typeName:
      .text("the type's name in English: `Music Device`", example: "typeName == \"Music Device\"") {
        $0.type.englishName
      }
    case .localizedType:
      .text("the type's name in your language", example: "localizedType contains[c] effect", alias: "localizedTypeName")
      { $0.localizedType }
    case .manufacturer:
      .text(
        "the author's name, else the project's; may be missing", example: "manufacturer contains[c] calf",
        alias: "manufacturerName",
        column: .optional("manufacturer")
      ) { $0.manufacturer }
    case .bundle:
      .text("the path of the bundle's directory", example: "bundle beginswith \"/usr/lib/lv2/\"") { $0.bundle }
    case .license:
      .text(
        "a name such as GPL-2.0, or the URI that the bundle gives; may be missing", example: "license contains[c] gpl",
        column: .optional("license")
      ) { $0.license }
    case .pluginClass:
      .text(
        "the URI of the most specific LV2 class", example: "class endswith \"#ReverbPlugin\"", alias: "pluginClass",
        column: .column("class")
      ) { $0.pluginClass }
    case .comment:
      .text(
        "the author's description; may be missing", example: "comment contains[c] tube", column: .optional("comment"),
        ofDetails: { $0.comment })
    case .variant:
      .text(
        "what its mono, stereo and other variants have in common: the maker and the name without that",
        example: "variant endswith \"/lsp compressor\""
      ) {
        $0.variant
      }

    case .version:
      .text("minor and micro version: `2.10`", example: "version >= 1.2", kind: .version, alias: "versionString") {
        $0.version.description
      }
    case .addedAt:
      .text(
        "when a scan first saw the component", example: "addedAt > 2026-11", kind: .date,
        column: .column("added_at")
      ) {
        Self.text(of: $0.addedAt)
      }
    case .changedAt:
      .text(
        "when its description last changed", example: "changedAt == 2026", kind: .date, column: .column("changed_at")
      ) {
        Self.text(of: $0.changedAt)
      }
    case .lastUsed:
      .text(
        "when you last used it; missing where that is not known", example: "lastUsed > 2026-11", kind: .date,
        column: .optionalExpression
      ) {
        $0.lastUsed?.description
      }
    case .type:
      .text(
        "what it is to a host: `MusicDevice`", example: "type == MusicDevice", kind: .enumeration,
        column: .column("type")
      ) { $0.type.rawValue }
    case .verdict:
      .text("the scan's verdict; `scanned` for all that hosts see", example: "verdict != scanned", kind: .enumeration) {
        $0.verdict.rawValue
      }
    case .validation:
      .text(
        "what `aucat validate` said; missing if it has not run, or the files have changed",
        example: "validation == passed", kind: .enumeration,
        column: .optional("validation")
      ) { $0.validation }
    case .realtime:
      .text(
        "whether its author's promise of real-time safety holds in `aucat validate`; missing without that promise",
        example: "realtime == proven", kind: .enumeration, column: .optionalExpression
      ) { $0.realtime }

    case .audioInputs:
      .number("main audio inputs, without side chains", example: "audioInputs == 2", column: .column("audio_inputs")) {
        $0.audioInputs
      }
    case .audioOutputs:
      .number("main audio outputs", example: "audioOutputs between {2, 8}", column: .column("audio_outputs")) {
        $0.audioOutputs
      }
    case .cvInputs:
      .number("control-voltage inputs", example: "cvInputs > 0", column: .column("cv_inputs")) { $0.cvInputs }
    case .cvOutputs:
      .number("control-voltage outputs", example: "cvOutputs > 0", column: .column("cv_outputs")) { $0.cvOutputs }
    case .parameters:
      .number(
        "what can be set: control inputs, and parameters that messages set", example: "parameters <= 5",
        column: .column("parameters")
      ) {
        $0.parameters
      }
    case .presets:
      .number("presets, whichever bundle declares them", example: "presets > 10", column: .expression) { $0.presets }
    case .latency:
      .number(
        "frames, as `aucat bench` has measured it; missing before that, and where it is not certain",
        example: "latency == 0", column: .optional("measured_latency")
      ) { $0.latency }
    case .cost:
      .number(
        "per cent of one core, as `aucat bench` has measured it (`schema/measurement.md`); missing before that",
        example: "cost < 1", column: .optional("cost")
      ) { $0.cost }
    case .loadTime:
      .number(
        "milliseconds until it can play, as measured; missing before that", example: "loadTime < 100",
        column: .optional("load_time")
      ) { $0.loadTime }
    case .memory:
      .number(
        "millions of bytes that it takes to play, as measured; missing before that", example: "memory > 100",
        column: .optional("memory")
      ) { $0.memory }
    case .uses:
      .number("how often you have used it, by the counts of all programs", example: "uses >= 3", column: .expression) {
        $0.uses
      }

    case .midiInput:
      .flag(
        "takes MIDI", example: "midiInput == yes", alias: "hasMIDIInput", name: "hasMIDIInput",
        column: .column("midi_input"), info: .composed,
        property: { \.hasMIDIInput }, scanned: { $0.hasMIDIInput })
    case .midiOutput:
      .flag(
        "sends MIDI", example: "midiOutput == yes", alias: "hasMIDIOutput", name: "hasMIDIOutput",
        column: .column("midi_output"), info: .composed,
        property: { \.hasMIDIOutput }, scanned: { $0.hasMIDIOutput })
    case .sideChain:
      .flag(
        "has an audio input besides the main ones", example: "sideChain == yes", name: "hasSideChain",
        column: .column("side_chain"),
        info: .composed, property: { \.hasSideChain }, scanned: { $0.hasSideChain })
    case .hardRealtime:
      .flag(
        "its author says that it is hard real-time safe", example: "hardRealtime == no", name: "isHardRealtime",
        column: .column("hard_realtime"),
        info: .composed,
        property: { \.isHardRealtime }, scanned: { $0.isHardRealtime })
    case .customView:
      .flag(
        "has its own user interface", example: "customView == no", alias: "hasCustomView", name: "hasCustomView",
        column: .column("custom_view"),
        info: .composed, property: { \.hasCustomView }, scanned: { $0.hasCustomView })
    case .ui: .flag("short for `customView`", example: "ui == yes") { $0.hasCustomView }
    case .inPlaceBroken:
      .flag(
        "needs buffers of its own for input and output", example: "inPlaceBroken == no", name: "isInPlaceBroken",
        column: .column("in_place_broken"),
        info: .line(label: "buffers", text: "input and output may not be the same"),
        property: { \.isInPlaceBroken }, scanned: { $0.isInPlaceBroken })
    case .favorite:
      .flag(
        "you have marked it as a favourite", example: "favorite == yes", name: "isFavorite", info: .hidden,
        property: { \.isFavorite })
    case .hidden:
      .flag("you have hidden it", example: "hidden == yes", name: "isHidden", info: .hidden, property: { \.isHidden })
    case .deterministic:
      .optionalFlag(
        "the same input gives it the same output; missing if `aucat validate` has not compared",
        example: "deterministic == yes", alias: "isDeterministic"
      ) { $0.isDeterministic }
    case .passesAUVal: .flag("its validation said `passed`", example: "passesAUVal == yes") { $0.passesAUVal }
    case .isSandboxSafe:
      .flag("never: LV2 has no sandbox", example: "isSandboxSafe == yes", alias: "sandboxSafe") { $0.isSandboxSafe }

    case .requiredFeatures:
      .texts(
        "URIs of the LV2 features without which it does not run", example: "requiredFeatures.@count == 0",
        .texts { $0.requiredFeatures })
    case .parameterName:
      .texts("names of its parameters", example: "parameter.name contains[c] threshold", .details { $0.parameterNames })
    case .parameterUnit:
      .texts("units of its parameters, such as `Hz`", example: "parameter.unit == Hz", .details { $0.parameterUnits })
    case .presetName:
      .texts("names of its presets", example: "preset.name contains[c] vocal", .details { $0.presets.map(\.name) })
    case .presetBank:
      .texts(
        "banks of its presets, once for each preset", example: "preset.bank contains[c] pad",
        .details { $0.presets.compactMap(\.bank) })
    case .portSymbol:
      .texts("symbols of its ports", example: "port.symbol == gain", .details { $0.ports.map(\.symbol) })
    case .portDesignation:
      .texts(
        "URIs of what its ports are for", example: "port.designation endswith \"#latency\"",
        .details { $0.ports.compactMap(\.designation) })
    case .usableIn:
      .texts(
        "names of the hosts that can run it, by what they offer and it requires (`schema/hosts.md`)",
        example: "usableIn contains ardour", .details { $0.usableIn })

    case .tag: .tags("one of its tags, whoever gave it", example: "tag contains drum") { _ in true }
    case .tags: .tags("the same, as a list", example: "tags.@count > 3", alias: "allTagNames") { _ in true }
    case .userTag: .tags("one of the tags that you gave", example: "userTag == \"My Favorite Tag\"") { $0.isUser }
    case .userTagNames: .tags("the same, as a list", example: "userTagNames.@count > 0") { $0.isUser }
    case .systemTag:
      .tags(
        "one of those that others gave: by its class, by aucat's own list, or by its author",
        example: "systemTag == Reverb"
      ) { $0.isSystem }
    case .authorTag:
      .tags(
        "one of those that its author gave, by aucat's vocabulary (`schema/tags.md`)", example: "authorTag.@count > 0"
      ) {
        $0.sources.contains(.author)
      }
    }
  }

  /// A component from no catalog has no times.
  private static func text(of time: UTCTime) -> String? { time == .epoch ? nil : time.description }
}
