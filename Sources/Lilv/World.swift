private import CLilv

/// A set of bundles that lilv has read: corresponds to `LilvWorld`.
///
/// A world belongs to one thread. Resources keep their world alive.
public final class World {
  let pointer: OpaquePointer
  private var propertyNodes: [OpaquePointer?] = []

  /// A world without bundles and specifications. Dynamic manifests are off, because lilv runs the bundle's code for
  /// them. Of texts in several languages lilv gives the one for the process's `LANG`, else the one without a language.
  ///
  /// - Returns: nil where memory is exhausted.
  public init?() {
    guard let pointer = lilv_world_new() else { return nil }
    self.pointer = pointer
    setOption(LILV_OPTION_DYN_MANIFEST, to: false)
    propertyNodes = Property.allCases.map { lilv_new_uri(pointer, $0.uri) }
  }

  deinit {
    for node in propertyNodes { lilv_node_free(node) }
    lilv_world_free(pointer)
  }

  /// Reads a bundle's manifest (`lilv_world_load_bundle`). What its plugins say elsewhere is read by
  /// ``loadData(ofPlugin:)``.
  ///
  /// - Parameter path: absolute path of the bundle's directory.
  public func load(bundle path: String) {
    let uri = lilv_new_file_uri(pointer, nil, path.hasSuffix("/") ? path : path + "/")
    lilv_world_load_bundle(pointer, uri)
    lilv_node_free(uri)
  }

  /// The URIs of the plugins that the loaded bundles declare, sorted.
  public var pluginURIs: [String] {
    guard let plugins = lilv_world_get_all_plugins(pointer) else { return [] }
    var uris: [String] = []
    var iterator = lilv_plugins_begin(plugins)
    while !lilv_plugins_is_end(plugins, iterator) {
      if let uri = lilv_plugin_get_uri(lilv_plugins_get(plugins, iterator)).flatMap(lilv_node_as_uri) {
        uris.append(String(cString: uri))
      }
      iterator = lilv_plugins_next(plugins, iterator)
    }
    return uris.sorted()
  }

  /// The files that lilv reads for a plugin, the manifest included: file URIs as written (`lilv_plugin_get_data_uris`).
  public func dataFiles(ofPlugin uri: String) -> [String] {
    guard let plugin = plugin(uri) else { return [] }
    return nodes(lilv_plugin_get_data_uris(plugin)).compactMap(\.uri)
  }

  /// Reads the plugin's data files, each file once in the life of the world. The plugin's prototypes are applied.
  ///
  /// - Returns: the plugin as a resource, or nil where no loaded bundle declares it.
  public func loadData(ofPlugin uri: String) -> Resource? {
    guard let plugin = plugin(uri) else { return nil }
    // Any value makes lilv read the files; ports are not touched, since lilv trusts their indexes.
    lilv_nodes_free(lilv_plugin_get_value(plugin, node(.rdfType)))
    // The graph's own node: sord takes one that is made of the text of a URI beyond ASCII for another.
    return lilv_node_duplicate(lilv_plugin_get_uri(plugin)).map { Resource(owning: $0, in: self) }
  }

  /// Reads what a resource's `rdfs:seeAlso` names (`lilv_world_load_resource`).
  public func loadData(of resource: Resource) {
    _ = lilv_world_load_resource(pointer, resource.node)
  }

  /// The resources of a class.
  public func resources(ofClass uri: String) -> [Resource] {
    let type = lilv_new_uri(pointer, uri)
    defer { lilv_node_free(type) }
    return take(lilv_world_find_nodes(pointer, nil, node(.rdfType), type))
  }

  /// Runs `body` with texts in every language.
  func withEveryLanguage<Result>(_ body: () -> Result) -> Result {
    setOption(LILV_OPTION_FILTER_LANG, to: false)
    defer { setOption(LILV_OPTION_FILTER_LANG, to: true) }
    return body()
  }

  func node(_ property: Property) -> OpaquePointer? { propertyNodes[property.rawValue] }

  /// The nodes of a collection that stays lilv's.
  func nodes(_ collection: UnsafeRawPointer?) -> [Resource] {
    guard let collection else { return [] }
    var resources: [Resource] = []
    var iterator = lilv_nodes_begin(collection)
    while !lilv_nodes_is_end(collection, iterator) {
      if let node = lilv_node_duplicate(lilv_nodes_get(collection, iterator)) {
        resources.append(Resource(owning: node, in: self))
      }
      iterator = lilv_nodes_next(collection, iterator)
    }
    return resources
  }

  /// The nodes of a collection that is ours to free.
  func take(_ collection: UnsafeMutableRawPointer?) -> [Resource] {
    defer { lilv_nodes_free(collection) }
    return nodes(UnsafeRawPointer(collection))
  }

  private func plugin(_ uri: String) -> OpaquePointer? {
    let node = lilv_new_uri(pointer, uri)
    defer { lilv_node_free(node) }
    return lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node)
  }

  private func setOption(_ option: String, to value: Bool) {
    let node = lilv_new_bool(pointer, value)
    lilv_world_set_option(pointer, option, node)
    lilv_node_free(node)
  }
}
