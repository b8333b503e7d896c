import ComponentModel
import ComponentQuery
import TestSupport

@testable import PlainWords

/// A small world of words: what is strong, weak, rare, a tag, a condition, an intent.
struct FakeWordKnowledge: WordKnowledge {
  var rules: any TextRules { FakeTextRules() }
  /// Words of names, manufacturers and classes.
  var strong: Set<String> = [
    "calf", "dragonfly", "hall", "reverb", "gate", "compressor", "lsp", "x42", "distortion", "hum", "stereo",
  ]
  /// Words of comments, parameters and presets, with the number of components.
  var weak: [String: Int] = [
    "distorsion": 1, "revrb": 1, "ceverb": 1, "warm": 30, "loader": 4, "schroeder": 1, "voice": 9, "follower": 2,
  ]
  /// Words that few components have in names or comments.
  var rare: Set<String> = ["schroeder", "dragonfly", "follower"]
  /// The tags that a name stands for.
  var tags: [String: [String]] = [
    "gate": ["Gate"], "noisegate": ["Gate"], "nachhall": ["Reverb"], "reverb": ["Reverb"],
    "stereowidener": ["Imaging"], "wah": ["Wah"], "wahpedal": ["Wah"], "effect": ["Effects"], "octave": ["Octaver"],
    "eq": ["Equalizer"], "vocal": ["Vocal"], "drums": ["Drums"], "organ": ["Organ"],
  ]
  /// Names of products, which are tagged as their kind.
  var products = ["b3": "Organ", "spaceecho": "Delay"]
  var conditions = [
    "stereo": "audioOutputs == 2", "nogui": "customView == no", "#band": "~ \"# band\"", "without": "NOT",
    "#+band": "presets >= #", "with": "HAVING", "for": "AFTER HEAD",
    "ohne": "FOREIGN NOT", "oder": "OR", "no": "KIND NOT",
    "two": "NUMBER 2", "deux": "NUMBER 2", "#input": "audioInputs == #",
    "mono": "audioOutputs == 1", "51": "audioOutputs == 6", "sidechain": "sideChain == yes", "gui": "customView == yes",
    "over{}": "parameter.{} > #", "{}+": "parameter.{} >= #", "{}": "parameter.{} == #", "{}以上": "parameter.{} >= #",
    "{s": "UNIT s", "{ms": "UNIT ms", "{seconds": "UNIT s", "{khz": "UNIT kHz", "{db": "UNIT dB", "{秒": "UNIT s",
    "presetsfor*": "preset.name contains[cd] \"*\"",
    "gplv#": "license matches \"gpl-#v\"", "under{}latency": "latency < #f", "=MIT": "license == nil",
  ]
  var fillers: Set<String> = ["with", "for", "a", "l", "plugin", "pedal", "effect", "make", "the", "de", "into"]
  /// Intents, by the stems of their words in alphabetical order.
  var intents = [
    "denois": "gate=3", "ping pong": "delay=2", "pingpong": "delay=2", "fi lo": "vinyl=1", "filt pop": "gate=1",
    "hum": "highpass=2, \"hum\"=3", "loud vocal": "compressor=3", "wah": "Wah=3, filter=2, \"wah\"=3",
    "octav": "Octaver=3, pitch=2", "envelop follow": "filter=2",
    "loud voic": "compressor=2", "loud warm": "tube=2", "choir loud": "chorus=2",
  ]
  /// Intents whose words count in this order only.
  var orderedIntents = ["voic choir": "Chorus=3"]

  /// Features, and what shows them.
  var features = ["freez": "\"freez\"=3, \"hold\"=1", "delay pre": "\"predel\"=3"]

  /// Names of several words.
  var divisions = ["noisegate": ["noise", "gate"], "dragonfly": ["dragon", "fly"]]

  func standing(of word: SearchWord) -> WordStanding {
    if strong.contains(word.squeezed) { return WordStanding(.strong, count: 9) }
    if !tags(named: word).isEmpty { return WordStanding(.strong, count: 9) }
    return weak[word.squeezed].map { WordStanding(.weak, count: $0) } ?? .unknown
  }

  func isJoined(_ name: SearchWord) -> Bool { name.tokens.count > 1 && strong.contains(name.squeezed) }

  func isOneWord(_ word: SearchWord) -> Bool { strong.contains(word.squeezed) }

  func parts(of word: SearchWord) -> [String]? { divisions[word.squeezed] }

  func isName(_ words: [SearchWord]) -> Bool { [["calf", "hum"], ["ping", "pong"]].contains(words.map(\.squeezed)) }

  func isPartOfName(_ name: SearchWord) -> Bool { name.squeezed == "alaw" }

  func isInName(_ text: String) -> Bool { text == "gate+" }

  func isAny(with words: [SearchWord]) -> Bool { words.allSatisfy { strong.contains($0.squeezed) } }

  func isMaker(_ word: SearchWord) -> Bool { word.squeezed == "lsp" }

  func isRare(_ word: SearchWord) -> Bool { rare.contains(word.squeezed) }

  /// No component of any kind has "dragonfly"; all tags go together.
  func isAny(meeting demand: Demand, and other: Demand) -> Bool {
    demand.evidence.contains { evidence in
      guard case .words(let words) = evidence.subject else { return true }
      return words.contains { $0 != "dragonfly" && (strong.contains($0) || demand.role != .word && weak[$0] != nil) }
    }
  }

  func tags(named name: SearchWord) -> [NamedTag] {
    let own = tags[name.squeezed, default: []].map { NamedTag(Self.tag($0)) }
    return own + (products[name.squeezed].map { [NamedTag(Self.tag($0), certainty: 0.8)] } ?? [])
  }

  func isBroader(_ tag: Tag, than other: Tag) -> Bool { tag.name == "filter" && other.name == "Wah" }

  func condition(statedBy phrase: String) -> String? { conditions[phrase] }

  func isFiller(_ word: String) -> Bool { fillers.contains(word) }

  func targets(ofIntent stems: [String]) -> [Evidence] {
    Self.evidence(orderedIntents[stems.joined(separator: " ")] ?? intents[stems.sorted().joined(separator: " ")])
  }

  func evidence(ofFeature stems: [String]) -> [Evidence] {
    Self.evidence(features[stems.sorted().joined(separator: " ")])
  }

  func nearest(to word: String) -> String? {
    ComponentQuery.nearest(to: word, in: strong.sorted() + tags.keys.sorted())
  }

  func nearestName(to word: String, beside kind: Demand) -> String? { ["clf": "calf"][word] }

  func meant(by word: SearchWord) -> String? { ["compresser": "compressor"][word.squeezed] }

  func written(_ word: String) -> String { ["dragonfly": "DragonFly"][word] ?? word }

  func nearestTyped(to word: String) -> [String]? {
    let known = ["remove", "hum", "loud", "vocal", "noise", "lo", "fi", "side", "chain", "without"]
    if known.contains(word) { return nil }
    return known.filter { ComponentQuery.editDistance($0, word, atMost: 1) != nil && $0.first == word.first }
  }

  static func tag(_ name: String) -> Tag {
    Tag(identifier: name.lowercased(), name: name, englishName: name, isStandard: true, sources: [])
  }

  /// What a table says: `gate=3, "hum"=2`.
  private static func evidence(_ text: String?) -> [Evidence] {
    (text ?? "").split(separator: ",").compactMap { part in
      let pair = part.split(separator: "=")
      guard pair.count == 2, let weight = Double(pair[1]) else { return nil }
      let name = pair[0].split(separator: " ").joined(separator: " ")
      let subject: Evidence.Subject =
        name.hasPrefix("\"") ? .words([String(name.dropFirst().dropLast())]) : .tag(tag(name))
      return Evidence(subject, certainty: min(1, weight / 3), isMeaning: false)
    }
  }
}
