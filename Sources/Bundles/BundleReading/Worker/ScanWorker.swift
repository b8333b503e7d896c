internal import ComponentModel
internal import ComponentScan
internal import Linux

/// The program that reads bundles for a scan, one request at a time, until the scan disconnects.
package enum ScanWorker {
  /// Minimum amount of Turtle in one part of a shared bundle, in bytes.
  private static let smallestPart = 512 << 10
  /// Minimum size of a part, in multiples of the manifest, which each part reads again.
  private static let partsOfManifest = 16

  /// Serves requests until the connection ends.
  package static func run() {
    if CurrentProcess.arguments.contains(WorkerSession.unprivileged) {
      // Without a greeting, the scan reports that the program can't be used.
      do throws(SystemError) { try CurrentProcess.giveUpRoot() } catch { return }
    }
    var session = WorkerSession()
    WorkerLimits.apply()
    while let request = session.nextRequest() {
      WorkerLimits.apply(to: request)
      answer(request, session)
      WorkerLimits.stopClock()
    }
  }

  private static func answer(_ request: WorkerRequest, _ session: borrowing WorkerSession) {
    // The request for the outline hashes the content: hashing the whole bundle for each part would take quadratic time.
    let content = isPart(request) ? nil : ContentHash.of(request.bundle, gate: FileGate(bundle: request.bundle))
    if let content, content == request.knownContent {
      session.send(.unchanged)
      return
    }
    var summary = WorkerReply.Summary(content: content)
    do throws(BundleProblem) {
      let reader = try BundleReader(path: request.bundle)
      try send(reader, for: request, over: session)
      summary.remarks = reader.remarks
    } catch {
      summary.problem = error
    }
    session.send(.finished(summary))
  }

  private static func send(
    _ reader: BundleReader, for request: WorkerRequest, over session: borrowing WorkerSession
  ) throws(BundleProblem) {
    switch request.task {
    case .all:
      try sendPlugins(reader.pluginURIs, of: reader, for: request, over: session)
      try sendPresets(of: reader, for: request, over: session)
    case .outline:
      try sendPresets(of: reader, for: request, over: session)
      let size = max(smallestPart, partsOfManifest * reader.manifestSize)
      session.send(.outline(reader.outline(partsOf: size)))
    case .plugins(let uris):
      try sendPlugins(uris, of: reader, for: request, over: session)
    }
  }

  private static func sendPresets(
    of reader: BundleReader, for request: WorkerRequest, over session: borrowing WorkerSession
  ) throws(BundleProblem) {
    guard !request.skipsPresets else { return }
    session.send(.beganPresets)
    let presets = reader.presets()
    if let cause = reader.interruption { throw .interrupted(cause) }
    for start in stride(from: 0, to: max(1, presets.count), by: ScanLimits.presetsAtOnce) {
      session.send(.presets(Array(presets[start...].prefix(ScanLimits.presetsAtOnce))))
    }
  }

  private static func sendPlugins(
    _ uris: [String], of reader: BundleReader, for request: WorkerRequest, over session: borrowing WorkerSession
  ) throws(BundleProblem) {
    let skipped = Set(request.skipping)
    for uri in uris where !skipped.contains(uri) {
      guard uri.utf8.count <= ScanLimits.name else {
        session.send(.rejected(bounded(uri), .longURI(uri.utf8.count, limit: ScanLimits.name)))
        continue
      }
      session.send(.began(uri))
      session.send(try answer(to: uri, reader))
    }
  }

  /// - Throws: a temporary failure that isn't the plugin's fault.
  private static func answer(to uri: String, _ reader: BundleReader) throws(BundleProblem) -> WorkerReply {
    let reply: WorkerReply
    var interruption: ScanInterruption?
    do throws(PluginProblem) {
      let record = try reader.record(of: uri)
      interruption = record.interruption
      reply = .plugin(record)
    } catch {
      interruption = error.interruption
      reply = .rejected(uri, error)
    }
    if let cause = reader.interruption ?? interruption { throw .interrupted(cause) }
    return reply
  }

  private static func isPart(_ request: WorkerRequest) -> Bool {
    if case .plugins = request.task { return true }
    return false
  }
}

extension PluginRecord {
  /// A temporary reason why one of its files couldn't be examined; nil if there is none.
  fileprivate var interruption: ScanInterruption? {
    for case .unusablePicture(_, .unavailable(let cause)) in remarks { return cause }
    return nil
  }
}

extension PluginProblem {
  /// A temporary reason why its binary couldn't be examined; nil if there is none.
  var interruption: ScanInterruption? {
    if case .unusableBinary(_, .unavailable(let cause)) = self { cause } else { nil }
  }
}
