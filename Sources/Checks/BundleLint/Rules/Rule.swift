package import ComponentModel

/// A rule of lint. Its raw value is its identifier, which never changes.
package enum Rule: String, CaseIterable, Sendable {
  case bundleUnreadable = "bundle-unreadable"
  case rulesUnfinished = "rules-unfinished"
  case pluginRefused = "plugin-refused"
  case scanRemark = "scan-remark"
  case declaresNothing = "declares-nothing"
  case fileMissing = "file-missing"
  case interfaceBinaryMissing = "interface-binary-missing"
  case interfaceIncomplete = "interface-incomplete"
  case relativeURI = "relative-uri"
  case noName = "no-name"
  case nameUnusable = "name-unusable"
  case nameOnlyInLanguages = "name-only-in-languages"
  case textOnlyInLanguages = "text-only-in-languages"
  case unknownLanguage = "unknown-language"
  case noLicense = "no-license"
  case noAuthor = "no-author"
  case noVersion = "no-version"
  case noComment = "no-comment"
  case noClass = "no-class"
  case unknownClass = "unknown-class"
  case instrumentWithoutMIDI = "instrument-without-midi"
  case generatorWithInput = "generator-with-input"
  case effectWithoutInput = "effect-without-input"
  case midiClassWithoutMIDI = "midi-class-without-midi"
  case portNoName = "port-no-name"
  case sameSymbol = "same-symbol"
  case badSymbol = "bad-symbol"
  case unknownPortProperty = "unknown-port-property"
  case midiByName = "midi-by-name"
  case noDefault = "no-default"
  case noRange = "no-range"
  case valueNoNumber = "value-no-number"
  case valueTwice = "value-twice"
  case emptyRange = "empty-range"
  case defaultOutOfRange = "default-out-of-range"
  case logarithmicRange = "logarithmic-range"
  case toggledRange = "toggled-range"
  case integerNotWhole = "integer-not-whole"
  case enumerationWithoutPoints = "enumeration-without-points"
  case defaultNoPoint = "default-no-point"
  case pointOutOfRange = "point-out-of-range"
  case limitNoPoint = "limit-no-point"
  case pointIncomplete = "point-incomplete"
  case unitInName = "unit-in-name"
  case unknownUnit = "unknown-unit"
  case unitUndefined = "unit-undefined"
  case unknownDesignation = "unknown-designation"
  case latencyNotReported = "latency-not-reported"
  case sideChainByName = "side-chain-by-name"
  case groupUndefined = "group-undefined"
  case stereoNotGrouped = "stereo-not-grouped"
  case parameterNoLabel = "parameter-no-label"
  case parameterNoRange = "parameter-no-range"
  case standardTagLanguage = "standard-tag-language"
  case standardTagTranslated = "standard-tag-translated"
  case standardTagUnknown = "standard-tag-unknown"
  case ownTagNoLabel = "own-tag-no-label"
  case ownTagIsStandard = "own-tag-is-standard"
  case ownTagUntranslated = "own-tag-untranslated"
  case noTag = "no-tag"
  case rareFeature = "rare-feature"
  case featureTwice = "feature-twice"
  case presetNoLabel = "preset-no-label"
  case presetNoPlugin = "preset-no-plugin"
  case presetForeign = "preset-foreign"
  case presetUnknownPort = "preset-unknown-port"
  case presetOutOfRange = "preset-out-of-range"
  case binaryNotLoadable = "binary-not-loadable"
  case binaryCrashes = "binary-crashes"
  case binaryNoDescriptor = "binary-no-descriptor"
  case binaryLacksPlugin = "binary-lacks-plugin"
  case turtleLacksPlugin = "turtle-lacks-plugin"
  case extensionMissing = "extension-missing"
  case extensionUndeclared = "extension-undeclared"
  case binaryPrints = "binary-prints"

  /// The severity of its findings.
  package var severity: Severity { entry.severity }

  /// A summary of its findings, in one line.
  package var summary: String { entry.summary }

  private var entry: (severity: Severity, summary: String) {
    switch self {
    case .bundleUnreadable: (.error, "the scan can't read the bundle")
    case .rulesUnfinished: (.error, "checking a plugin or preset crashes or takes too long")
    case .pluginRefused: (.error, "the scan rejects a plugin")
    case .scanRemark: (.warning, "the scan leaves out a part of a plugin")
    case .declaresNothing: (.warning, "the manifest declares nothing")
    case .fileMissing: (.warning, "a file that the manifest names can't be read")
    case .interfaceBinaryMissing: (.error, "the binary of an interface can't be read")
    case .interfaceIncomplete: (.error, "an interface has no URI, class or binary")
    case .relativeURI: (.error, "a plugin's URI is relative, or that of a file")
    case .noName: (.error, "a plugin has no doap:name")
    case .nameUnusable: (.error, "a name is empty or has control characters")
    case .nameOnlyInLanguages: (.warning, "a name is given only with languages")
    case .textOnlyInLanguages: (.note, "a text is given only with languages")
    case .unknownLanguage: (.warning, "a text has a language that ISO 639 lacks")
    case .noLicense: (.warning, "a plugin has no doap:license")
    case .noAuthor: (.warning, "a plugin names no maintainer or developer")
    case .noVersion: (.warning, "a plugin has no minor or micro version")
    case .noComment: (.note, "no text says what a plugin is for")
    case .noClass: (.warning, "a plugin has no class besides lv2:Plugin")
    case .unknownClass: (.warning, "LV2 has no such class")
    case .instrumentWithoutMIDI: (.warning, "an instrument takes no MIDI")
    case .generatorWithInput: (.note, "a generator has as many audio inputs as outputs")
    case .effectWithoutInput: (.warning, "an effect has no signal input")
    case .midiClassWithoutMIDI: (.warning, "a MIDI plugin has no port for MIDI")
    case .portNoName: (.warning, "a port has no lv2:name")
    case .sameSymbol: (.error, "two ports have the same symbol")
    case .badSymbol: (.error, "a port's symbol is not a C identifier")
    case .unknownPortProperty: (.warning, "LV2 has no such port property")
    case .midiByName: (.warning, "a port is named MIDI but does not support it")
    case .noDefault: (.warning, "a control input has no default")
    case .noRange: (.warning, "a control input has no minimum or maximum")
    case .valueNoNumber: (.error, "a default, minimum or maximum is not a number")
    case .valueTwice: (.error, "a port or scale point has two values where it can have one")
    case .emptyRange: (.warning, "a minimum is not below its maximum")
    case .defaultOutOfRange: (.warning, "a default lies outside its range")
    case .logarithmicRange: (.warning, "a logarithmic range crosses zero")
    case .toggledRange: (.warning, "a switch has a range other than 0 to 1")
    case .integerNotWhole: (.warning, "an integer has a default or limit that is not whole")
    case .enumerationWithoutPoints: (.warning, "an enumeration has no scale points")
    case .defaultNoPoint: (.warning, "the default of an enumeration is not one of its scale points")
    case .pointOutOfRange: (.warning, "a scale point lies outside the range")
    case .limitNoPoint: (.warning, "the range of an enumeration goes beyond its scale points")
    case .pointIncomplete: (.warning, "a scale point has no label or no value")
    case .unitInName: (.warning, "a name ends in a unit but the port has none")
    case .unknownUnit: (.warning, "LV2 has no such unit")
    case .unitUndefined: (.warning, "a unit of the bundle's own has no symbol")
    case .unknownDesignation: (.warning, "LV2 has no such designation")
    case .latencyNotReported: (.warning, "a latency output is not designated as one")
    case .sideChainByName: (.warning, "only the name says that an input is a side chain")
    case .groupUndefined: (.warning, "a group has no name or no symbol")
    case .stereoNotGrouped: (.note, "left and right among several channels are in no group")
    case .parameterNoLabel: (.warning, "a parameter (patch:writable) has no label")
    case .parameterNoRange: (.warning, "a parameter (patch:writable) has no type")
    case .standardTagLanguage: (.warning, "a standard tag has a language")
    case .standardTagTranslated: (.warning, "a standard tag is not in English")
    case .standardTagUnknown: (.warning, "no standard tag has this name")
    case .ownTagNoLabel: (.warning, "a custom tag lacks a label without a language tag")
    case .ownTagIsStandard: (.warning, "a custom tag has the name of a standard one")
    case .ownTagUntranslated: (.note, "a custom tag has no translation")
    case .noTag: (.note, "neither class nor tags say what a plugin is")
    case .rareFeature: (.warning, "a plugin requires a feature that common hosts lack")
    case .featureTwice: (.note, "a feature is both required and optional")
    case .presetNoLabel: (.warning, "a preset has no label")
    case .presetNoPlugin: (.warning, "a preset names no plugin")
    case .presetForeign: (.note, "presets are for a plugin of another bundle")
    case .presetUnknownPort: (.warning, "a preset sets a port that the plugin lacks")
    case .presetOutOfRange: (.warning, "a preset's value lies outside the range")
    case .binaryNotLoadable: (.error, "a binary can't be loaded")
    case .binaryCrashes: (.error, "a binary crashes, hangs or exits when it is loaded")
    case .binaryNoDescriptor: (.error, "a binary is not an LV2 library")
    case .binaryLacksPlugin: (.error, "a declared plugin is not in its binary")
    case .turtleLacksPlugin: (.note, "a plugin in the binary is not declared")
    case .extensionMissing: (.warning, "declared extension data is not in the binary")
    case .extensionUndeclared: (.warning, "extension data in the binary is not declared")
    case .binaryPrints: (.warning, "a binary prints when it is loaded")
    }
  }

  /// The rules as JSON: an array of `{rule, severity, summary}`.
  package static var json: JSON {
    .array(
      allCases.map { rule in
        .object([
          ("rule", .string(rule.rawValue)), ("severity", .string(rule.severity.rawValue)),
          ("summary", .string(rule.summary)),
        ])
      })
  }
}
