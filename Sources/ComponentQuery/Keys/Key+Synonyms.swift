extension Key {
  /// Whether a word names a key, or is a word that people use for one.
  package static func isNamed(_ word: String) -> Bool { Reference(spelling: word) != nil || meant(by: word) != nil }

  /// The key whose comparison states what a word does, as `audioOutputs == 2` states `stereo`; nil if there is none.
  package static func comparing(_ word: String) -> Key? {
    switch loweredASCII(word) {
    case "mono", "stereo": .audioOutputs
    default: meant(by: word)
    }
  }

  /// The key that people mean by a word that is no key's name, as in `by:calf`; nil if there is none.
  ///
  /// These are suggested in error messages and taken before a colon; a predicate has the keys' own names only.
  package static func meant(by word: String) -> Key? {
    switch loweredASCII(word) {
    case "by", "author", "brand", "company", "creator", "developer", "maker", "vendor": .manufacturer
    case "categories", "category", "genre", "keyword": .tag
    case "title": .name
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
    case "realtime": .hardRealtime
    case "midi": .midiInput
    case "used", "usage": .uses
    case "unit", "units": .parameterUnit
    case "bank", "banks": .presetBank
    case "description": .comment
    case "variants": .variant
    default: nil
    }
  }
}
