/// Namespaces of what bundles say.
enum Namespace {
  static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  static let rdfs = "http://www.w3.org/2000/01/rdf-schema#"
  static let doap = "http://usefulinc.com/ns/doap#"
  static let foaf = "http://xmlns.com/foaf/0.1/"
  static let lv2 = "http://lv2plug.in/ns/lv2core#"
  static let atom = "http://lv2plug.in/ns/ext/atom#"
  static let bufferSize = "http://lv2plug.in/ns/ext/buf-size#"
  static let event = "http://lv2plug.in/ns/ext/event#"
  static let log = "http://lv2plug.in/ns/ext/log#"
  static let options = "http://lv2plug.in/ns/ext/options#"
  static let parameters = "http://lv2plug.in/ns/ext/parameters#"
  static let patch = "http://lv2plug.in/ns/ext/patch#"
  static let portGroups = "http://lv2plug.in/ns/ext/port-groups#"
  static let portProperties = "http://lv2plug.in/ns/ext/port-props#"
  static let presets = "http://lv2plug.in/ns/ext/presets#"
  static let resizePort = "http://lv2plug.in/ns/ext/resize-port#"
  static let state = "http://lv2plug.in/ns/ext/state#"
  static let time = "http://lv2plug.in/ns/ext/time#"
  static let urid = "http://lv2plug.in/ns/ext/urid#"
  static let worker = "http://lv2plug.in/ns/ext/worker#"
  static let units = "http://lv2plug.in/ns/extensions/units#"
  static let ui = "http://lv2plug.in/ns/extensions/ui#"
  static let tags = "urn:aucat:tags#"

  static let type = rdf + "type"
  static let label = rdfs + "label"
  static let seeAlso = rdfs + "seeAlso"

  /// The name after the `#`; nil for a URI of another namespace.
  static func local(_ uri: String, in namespace: String) -> String? {
    uri.hasPrefix(namespace) ? String(uri.dropFirst(namespace.count)) : nil
  }

  /// The namespaces that are written with a name where a file declares none for them.
  static let usual: [(name: String, uri: String)] = [
    ("lv2", lv2), ("doap", doap), ("rdfs", rdfs), ("foaf", foaf), ("units", units), ("pg", portGroups), ("tags", tags),
  ]
}
