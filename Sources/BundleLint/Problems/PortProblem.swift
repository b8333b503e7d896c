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
      "two ports have the symbol `\(symbol)`, so presets and sessions restore only one of them"
    case .badSymbol(let symbol):
      "the symbol `\(symbol)` is not an identifier (a letter or _, then letters, digits and _), so hosts may reject it"
    case .propertyNotURI: "a port property is a URI, and this is not"
    case .unknownProperty(let name, let nearest):
      "this namespace of LV2 has no port property `\(name)`, so hosts ignore it" + nearestText(nearest)
    case .midiByName: "the port is named MIDI but does not declare support for it, so hosts don't route MIDI to it"
    }
  }
}
