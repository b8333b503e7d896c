internal import ComponentModel

// To add a key: a case of `Key`, its declaration here, and its line in the table of README.md, which a test compares
// with the declaration. A Boolean that a scan decides also needs its property in `Component` and `ComponentTraits` and
// its column in `schema/`.
extension Key {
  /// The declaration of the key. The switch is a table in which the compiler finds a missing entry.
  package var declaration: KeyDeclaration {
    switch self {
    case .uri:
      .init(
        kind: .text, "the plugin's URI, its identity", example: "uri beginswith \"http://calf.\"",
        column: .column("uri"),
        .text { $0.uri })
    case .name:
      .init(
        kind: .text, "the name in your language if the bundle has one, or else the one without a language, or else any",
        example: "name contains[cd] hall", .text { $0.name })
    case .typeName:
      .init(
        kind: .text, "the type's name in English: `Music Device`", example: "typeName == \"Music Device\"",
        .text { $0.type.englishName })
    case .localizedType:
      .init(
        kind: .text, "the type's name in your language", example: "localizedType contains[c] effect",
        alias: "localizedTypeName", .text { $0.localizedType })
    case .manufacturer:
      .init(
        kind: .text, "the author's name, or else the project's; may be missing",
        example: "manufacturer contains[c] calf",
        alias: "manufacturerName", column: .optional("manufacturer"), .text { $0.manufacturer })
    case .bundle:
      .init(
        kind: .text, "the path of the bundle's directory", example: "bundle beginswith \"/usr/lib/lv2/\"",
        .text { $0.bundle }
      )
    case .license:
      .init(
        kind: .text, "a name such as GPL-2.0, or the URI that the bundle gives; may be missing",
        example: "license contains[c] gpl", column: .optional("license"), .text { $0.license })
    case .pluginClass:
      .init(
        kind: .text, "the URI of the most specific LV2 class", example: "class endswith \"#ReverbPlugin\"",
        alias: "pluginClass", column: .column("class"), .text { $0.pluginClass })
    case .comment:
      .init(
        kind: .text, "the author's description; may be missing", example: "comment contains[c] tube",
        column: .optional("comment"), .detailText { $0.comment })
    case .variant:
      .init(
        kind: .text,
        "the common part of its mono, stereo and other variants: the maker, and the name without such words",
        example: "variant endswith \"/lsp compressor\"", .text { $0.variant })

    case .version:
      .init(
        kind: .version, "minor and micro version: `2.10`", example: "version >= 1.2", alias: "versionString",
        .text { $0.version.description })
    case .addedAt:
      .init(
        kind: .date, "when a scan first saw the component", example: "addedAt > 2026-11", column: .column("added_at"),
        .text { Self.text(of: $0.addedAt) })
    case .changedAt:
      .init(
        kind: .date, "when its description last changed", example: "changedAt == 2026", column: .column("changed_at"),
        .text { Self.text(of: $0.changedAt) })
    case .lastUsed:
      .init(
        kind: .date, "when you last used it; missing if unknown", example: "lastUsed > 2026-11",
        column: .optionalExpression, .text { $0.lastUsed?.description })
    case .type:
      .init(
        kind: .enumeration, "its type for hosts: `MusicDevice`", example: "type == MusicDevice",
        column: .column("type"),
        .text { $0.type.rawValue })
    case .verdict:
      .init(
        kind: .enumeration, "the scan's verdict; `scanned` for everything that hosts see",
        example: "verdict != scanned",
        .text { $0.verdict.rawValue })
    case .validation:
      .init(
        kind: .enumeration, "what `aucat validate` said; missing if it has not run, or the files have changed",
        example: "validation == passed", column: .optional("validation"), .text { $0.validation })
    case .realtime:
      .init(
        kind: .enumeration,
        "whether its author's promise of real-time safety holds in `aucat validate`; missing without that promise",
        example: "realtime == proven", column: .optionalExpression, .text { $0.realtime })

    case .audioInputs:
      .init(
        kind: .number, "main audio inputs, without side chains", example: "audioInputs == 2",
        column: .column("audio_inputs"),
        .number { $0.audioInputs })
    case .audioOutputs:
      .init(
        kind: .number, "main audio outputs", example: "audioOutputs between {2, 8}", column: .column("audio_outputs"),
        .number { $0.audioOutputs })
    case .cvInputs:
      .init(
        kind: .number, "control-voltage inputs", example: "cvInputs > 0", column: .column("cv_inputs"),
        .number { $0.cvInputs })
    case .cvOutputs:
      .init(
        kind: .number, "control-voltage outputs", example: "cvOutputs > 0", column: .column("cv_outputs"),
        .number { $0.cvOutputs })
    case .parameters:
      .init(
        kind: .number, "settings: control inputs, and parameters that messages set", example: "parameters <= 5",
        column: .column("parameters"), .number { $0.parameters })
    case .presets:
      .init(
        kind: .number, "presets, whichever bundle declares them", example: "presets > 10", column: .expression,
        .number { $0.presets })
    case .latency:
      .init(
        kind: .number, "frames, as `aucat bench` has measured it; missing before that, and if it is not certain",
        example: "latency == 0", column: .optional("measured_latency"), .number { $0.latency })
    case .cost:
      .init(
        kind: .number,
        "per cent of one core, as `aucat bench` has measured it (`schema/measurement.md`); missing before that",
        example: "cost < 1", column: .optional("cost"), .measure { $0.cost })
    case .loadTime:
      .init(
        kind: .number, "milliseconds until it can play, as measured; missing before that", example: "loadTime < 100",
        column: .optional("load_time"), .measure { $0.loadTime })
    case .memory:
      .init(
        kind: .number, "millions of bytes that it needs to play, as measured; missing before that",
        example: "memory > 100",
        column: .optional("memory"), .measure { $0.memory })
    case .uses:
      .init(
        kind: .number, "how often you have used it, according to all programs' counts", example: "uses >= 3",
        column: .expression,
        .number { $0.uses })

    case .midiInput:
      .init(
        kind: .boolean, "takes MIDI", example: "midiInput == yes", alias: "hasMIDIInput", column: .column("midi_input"),
        .storedFlag(
          .init(name: "hasMIDIInput", property: { \.hasMIDIInput }, scanned: { $0.hasMIDIInput }, info: .composed)))
    case .midiOutput:
      .init(
        kind: .boolean, "sends MIDI", example: "midiOutput == yes", alias: "hasMIDIOutput",
        column: .column("midi_output"),
        .storedFlag(
          .init(name: "hasMIDIOutput", property: { \.hasMIDIOutput }, scanned: { $0.hasMIDIOutput }, info: .composed)))
    case .sideChain:
      .init(
        kind: .boolean, "has an audio input besides the main ones", example: "sideChain == yes",
        column: .column("side_chain"),
        .storedFlag(
          .init(name: "hasSideChain", property: { \.hasSideChain }, scanned: { $0.hasSideChain }, info: .composed)))
    case .hardRealtime:
      .init(
        kind: .boolean, "its author says that it is hard real-time safe", example: "hardRealtime == no",
        column: .column("hard_realtime"),
        .storedFlag(
          .init(name: "isHardRealtime", property: { \.isHardRealtime }, scanned: { $0.isHardRealtime }, info: .composed)
        ))
    case .customView:
      .init(
        kind: .boolean, "has its own user interface", example: "customView == no", alias: "hasCustomView",
        column: .column("custom_view"),
        .storedFlag(
          .init(name: "hasCustomView", property: { \.hasCustomView }, scanned: { $0.hasCustomView }, info: .composed)))
    case .ui:
      .init(kind: .boolean, "short for `customView`", example: "ui == yes", .flag { $0.hasCustomView })
    case .inPlaceBroken:
      .init(
        kind: .boolean, "needs buffers of its own for input and output", example: "inPlaceBroken == no",
        column: .column("in_place_broken"),
        .storedFlag(
          .init(
            name: "isInPlaceBroken", property: { \.isInPlaceBroken }, scanned: { $0.isInPlaceBroken },
            info: .line(label: "buffers", text: "input and output need separate buffers"))))
    case .favorite:
      .init(
        kind: .boolean, "you have marked it as a favourite", example: "favorite == yes",
        .storedFlag(.init(name: "isFavorite", property: { \.isFavorite }, scanned: nil, info: .hidden)))
    case .hidden:
      .init(
        kind: .boolean, "you have hidden it", example: "hidden == yes",
        .storedFlag(.init(name: "isHidden", property: { \.isHidden }, scanned: nil, info: .hidden)))
    case .deterministic:
      .init(
        kind: .boolean, "the same input gives the same output; missing if `aucat validate` has not compared",
        example: "deterministic == yes", alias: "isDeterministic", column: .optionalExpression,
        .optionalFlag { $0.isDeterministic })
    case .passesAUVal:
      .init(kind: .boolean, "its validation said `passed`", example: "passesAUVal == yes", .flag { $0.passesAUVal })
    case .isSandboxSafe:
      .init(
        kind: .boolean, "never: LV2 has no sandbox", example: "isSandboxSafe == yes", alias: "sandboxSafe",
        .flag { $0.isSandboxSafe })

    case .requiredFeatures:
      .init(
        kind: .texts, "URIs of the LV2 features that it requires", example: "requiredFeatures.@count == 0",
        .texts { $0.requiredFeatures })
    case .parameterName:
      .init(
        kind: .texts, "names of its parameters", example: "parameter.name contains[c] threshold",
        .details { $0.parameterNames })
    case .parameterUnit:
      .init(
        kind: .texts, "units of its parameters, such as `Hz`", example: "parameter.unit == Hz",
        .details { $0.parameterUnits }
      )
    case .parameterTime:
      .init(
        kind: .ranges, "seconds to which a parameter can be set, from those with a unit of time",
        example: "parameter.time > 5", .ranges(.time))
    case .parameterFrequency:
      .init(
        kind: .ranges, "hertz to which a parameter can be set, from those with a unit of frequency",
        example: "parameter.frequency < 30", .ranges(.frequency))
    case .parameterLevel:
      .init(
        kind: .ranges, "decibels to which a parameter can be set, from those in dB or LSP's gain",
        example: "parameter.level >= 20", .ranges(.level))
    case .presetName:
      .init(
        kind: .texts, "names of its presets", example: "preset.name contains[c] vocal",
        .details { $0.presets.map(\.name) })
    case .presetBank:
      .init(
        kind: .texts, "banks of its presets, once for each preset", example: "preset.bank contains[c] pad",
        .details { $0.presets.compactMap(\.bank) })
    case .portSymbol:
      .init(kind: .texts, "symbols of its ports", example: "port.symbol == gain", .details { $0.ports.map(\.symbol) })
    case .portDesignation:
      .init(
        kind: .texts, "URIs of its ports' designations", example: "port.designation endswith \"#latency\"",
        .details { $0.ports.compactMap(\.designation) })
    case .portProperty:
      .init(
        kind: .texts, "properties of its ports, once for each port; URIs if LV2 has no short name for them",
        example: "port.property == reportsLatency", .details { $0.ports.flatMap(\.properties) })
    case .usableIn:
      .init(
        kind: .texts, "names of the hosts that offer what it requires (`schema/hosts.md`)",
        example: "usableIn contains ardour", .details { $0.usableIn })

    case .tag:
      .init(kind: .tags, "one of its tags, from any source", example: "tag contains drum", .tags { _ in true })
    case .tags:
      .init(kind: .tags, "the same, as a list", example: "tags.@count > 3", alias: "allTagNames", .tags { _ in true })
    case .userTag:
      .init(
        kind: .tags, "one of your own tags", example: "userTag == \"My Favorite Tag\"", .tags { $0.isUser })
    case .userTagNames:
      .init(kind: .tags, "the same, as a list", example: "userTagNames.@count > 0", .tags { $0.isUser })
    case .systemTag:
      .init(
        kind: .tags, "one of the other tags: from its class, aucat's own list, or its author",
        example: "systemTag == Reverb", .tags { $0.isSystem })
    case .authorTag:
      .init(
        kind: .tags, "one of its author's tags, declared with aucat's vocabulary (`schema/tags.md`)",
        example: "authorTag.@count > 0", .tags { $0.sources.contains(.author) })
    }
  }

  /// A component that isn't from a catalog has no times.
  private static func text(of time: UTCTime) -> String? { time == .epoch ? nil : time.description }
}
