internal import ComponentModel
internal import ComponentScan

/// The program that reads bundles for a scan, one request after the other, until the scan goes.
package enum ScanWorker {
  /// How much Turtle one part of a shared bundle has at least, in bytes.
  private static let smallestPart = 512 << 10
  /// How many times as large as the manifest a part is at least: each part reads the manifest again.
  private static let partsOfManifest = 16

  /// Serves requests until the connection ends.
  package static func run() {
    var session = WorkerSession()
    WorkerLimits.apply()
    while let request = session.nextRequest() {
      WorkerLimits.startClock(seconds: request.seconds)
      answer(request, session)
      WorkerLimits.stopClock()
    }
  }

  private static func answer(_ request: WorkerRequest, _ session: borrowing WorkerSession) {
    // A part leaves the content to the outline: hashing the whole bundle for each would cost its square.
    let content = isPart(request) ? nil : ContentHash.of(request.bundle, gate: FileGate(bundle: request.bundle))
    if let content, content == request.knownContent {
      session.send(.unchanged)
      return
    }
    do throws(BundleProblem) {
      send(try BundleReader(path: request.bundle), request, session)
      session.send(.finished(WorkerReply.Summary(content: content)))
    } catch {
      session.send(.finished(WorkerReply.Summary(content: content, problem: error)))
    }
  }

  private static func send(_ reader: BundleReader, _ request: WorkerRequest, _ session: borrowing WorkerSession) {
    switch request.task {
    case .all:
      sendPlugins(reader.pluginURIs, reader, request, session)
      sendPresets(reader, request, session)
    case .outline:
      sendPresets(reader, request, session)
      let size = max(smallestPart, partsOfManifest * reader.manifestSize)
      session.send(.outline(reader.outline(partsOf: size)))
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
        session.send(.refused(bounded(uri), .longURI(uri.utf8.count, limit: ScanLimits.name)))
        continue
      }
      session.send(.began(uri))
      do throws(PluginProblem) {
        session.send(.plugin(try reader.record(of: uri)))
      } catch {
        session.send(.refused(uri, error))
      }
    }
  }

  private static func isPart(_ request: WorkerRequest) -> Bool {
    if case .plugins = request.task { return true }
    return false
  }
}
