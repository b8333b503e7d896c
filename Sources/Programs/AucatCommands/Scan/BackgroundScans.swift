internal import AucatProgram
package import AudioComponents
internal import Linux
internal import Synchronization

/// Scans whenever something is installed, removed or edited, on a thread of their own.
package final class BackgroundScans {
  private final class Outcome: Sendable {
    let failure = Mutex<(any Error)?>(nil)
  }

  private let outcome = Outcome()
  private let thread: BackgroundThread

  /// Scans until the program is asked to end.
  package init(_ manager: ComponentManager) throws {
    let outcome = outcome
    do throws(SystemError) {
      thread = try BackgroundThread {
        do {
          // What can't be read is reported once, not by each scan.
          try manager.keepScanning(scanned: Shortfalls.report, isCancelled: { Interruption.isRequested })
        } catch {
          outcome.failure.withLock { $0 = error }
        }
      }
    } catch {
      let remedy = error.remedy.map { "; \($0)" } ?? ""
      throw CommandFailure(.storeFailed, "no thread can be started for the scans: \(error)" + remedy)
    }
  }

  /// - Throws: the error that ended the scans. That the catalog can't be written is reported instead: changes that others make
  ///   are still followed.
  func check() throws {
    switch outcome.failure.withLock({ $0 }) {
    case nil: break
    case let error as ComponentManagerError where error.meansReadOnly:
      Shortfalls.report("what is installed meanwhile is not noticed: \(error)")
    case let error?: throw error
    }
  }

  /// Waits for the end of the last scan.
  func finish() throws {
    thread.join()
    try check()
  }
}

extension ComponentManagerError {
  /// Whether there is no place for a catalog, or none that may be written.
  fileprivate var meansReadOnly: Bool {
    switch self {
    case .noPlaceForCatalog, .unwritableStore, .unreachableStore, .fullDisk: true
    default: false
    }
  }
}
