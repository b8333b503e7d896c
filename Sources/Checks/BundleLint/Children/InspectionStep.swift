internal import ComponentModel

/// The next step of a child that loads a binary.
enum InspectionStep: Hashable, Sendable, CustomStringConvertible {
  case loading
  case opening
  /// Asks for the plugin with this index.
  case askingForPlugin(Int)
  /// Asks the plugin with this URI for its extensions.
  case askingForExtensions(String)

  /// The form in which a child announces it.
  var json: JSON {
    switch self {
    case .loading: .string("loading")
    case .opening: .string("opening")
    case .askingForPlugin(let index): .int(index)
    case .askingForExtensions(let uri): .object([("extensions", .string(uri))])
    }
  }

  /// - Returns: nil if no child announces this.
  init?(_ json: JSON) {
    switch json {
    case .string("loading"): self = .loading
    case .string("opening"): self = .opening
    case .int(let index): self = .askingForPlugin(index)
    case .object(let members):
      guard let uri = members.first(where: { $0.key == "extensions" })?.value.text else { return nil }
      self = .askingForExtensions(uri)
    default: return nil
    }
  }

  /// The host's action at this step, worded to follow "is".
  var description: String {
    switch self {
    case .loading: "loading it"
    case .opening: "opening it"
    case .askingForPlugin(let index): "asking for its plugin \(index)"
    case .askingForExtensions(let uri): "asking \(uri) for its extensions"
    }
  }
}
