import CLilv
import ComponentModel

/// What lilv itself says of a plugin, with all of its files: what our own reading is compared with.
final class LilvOracle {
  private let world: OpaquePointer
  private var properties: [Property: OpaquePointer] = [:]

  /// Loads a bundle in a world of its own.
  init?(bundle: String) {
    guard let world = lilv_world_new() else { return nil }
    self.world = world
    for option in [LILV_OPTION_DYN_MANIFEST, LILV_OPTION_FILTER_LANG] {
      let off = lilv_new_bool(world, false)
      lilv_world_set_option(world, option, off)
      lilv_node_free(off)
    }
    for property in Property.allCases { properties[property] = lilv_new_uri(world, property.uri) }
    let uri = lilv_new_file_uri(world, nil, bundle + "/")
    lilv_world_load_bundle(world, uri)
    lilv_node_free(uri)
  }

  deinit {
    for node in properties.values { lilv_node_free(node) }
    lilv_world_free(world)
  }

  var pluginURIs: [String] {
    var uris: [String] = []
    forEachPlugin { plugin in
      if let uri = lilv_node_as_uri(lilv_plugin_get_uri(plugin)) { uris.append(String(cString: uri)) }
    }
    return uris.sorted()
  }

  private func forEachPlugin(_ body: (OpaquePointer?) -> Void) {
    let all = lilv_world_get_all_plugins(world)
    var iterator = lilv_plugins_begin(all)
    while !lilv_plugins_is_end(all, iterator) {
      body(lilv_plugins_get(all, iterator))
      iterator = lilv_plugins_next(all, iterator)
    }
  }

  /// Everything that a plugin's files say of it by our properties, as a tree in words.
  func description(ofPlugin uri: String, depth: Int) -> String? {
    var description: String?
    forEachPlugin { plugin in
      let node = lilv_plugin_get_uri(plugin)
      guard let text = lilv_node_as_uri(node), String(cString: text) == uri else { return }
      // Any value makes lilv read the files.
      lilv_nodes_free(lilv_plugin_get_value(plugin, properties[.rdfType]))
      description = tree(node, depth)
    }
    return description
  }

  private func tree(_ node: OpaquePointer?, _ depth: Int) -> String {
    Property.allCases.prefix(Property.scanned).compactMap { property -> String? in
      let values = Set(objects(node, property).map { term($0, property, depth) })
      return values.isEmpty ? nil : "\(property) {\(values.sorted().joined(separator: ", "))}"
    }.joined(separator: " ")
  }

  private func term(_ node: OpaquePointer?, _ property: Property, _ depth: Int) -> String {
    defer { lilv_node_free(node) }
    let text = lilv_node_as_string(node).map { String(cString: $0) } ?? ""
    if lilv_node_is_literal(node) || lilv_node_is_bool(node) { return "\"\(text)\"" }
    let inner = depth > 0 && property.isFollowed ? tree(node, depth - 1) : ""
    return lilv_node_is_blank(node) ? "[\(inner)]" : "<\(text)>[\(inner)]"
  }

  private func objects(_ subject: OpaquePointer?, _ property: Property) -> [OpaquePointer?] {
    let nodes = lilv_world_find_nodes(world, subject, properties[property], nil)
    defer { lilv_nodes_free(nodes) }
    var objects: [OpaquePointer?] = []
    var iterator = lilv_nodes_begin(nodes)
    while !lilv_nodes_is_end(nodes, iterator) {
      objects.append(lilv_node_duplicate(lilv_nodes_get(nodes, iterator)))
      iterator = lilv_nodes_next(nodes, iterator)
    }
    return objects
  }
}

extension Property {
  /// Whether what its values are like belongs to a plugin's description: classes and files do not.
  var isFollowed: Bool { ![.rdfType, .rdfsSeeAlso, .lv2Binary, .lv2Prototype].contains(self) }
}
