/// A name, symbol or property of a port.
enum PortProblem: Problem {
  case noName
  case sameSymbol(String)
  case badSymbol(String)
  case propertyNotURI
  case unknownProperty(String, nearest: String?)
  case midiByName

  var rule: Rule {
    switch self {
    case .noName: .portNoName
    case .sameSymbol: .sameSymbol
    case .badSymbol: .badSymbol
    case .propertyNotURI, .unknownProperty: .unknownPortProperty
    case .midiByName: .midiByName
    }
  }

  var description: String {
    switch self {
    case .noName: "the port has no name, so users see its symbol and searches by parameter miss it"
    case .sameSymbol(let symbol):
      "two ports have the symbol `\(symbol)`, so hosts restore one of them from presets and sessions"
    case .badSymbol(let symbol):
      "the symbol `\(symbol)` is no identifier (a letter or _, then letters, digits and _), so hosts may refuse it"
    case .propertyNotURI: "a port property is a URI, and this is none"
    case .unknownProperty(let name, let nearest):
      "LV2 has no port property `\(name)` there, so hosts take no notice of it" + nearestText(nearest)
    case .midiByName: "the port is called MIDI and does not say that it supports it, so hosts don't route MIDI to it"
    }
  }
}
