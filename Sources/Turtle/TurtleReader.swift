private import CSerd
internal import Glibc

/// Reads Turtle with serd: corresponds to `SerdReader`.
public enum TurtleReader {
  /// The statements of a file that say one of these properties, up to the first syntax error, in the order of the file.
  ///
  /// - Parameters:
  ///   - properties: their URIs.
  ///   - path: absolute path of the file.
  public static func statements(of properties: Set<String>, inFile path: String) -> [TurtleStatement] {
    var statements: [TurtleStatement] = []
    read(path) { statement in
      let predicate = statement.predicate
      guard properties.contains(predicate) else { return }
      statements.append(
        TurtleStatement(subject: statement.subject, predicate: predicate, object: statement.object))
    }
    return statements
  }

  /// All statements of a file whose subject is wanted, up to the first syntax error, in the order of the file.
  ///
  /// - Parameter isWanted: asked for each statement; it has seen all statements before.
  public static func statements(inFile path: String, where isWanted: (TurtleNode) -> Bool) -> [TurtleStatement] {
    var statements: [TurtleStatement] = []
    read(path) { statement in
      let subject = statement.subject
      guard isWanted(subject) else { return }
      statements.append(
        TurtleStatement(subject: subject, predicate: statement.predicate, object: statement.object))
    }
    return statements
  }

  /// Reads a whole file, up to the first syntax error.
  ///
  /// - Parameters:
  ///   - path: absolute path of the file, which relative URIs are resolved against.
  ///   - descriptor: the open file; it is closed.
  ///   - blankPrefix: what the names of blank nodes begin with, so that those of several files differ.
  ///   - limit: at most so many statements are kept.
  public static func document(
    _ path: String, descriptor: Int32, blankPrefix: String, limit: Int
  ) -> TurtleDocument {
    var document = TurtleDocument()
    guard let file = fdopen(descriptor, "r") else {
      close(descriptor)
      return document
    }
    defer { fclose(file) }
    let prefixes = read(path, from: file, blankPrefix) { statement in
      guard document.statements.count < limit else { return }
      document.statements.append(
        TurtleStatement(subject: statement.subject, predicate: statement.predicate, object: statement.object))
    }
    document.prefixes = prefixes
    return document
  }

  /// - Returns: the prefixes that the file declares, by name.
  @discardableResult
  private static func read(
    _ path: String, from file: UnsafeMutablePointer<FILE>? = nil, _ blankPrefix: String? = nil,
    _ body: (borrowing RawStatement) -> Void
  ) -> [String: String] {
    withoutActuallyEscaping(body) { body in
      let session = Session(body)
      let handle = Unmanaged.passUnretained(session).toOpaque()
      // SAFETY: serd calls back only while it reads, and `session` lives until after that.
      guard let environment = serd_env_new(nil),
        let reader = serd_reader_new(SERD_TURTLE, handle, nil, setBase, setPrefix, addStatement, nil)
      else { return [:] }
      session.environment = environment
      serd_reader_set_error_sink(reader, { _, _ in SERD_SUCCESS }, nil)
      var base = serd_node_new_file_uri(path, nil, nil, true)
      serd_env_set_base_uri(environment, &base)
      if let blankPrefix { serd_reader_add_blank_prefix(reader, blankPrefix) }
      if let uri = base.buf {
        if let file { serd_reader_read_file_handle(reader, file, uri) } else { serd_reader_read_file(reader, uri) }
      }
      serd_node_free(&base)
      serd_reader_free(reader)
      serd_env_free(environment)
      return session.prefixes
    }
  }
}

/// A statement as serd gives it; what nobody asks for is not copied.
private struct RawStatement: ~Copyable {
  let environment: OpaquePointer
  let subjectNode: UnsafePointer<SerdNode>
  let predicateNode: UnsafePointer<SerdNode>
  let objectNode: UnsafePointer<SerdNode>
  let datatypeNode: UnsafePointer<SerdNode>?
  let languageNode: UnsafePointer<SerdNode>?

  var subject: TurtleNode { node(subjectNode) }
  var predicate: String { absolute(predicateNode) }
  var object: TurtleNode {
    guard let literal else { return node(objectNode) }
    let datatype = datatypeNode.flatMap { $0.pointee.n_bytes > 0 ? absolute($0) : nil }
    return .literal(literal, datatype: datatype, language: language)
  }

  /// The object's text where it is a literal.
  var literal: String? {
    guard objectNode.pointee.type == SERD_LITERAL, let bytes = objectNode.pointee.buf else { return nil }
    return String(cString: bytes)
  }

  var language: String? {
    languageNode.flatMap { $0.pointee.n_bytes > 0 ? $0.pointee.buf : nil }.map { String(cString: $0) }
  }

  private func node(_ node: UnsafePointer<SerdNode>) -> TurtleNode {
    if node.pointee.type == SERD_BLANK, let bytes = node.pointee.buf { return .blank(String(cString: bytes)) }
    return .uri(absolute(node))
  }

  private func absolute(_ node: UnsafePointer<SerdNode>) -> String {
    var expanded = serd_env_expand_node(environment, node)
    defer { serd_node_free(&expanded) }
    guard let bytes = expanded.buf else { return "" }
    return String(cString: bytes)
  }
}

private final class Session {
  let body: (borrowing RawStatement) -> Void
  var environment: OpaquePointer?
  var prefixes: [String: String] = [:]

  init(_ body: @escaping (borrowing RawStatement) -> Void) { self.body = body }
}

private func session(_ handle: UnsafeMutableRawPointer?) -> Session? {
  handle.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
}

private func setBase(_ handle: UnsafeMutableRawPointer?, _ uri: UnsafePointer<SerdNode>) -> SerdStatus {
  guard let environment = session(handle)?.environment else { return SERD_FAILURE }
  return serd_env_set_base_uri(environment, uri)
}

private func setPrefix(
  _ handle: UnsafeMutableRawPointer?, _ name: UnsafePointer<SerdNode>, _ uri: UnsafePointer<SerdNode>
) -> SerdStatus {
  guard let session = session(handle), let environment = session.environment else { return SERD_FAILURE }
  if let text = name.pointee.buf {
    var expanded = serd_env_expand_node(environment, uri)
    session.prefixes[String(cString: text)] = (expanded.buf ?? uri.pointee.buf).map { String(cString: $0) }
    serd_node_free(&expanded)
  }
  return serd_env_set_prefix(environment, name, uri)
}

private func addStatement(
  _ handle: UnsafeMutableRawPointer?, _ flags: SerdStatementFlags, _ graph: UnsafePointer<SerdNode>?,
  _ subject: UnsafePointer<SerdNode>, _ predicate: UnsafePointer<SerdNode>, _ object: UnsafePointer<SerdNode>,
  _ datatype: UnsafePointer<SerdNode>?, _ language: UnsafePointer<SerdNode>?
) -> SerdStatus {
  guard let session = session(handle), let environment = session.environment else { return SERD_FAILURE }
  session.body(
    RawStatement(
      environment: environment, subjectNode: subject, predicateNode: predicate, objectNode: object,
      datatypeNode: datatype, languageNode: language))
  return SERD_SUCCESS
}
