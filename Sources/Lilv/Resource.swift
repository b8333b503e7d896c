private import CLilv

/// A node of a world's graph with what the graph says of it: corresponds to `LilvNode` and `lilv_world_find_nodes`.
public final class Resource {
  let node: OpaquePointer
  private let world: World

  /// Takes `node`, which is freed with the resource.
  init(owning node: OpaquePointer, in world: World) {
    self.node = node
    self.world = world
  }

  /// The resource with a URI, or nil where memory is exhausted or the text is no URI.
  public convenience init?(uri: String, in world: World) {
    guard let node = lilv_new_uri(world.pointer, uri) else { return nil }
    self.init(owning: node, in: world)
  }

  deinit { lilv_node_free(node) }

  /// The URI; nil for a blank node or a literal.
  public var uri: String? { lilv_node_as_uri(node).map { String(cString: $0) } }

  /// The text of a URI, blank node or literal.
  public var text: String { lilv_node_as_string(node).map { String(cString: $0) } ?? "" }

  /// The text of a literal; nil for any other node.
  public var literal: String? { lilv_node_is_literal(node) ? text : nil }

  /// The value of a number or boolean; nil for any other node.
  public var number: Double? {
    // lilv's own conversion has 32 bits.
    if lilv_node_is_float(node) || lilv_node_is_int(node) { return Double(text) }
    if lilv_node_is_bool(node) { return lilv_node_as_bool(node) ? 1 : 0 }
    return nil
  }

  /// The value of a whole number as it was written, which may be more than lilv's 32 bits hold.
  public var integer: Int? { lilv_node_is_int(node) ? Int(text) : nil }

  /// Whether statements can be made of the node: a URI or a blank node.
  private var isSubject: Bool { lilv_node_is_uri(node) || lilv_node_is_blank(node) }

  /// All objects of the statements with this subject and property, in no order.
  public func values(_ property: Property) -> [Resource] {
    guard isSubject else { return [] }
    return world.take(lilv_world_find_nodes(world.pointer, node, world.node(property), nil))
  }

  /// One object of the statements with this subject and property, the first by its text: lilv's order is that of memory.
  public func value(_ property: Property) -> Resource? {
    let values = values(property)
    return values.count < 2 ? values.first : values.min { $0.text < $1.text }
  }

  /// One literal of the statements with this subject and property, in the process's language, without a language, or
  /// else in any.
  public func literal(_ property: Property) -> String? {
    if let text = values(property).compactMap(\.literal).min() { return text }
    return world.withEveryLanguage { values(property) }.compactMap(\.literal).min()
  }

  /// The URIs among the objects, sorted.
  public func uris(_ property: Property) -> [String] {
    values(property).compactMap(\.uri).sorted()
  }
}
