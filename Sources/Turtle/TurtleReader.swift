private import CSerd

/// A literal with its language, which lilv cannot tell.
public struct TurtleLiteral: Hashable, Sendable {
  /// URI of the subject.
  public var subject: String
  /// The text.
  public var text: String
  /// The language tag as written; nil where there is none.
  public var language: String?
}

/// Reads Turtle with serd: corresponds to `SerdReader`.
public enum TurtleReader {
  /// All literals that a file gives as objects of one property, up to the first syntax error.
  ///
  /// - Parameters:
  ///   - property: URI of the property.
  ///   - path: absolute path of the file.
  public static func literals(of property: String, inFile path: String) -> [TurtleLiteral] {
    let collector = Collector(property: property)
    let handle = Unmanaged.passUnretained(collector).toOpaque()
    // SAFETY: serd calls back only while it reads, and `collector` lives until after that.
    guard let environment = serd_env_new(nil),
      let reader = serd_reader_new(SERD_TURTLE, handle, nil, setBase, setPrefix, addStatement, nil)
    else { return [] }
    collector.environment = environment
    serd_reader_set_error_sink(reader, { _, _ in SERD_SUCCESS }, nil)
    var base = serd_node_new_file_uri(path, nil, nil, true)
    serd_env_set_base_uri(environment, &base)
    if let uri = base.buf { serd_reader_read_file(reader, uri) }
    serd_node_free(&base)
    serd_reader_free(reader)
    serd_env_free(environment)
    withExtendedLifetime(collector) {}
    return collector.literals
  }
}

private final class Collector {
  let property: String
  var environment: OpaquePointer?
  var literals: [TurtleLiteral] = []

  init(property: String) { self.property = property }

  func absolute(_ node: UnsafePointer<SerdNode>) -> String {
    guard let environment else { return "" }
    var expanded = serd_env_expand_node(environment, node)
    defer { serd_node_free(&expanded) }
    guard let bytes = expanded.buf else { return "" }
    return String(cString: bytes)
  }
}

private func collector(_ handle: UnsafeMutableRawPointer?) -> Collector? {
  handle.map { Unmanaged<Collector>.fromOpaque($0).takeUnretainedValue() }
}

private func setBase(_ handle: UnsafeMutableRawPointer?, _ uri: UnsafePointer<SerdNode>) -> SerdStatus {
  guard let environment = collector(handle)?.environment else { return SERD_FAILURE }
  return serd_env_set_base_uri(environment, uri)
}

private func setPrefix(
  _ handle: UnsafeMutableRawPointer?, _ name: UnsafePointer<SerdNode>, _ uri: UnsafePointer<SerdNode>
) -> SerdStatus {
  guard let environment = collector(handle)?.environment else { return SERD_FAILURE }
  return serd_env_set_prefix(environment, name, uri)
}

private func addStatement(
  _ handle: UnsafeMutableRawPointer?, _ flags: SerdStatementFlags, _ graph: UnsafePointer<SerdNode>?,
  _ subject: UnsafePointer<SerdNode>, _ predicate: UnsafePointer<SerdNode>, _ object: UnsafePointer<SerdNode>,
  _ datatype: UnsafePointer<SerdNode>?, _ language: UnsafePointer<SerdNode>?
) -> SerdStatus {
  guard let collector = collector(handle), object.pointee.type == SERD_LITERAL, let bytes = object.pointee.buf,
    collector.absolute(predicate) == collector.property
  else { return SERD_SUCCESS }
  let tag = language.flatMap { $0.pointee.n_bytes > 0 ? $0.pointee.buf : nil }
  collector.literals.append(
    TurtleLiteral(
      subject: collector.absolute(subject), text: String(cString: bytes), language: tag.map { String(cString: $0) }))
  return SERD_SUCCESS
}
