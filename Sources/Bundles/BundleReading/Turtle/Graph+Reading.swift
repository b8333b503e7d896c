private import CSerd

extension Graph {
  /// Reads a file up to its first error. Every call adds a file to the graph, even if the path is the same.
  ///
  /// - Parameters:
  ///   - bytes: the file's whole contents.
  ///   - path: absolute path of the file, which relative URIs are resolved against.
  /// - Returns: the file's number in ``files``, which also has its error.
  @discardableResult
  package func read(_ bytes: UnsafeRawBufferPointer, path: String) -> Int {
    // SAFETY: The graph keeps the store, which the reading uses only during `run`.
    let start = store.pointee.statementCount
    var file = File(path: path)
    if let reading = TurtleReading(into: store, fileNumber: files.count, path: path) {
      file.error = reading.run(bytes)
      file.prefixes = reading.prefixes
    } else {
      file.error = TurtleError(file: path, message: "memory is exhausted")
    }
    file.statements = start..<store.pointee.statementCount
    files.append(file)
    return files.count - 1
  }
}

/// Reads one file with serd: corresponds to `SerdReader` and `SerdEnv`.
private final class TurtleReading {
  // SAFETY: The graph that reads keeps the store for longer than this object. A node of serd's, and what its text
  // points to, is valid during the callback: texts end after `n_bytes`, with NUL, and are interned by copying.

  private let store: UnsafeMutablePointer<GraphStore>
  private let path: String
  private let environment: OpaquePointer
  private(set) var prefixes: [String: String] = [:]
  private var error: TurtleError?
  /// Whether to ignore what follows. serd continues after some callback errors.
  private var isStopped = false
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  /// How much serd reads at a time, in bytes.
  private static let page = 1 << 15
  /// Where the stack was when reading began.
  private var stackStart: UInt = 0
  /// How much of the stack serd may use, in bytes: it recurses for each level of brackets. A host's thread may have
  /// little more; a few hundred levels are far more than people write.
  private static let stackLimit: UInt = 128 << 10

  /// nil if memory is exhausted.
  init?(into store: UnsafeMutablePointer<GraphStore>, fileNumber: Int, path: String) {
    guard let environment = serd_env_new(nil) else { return nil }
    self.environment = environment
    self.store = store
    self.path = path
    store.pointee.file = UInt32(fileNumber)
    store.pointee.names.removeAll()
  }

  deinit { serd_env_free(environment) }

  func run(_ bytes: UnsafeRawBufferPointer) -> TurtleError? {
    rest = bytes
    stackStart = UInt(bitPattern: aucatStackPosition())
    // SAFETY: serd calls back only while it reads, and this object lives until after that.
    let handle = Unmanaged.passUnretained(self).toOpaque()
    guard let reader = serd_reader_new(SERD_TURTLE, handle, nil, setBase, setPrefix, addStatement, nil) else {
      return TurtleError(file: path, message: "memory is exhausted")
    }
    defer { serd_reader_free(reader) }
    var base = serd_node_new_file_uri(path, nil, nil, true)
    defer { serd_node_free(&base) }
    serd_env_set_base_uri(environment, &base)
    serd_reader_set_error_sink(reader, noteError, handle)
    // A name may begin with a digit, so the file's number needs a separator.
    serd_reader_add_blank_prefix(reader, "f\(store.pointee.file).")
    let status = serd_reader_read_source(reader, takeBytes, { _ in 0 }, handle, base.buf, Self.page)
    guard status.rawValue > SERD_FAILURE.rawValue || isStopped else { return nil }
    return error ?? TurtleError(file: path, message: String(cString: serd_strerror(status)))
  }

  private func note(_ problem: TurtleError) { if error == nil { error = problem } }

  private func stop(_ problem: TurtleError) {
    note(problem)
    isStopped = true
  }

  func note(_ found: UnsafePointer<SerdError>) {
    guard error == nil else { return }
    var buffer = [CChar](repeating: 0, count: 512)
    // SAFETY: the text ends within the buffer.
    aucatSerdMessage(found, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    note(
      TurtleError(
        file: path, line: Int(found.pointee.line), column: Int(found.pointee.col),
        message: text.last == "\n" ? String(text.dropLast()) : text))
  }

  func take(into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    let taken = min(count, rest.count)
    guard taken > 0, let source = rest.baseAddress else { return 0 }
    // SAFETY: serd's buffer has `count` bytes, and `rest` at least `taken`.
    buffer.copyMemory(from: source, byteCount: taken)
    rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
    return taken
  }

  func set(base: UnsafePointer<SerdNode>) -> SerdStatus {
    store.pointee.names.removeAll()
    return serd_env_set_base_uri(environment, base)
  }

  func set(prefix name: UnsafePointer<SerdNode>, to uri: UnsafePointer<SerdNode>) -> SerdStatus {
    store.pointee.names.removeAll()
    var expanded = serd_env_expand_node(environment, uri)
    defer { serd_node_free(&expanded) }
    if let name = name.pointee.buf, let full = expanded.buf ?? uri.pointee.buf {
      prefixes[String(cString: name)] = String(cString: full)
    }
    return serd_env_set_prefix(environment, name, uri)
  }

  func add(_ statement: RawStatement) -> SerdStatus {
    if isStopped || isTooDeep() { return SERD_ERR_INTERNAL }
    guard let predicate = name(statement.predicate) else { return SERD_ERR_BAD_CURIE }
    // In statements that are left out, only CURIEs are checked: an invalid one is an error anywhere.
    let isKept = store.pointee.keeps(predicate)
    guard let subject = term(statement.subject, isKept), let object = object(statement, isKept) else {
      return SERD_ERR_BAD_CURIE
    }
    if isKept { store.pointee.add(subject: subject, predicate: predicate, object: object) }
    guard store.pointee.isFull else { return SERD_SUCCESS }
    stop(TurtleError(file: path, message: "with it the bundle exceeds the limits on statements and text"))
    return SERD_ERR_INTERNAL
  }

  /// Whether brackets are nested too deeply. serd reports the statement before a bracket, then reads what is inside.
  private func isTooDeep() -> Bool {
    let position = UInt(bitPattern: aucatStackPosition())
    guard max(position, stackStart) - min(position, stackStart) > Self.stackLimit else { return false }
    stop(TurtleError(file: path, message: "its brackets are nested too deeply"))
    return true
  }

  private func object(_ statement: RawStatement, _ isKept: Bool) -> UInt32? {
    guard statement.object.pointee.type == SERD_LITERAL else { return term(statement.object, isKept) }
    var datatype: UInt32 = 0
    if let node = statement.datatype, node.pointee.n_bytes > 0 {
      guard let known = name(node) else { return nil }
      datatype = known
    }
    guard isKept else { return 0 }
    var language: UInt32 = 0
    if let node = statement.language, node.pointee.n_bytes > 0 {
      language = store.pointee.terms.intern(.string, bytes(node))
    }
    return store.pointee.terms.intern(
      datatype == 0 ? .string : store.pointee.datatypes.kind(of: datatype), bytes(statement.object), datatype: datatype,
      language: language)
  }

  /// The term of a URI or blank node; 0 for one that is not kept.
  private func term(_ node: UnsafePointer<SerdNode>, _ isKept: Bool) -> UInt32? {
    if node.pointee.type == SERD_CURIE { return name(node) }
    guard isKept else { return 0 }
    return node.pointee.type == SERD_BLANK ? store.pointee.terms.intern(.blank, bytes(node)) : name(node)
  }

  /// The term of a URI or CURIE as the file writes it; nil for a CURIE whose prefix is not declared.
  private func name(_ node: UnsafePointer<SerdNode>) -> UInt32? {
    let text = bytes(node)
    let hash = ByteHash.of(text, seed: node.pointee.type.rawValue)
    if let known = store.pointee.names.find(text, hash) { return known }
    guard let term = node.pointee.type == SERD_CURIE ? curie(node) : uri(node) else { return nil }
    store.pointee.names.add(text, hash, term: term)
    return term
  }

  private func curie(_ node: UnsafePointer<SerdNode>) -> UInt32? {
    var prefix = SerdChunk(buf: nil, len: 0)
    var suffix = SerdChunk(buf: nil, len: 0)
    guard serd_env_expand(environment, node, &prefix, &suffix) == SERD_SUCCESS else {
      let text = String(decoding: bytes(node), as: UTF8.self)
      stop(TurtleError(file: path, message: "failed to expand CURIE `\(text)'"))
      return nil
    }
    return store.pointee.internURI(
      UnsafeBufferPointer(start: prefix.buf, count: prefix.len),
      UnsafeBufferPointer(start: suffix.buf, count: suffix.len))
  }

  private func uri(_ node: UnsafePointer<SerdNode>) -> UInt32 {
    if let text = node.pointee.buf, serd_uri_string_has_scheme(text) {
      return store.pointee.terms.intern(.uri, bytes(node))
    }
    var expanded = serd_env_expand_node(environment, node)
    defer { serd_node_free(&expanded) }
    return store.pointee.terms.intern(
      .uri, UnsafeBufferPointer(start: expanded.buf, count: expanded.buf == nil ? 0 : expanded.n_bytes))
  }

  private func bytes(_ node: UnsafePointer<SerdNode>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: node.pointee.buf, count: node.pointee.n_bytes)
  }
}

/// A statement as serd reports it.
private struct RawStatement {
  let subject: UnsafePointer<SerdNode>
  let predicate: UnsafePointer<SerdNode>
  let object: UnsafePointer<SerdNode>
  let datatype: UnsafePointer<SerdNode>?
  let language: UnsafePointer<SerdNode>?
}

/// SAFETY: every handle that serd passes back belongs to a reading in progress.
private func reading(_ handle: UnsafeMutableRawPointer) -> TurtleReading {
  Unmanaged<TurtleReading>.fromOpaque(handle).takeUnretainedValue()
}

private func setBase(_ handle: UnsafeMutableRawPointer?, _ uri: UnsafePointer<SerdNode>) -> SerdStatus {
  handle.map { reading($0).set(base: uri) } ?? SERD_FAILURE
}

private func setPrefix(
  _ handle: UnsafeMutableRawPointer?, _ name: UnsafePointer<SerdNode>, _ uri: UnsafePointer<SerdNode>
) -> SerdStatus {
  handle.map { reading($0).set(prefix: name, to: uri) } ?? SERD_FAILURE
}

private func addStatement(
  _ handle: UnsafeMutableRawPointer?, _ flags: SerdStatementFlags, _ graph: UnsafePointer<SerdNode>?,
  _ subject: UnsafePointer<SerdNode>, _ predicate: UnsafePointer<SerdNode>, _ object: UnsafePointer<SerdNode>,
  _ datatype: UnsafePointer<SerdNode>?, _ language: UnsafePointer<SerdNode>?
) -> SerdStatus {
  let statement = RawStatement(
    subject: subject, predicate: predicate, object: object, datatype: datatype, language: language)
  return handle.map { reading($0).add(statement) } ?? SERD_FAILURE
}

private func noteError(_ handle: UnsafeMutableRawPointer?, _ error: UnsafePointer<SerdError>) -> SerdStatus {
  if let handle { reading(handle).note(error) }
  return SERD_SUCCESS
}

private func takeBytes(
  _ buffer: UnsafeMutableRawPointer, _ size: Int, _ count: Int, _ handle: UnsafeMutableRawPointer
) -> Int {
  reading(handle).take(into: buffer, count)
}
