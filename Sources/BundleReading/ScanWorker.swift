internal import ComponentModel
internal import ComponentScan

/// The program that reads bundles for a scan, one request after the other, until the scan goes.
public enum ScanWorker {
  /// How much Turtle one part of a shared bundle has, in bytes.
  static let partSize = 512 << 10

  /// Serves requests until the connection ends.
  public static func run() {
    var session = WorkerSession()
    WorkerLimits.apply()
    Diagnostics.ownsStandardError = true
    while let request = session.nextRequest() {
      WorkerLimits.startClock(seconds: request.seconds)
      answer(request, session)
      FileGate.current = nil
      WorkerLimits.stopClock()
    }
  }

  private static func answer(_ request: WorkerRequest, _ session: borrowing WorkerSession) {
    guard let reader = BundleReader(path: request.bundle) else {
      finish(session, nil, Judgement(.failed, reason: "memory is exhausted"))
      return
    }
    FileGate.current = reader.gate
    var content: UInt64?
    if !isPart(request) {
      content = reader.readContent()
      if content == request.knownContent {
        session.send(.unchanged)
        return
      }
    }
    if let fault = reader.readManifest() {
      finish(session, content, Judgement(.failed, reason: fault))
      return
    }
    send(reader, request, session)
    finish(session, content, .scanned)
  }

  private static func send(_ reader: BundleReader, _ request: WorkerRequest, _ session: borrowing WorkerSession) {
    switch request.task {
    case .all:
      sendPlugins(reader.pluginURIs, reader, request, session)
      sendPresets(reader, request, session)
    case .outline:
      sendPresets(reader, request, session)
      session.send(.outline(reader.outline(partsOf: partSize)))
    case .plugins(let uris):
      sendPlugins(uris, reader, request, session)
    }
  }

  private static func sendPresets(
    _ reader: BundleReader, _ request: WorkerRequest, _ session: borrowing WorkerSession
  ) {
    guard !request.skipsPresets else { return }
    session.send(.beganPresets)
    session.send(.presets(reader.presets()))
  }

  private static func sendPlugins(
    _ uris: [String], _ reader: BundleReader, _ request: WorkerRequest, _ session: borrowing WorkerSession
  ) {
    let skipped = Set(request.skipping)
    for uri in uris where !skipped.contains(uri) {
      guard uri.utf8.count <= ScanLimits.name else {
        let reason = "its URI has \(uri.utf8.count) bytes; at most \(ScanLimits.name) are read"
        session.send(.refused(bounded(uri), reason: reason))
        continue
      }
      session.send(.began(uri))
      do throws(PluginReader.Fault) {
        session.send(.plugin(try reader.record(of: uri)))
      } catch {
        session.send(.refused(uri, reason: error.reason))
      }
    }
  }

  private static func isPart(_ request: WorkerRequest) -> Bool {
    if case .plugins = request.task { return true }
    return false
  }

  private static func finish(_ session: borrowing WorkerSession, _ content: UInt64?, _ judgement: Judgement) {
    session.send(.finished(WorkerReply.Summary(content: content, judgement: judgement, remarks: [])))
  }
}
