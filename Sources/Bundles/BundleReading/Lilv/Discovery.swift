private import CLilv
internal import Linux

/// lilv's view of a bundle: corresponds to `lilv_world_load_bundle` and `LilvPlugins`.
struct Discovery: Sendable {
  /// A plugin that the manifest declares.
  struct Plugin: Hashable, Sendable {
    var uri: String
    /// URIs of the files that describe it besides the manifest (`rdfs:seeAlso`), sorted.
    var dataFiles: [String]
    /// URIs of its binaries (`lv2:binary`), as far as the manifest has them, sorted.
    var binaries: [String]
  }

  /// Why lilv can't be asked: always something outside the bundle.
  enum Failure: Error {
    case outOfMemory
    /// lilv's copy of the manifest can't be stored in memory, `TMPDIR` or `/tmp`.
    case noPlaceForCopy(SystemError)
    /// lilv's copy of the manifest can't be opened.
    case unreadableCopy(SystemError)
  }

  /// The plugins, sorted by URI.
  private(set) var plugins: [Plugin] = []

  /// Asks lilv, in a world of its own, about a bundle with this manifest. lilv reads a private copy of the bytes: it
  /// doesn't report mistakes in the real file, and would wait forever for the writer of a FIFO. No data file is opened,
  /// and no code of the bundle runs: dynamic manifests are off.
  ///
  /// - Parameters:
  ///   - manifest: valid Turtle.
  ///   - path: absolute path of the manifest, which its relative URIs are resolved against.
  init(manifest: UnsafeRawBufferPointer, path: String) throws(Failure) {
    // SAFETY: lilv's objects are freed after their last use, in `defer` or immediately. The manifest's bytes are copied
    // to a file before lilv reads them.
    guard let world = lilv_world_new() else { throw .outOfMemory }
    defer { lilv_world_free(world) }
    let off = lilv_new_bool(world, false)
    lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, off)
    lilv_node_free(off)
    let base = lilv_new_file_uri(world, nil, path)
    defer { lilv_node_free(base) }
    guard let uri = base.flatMap(lilv_node_as_uri) else { throw .outOfMemory }
    let copy: PrivateBundle
    do throws(SystemError) {
      copy = try PrivateBundle(manifest: manifest, base: String(cString: uri))
    } catch {
      throw .noPlaceForCopy(error)
    }
    // lilv doesn't report that it could not open the copy.
    do throws(SystemError) {
      try copy.check()
    } catch {
      throw .unreadableCopy(error)
    }
    copy.use { folder in
      let bundle = lilv_new_file_uri(world, nil, folder + "/")
      lilv_world_load_bundle(world, bundle)
      lilv_node_free(bundle)
    }
    plugins = Self.plugins(of: world)
  }

  private static func plugins(of world: OpaquePointer) -> [Plugin] {
    let binary = lilv_new_uri(world, LILV_NS_LV2 + "binary")
    let also = lilv_new_uri(world, LILV_NS_RDFS + "seeAlso")
    defer {
      lilv_node_free(binary)
      lilv_node_free(also)
    }
    let all = lilv_world_get_all_plugins(world)
    var found: [Plugin] = []
    var iterator = lilv_plugins_begin(all)
    while !lilv_plugins_is_end(all, iterator) {
      // The graph's own node is used: sord doesn't find one that is created from the text of a URI beyond ASCII.
      let node = lilv_plugin_get_uri(lilv_plugins_get(all, iterator))
      iterator = lilv_plugins_next(all, iterator)
      // SAFETY: The text belongs to the plugin's node, which lives as long as the world, and is copied.
      guard let uri = lilv_node_as_uri(node) else { continue }
      found.append(
        Plugin(
          uri: String(cString: uri), dataFiles: objects(of: node, also, in: world),
          binaries: objects(of: node, binary, in: world)))
    }
    return found.sorted { $0.uri < $1.uri }
  }

  /// The URIs that a plugin has as values of a property.
  private static func objects(
    of subject: OpaquePointer?, _ property: OpaquePointer?, in world: OpaquePointer
  ) -> [String] {
    let nodes = lilv_world_find_nodes(world, subject, property, nil)
    defer { lilv_nodes_free(nodes) }
    var uris: [String] = []
    var iterator = lilv_nodes_begin(nodes)
    while !lilv_nodes_is_end(nodes, iterator) {
      // SAFETY: The text belongs to `nodes`, which are freed when all are copied.
      if let uri = lilv_node_as_uri(lilv_nodes_get(nodes, iterator)) { uris.append(String(cString: uri)) }
      iterator = lilv_nodes_next(nodes, iterator)
    }
    return uris.sorted()
  }
}
