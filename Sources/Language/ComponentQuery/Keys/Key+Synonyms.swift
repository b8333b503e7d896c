import ComponentModel

extension Key {
  /// Whether a word names a key, or is a word that people use for one.
  package static func isNamed(_ word: String) -> Bool { Reference(spelling: word) != nil || meant(by: word) != nil }

  /// The key that a word names, or for which people use it; nil if there is none.
  package static func searched(by word: String) -> Key? {
    Reference(spelling: word)?.key ?? ofElements(word) ?? meant(by: word)
  }

  /// The spelling of the key that was probably meant by a word that names none; nil if none is near.
  package static func suggestion(for word: String) -> String? {
    (ofElements(word) ?? comparing(word))?.rawValue ?? nearest(to: word, in: spellings)
  }

  /// The key of the texts by which people know the elements of a list.
  private static func ofElements(_ word: String) -> Key? {
    switch loweredASCII(word) {
    case "parameter": .parameterName
    case "preset": .presetName
    case "port": .portSymbol
    default: nil
    }
  }

  /// The key whose comparison states what a word does, as `audioOutputs == 2` states `stereo`; nil if there is none.
  package static func comparing(_ word: String) -> Key? {
    switch loweredASCII(word) {
    case "mono", "stereo": .audioOutputs
    default: meant(by: word)
    }
  }

  /// Whether a word states a number of channels without an operator.
  static func statesChannels(_ word: String) -> Bool { ["mono", "stereo"].contains(loweredASCII(word)) }

  /// The value that people mean by a word that an enumeration lacks, if any. Like the synonyms of
  /// keys, it is suggested in error messages and accepted after a colon.
  func value(meantBy word: String) -> String? {
    let word = loweredASCII(word).filter { $0 != " " && $0 != "-" }
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    switch self {
    case .type: return Self.type(meantBy: singular)
    case .validation: return Self.validation(meantBy: word)
    default: return nil
    }
  }

  private static func type(meantBy word: String) -> String? {
    let type: ComponentType
    switch word {
    case "instrument", "virtualinstrument", "synth", "synthesizer", "synthesiser", "sampler", "vsti",
      "instrumentplugin":
      type = .musicDevice
    case "fx", "audioeffect", "effectplugin": type = .effect
    case "midieffect", "midicontrolledeffect": type = .musicEffect
    case "midi", "midiplugin", "midifx", "midiprocessor": type = .midiProcessor
    case "source", "oscillator", "signalgenerator": type = .generator
    case "converter": type = .formatConverter
    case "pan", "spatializer": type = .panner
    case "offline": type = .offlineEffect
    case "mix", "mixing": type = .mixer
    default: return ComponentType.allCases.first { loweredASCII($0.rawValue) == word }?.rawValue
    }
    return type.rawValue
  }

  private static func validation(meantBy word: String) -> String? {
    switch word {
    case "ok", "pass", "valid", "good": "passed"
    case "fail", "invalid", "bad", "error": "failed"
    case "warn", "warning", "warnings": "warned"
    case "crash": "crashed"
    case "timeout": "timedOut"
    case "skip": "skipped"
    default: nil
    }
  }

  /// The key that people mean by a word that isn't a key's name, as in `by:calf`; nil if there is none.
  ///
  /// These are suggested in error messages and accepted before a colon; elsewhere a predicate accepts only the keys'
  /// own names.
  package static func meant(by word: String) -> Key? {
    switch loweredASCII(word) {
    case "by", "author", "brand", "company", "creator", "developer", "maker", "vendor": .manufacturer
    case "categories", "category", "genre", "keyword": .tag
    case "title": .name
    case "kind": .type
    case "inputs", "input", "ins": .audioInputs
    case "outputs", "output", "outs", "channel", "channels": .audioOutputs
    case "control", "controls", "knob", "param": .parameterName
    case "params": .parameters
    case "program", "patch": .presetName
    case "programs", "patches": .presets
    case "favourite", "favourites", "favorites", "fav", "starred": .favorite
    case "gui", "editor", "view": .customView
    case "licence": .license
    case "path", "folder", "directory": .bundle
    case "id", "identifier", "url": .uri
    case "features": .requiredFeatures
    case "symbol": .portSymbol
    case "added", "installed": .addedAt
    case "changed", "updated": .changedAt
    case "rt", "rtsafe": .realtime
    case "midi": .midiInput
    case "used", "usage": .uses
    case "cpu", "dsp", "price", "costs": .cost
    case "ram": .memory
    case "loading", "load": .loadTime
    case "unit", "units": .parameterUnit
    case "bank", "banks": .presetBank
    case "description": .comment
    case "variants": .variant
    case "host", "hosts", "usable", "worksin", "runsin": .usableIn
    default: nil
    }
  }
}

extension Key {
  /// The values that an enumeration can have; empty for a key of another kind.
  package var enumerationValues: [String] {
    switch self {
    case .type: ComponentType.allCases.map(\.rawValue)
    case .verdict: Verdict.allCases.map(\.rawValue)
    case .validation: ["passed", "warned", "failed", "crashed", "timedOut", "skipped"]
    case .realtime: RealtimeSafety.allCases.map(\.rawValue)
    default: []
    }
  }

  /// The enumeration's value that `spelling` names, ignoring case; types also have English names.
  func enumerationValue(spelt spelling: String) -> String? {
    let wanted = loweredASCII(spelling)
    if let value = enumerationValues.first(where: { loweredASCII($0) == wanted }) { return value }
    guard self == .type else { return nil }
    return ComponentType.allCases.first { loweredASCII($0.englishName) == wanted }?.rawValue
  }
}
