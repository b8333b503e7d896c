package import ComponentModel
internal import Linux

/// The status of a store's file and of its logs at one moment, for a reader that can't lock them.
package struct StoreStamp: Equatable, Sendable {
  private let path: String
  private let parts: [Part?]

  private struct Part: Equatable {
    var identity: FileStatus.Identity
    var size: Int
    var modified: FileStatus.Time
  }

  /// Reads the file's present status.
  package init(_ path: String) {
    self.path = path
    parts = ([""] + PrivateCopy.companions).map { ending in
      StoreFile.status(path + ending).map { Part(identity: $0.identity, size: $0.size, modified: $0.modified) }
    }
  }

  /// Whether there is a write-ahead log that is not empty.
  package var hasLog: Bool { (parts[1]?.size ?? 0) > 0 }

  /// Whether the files have not changed since the stamp was taken.
  package var isCurrent: Bool { self == StoreStamp(path) }

  /// Whether a change within the same tick of the clock would leave the same stamp.
  var isRecent: Bool {
    let now = SystemClock.now
    return parts.contains { part in
      guard let time = part?.modified else { return false }
      let milliseconds = (now.seconds - time.seconds) * 1_000 + (now.nanoseconds - time.nanoseconds) / 1_000_000
      return abs(milliseconds) < Self.tick
    }
  }

  /// Longer than a tick of any kernel's clock, in milliseconds.
  private static let tick = 20
  private static let attempts = 100

  /// Runs `body` until the files don't change while it runs, and passes their stamp to it. Errors that it throws while
  /// files change are ignored.
  ///
  /// - Returns: nil if they keep changing for two seconds.
  package static func stable<Result>(_ path: String, _ body: (StoreStamp) throws -> Result) throws -> Result? {
    for _ in 0..<attempts {
      let stamp = StoreStamp(path)
      if !stamp.isRecent {
        do {
          let result = try body(stamp)
          if stamp.isCurrent { return result }
        } catch {
          if stamp.isCurrent { throw error }
        }
      }
      CurrentThread.sleep(milliseconds: tick)
    }
    return nil
  }
}

/// The identity of a file, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  private let identity: FileStatus.Identity

  /// The identity of the file at a path; nil if there is none.
  package init?(_ path: String) {
    guard let status = StoreFile.status(path) else { return nil }
    identity = status.identity
  }
}

extension UTCTime {
  /// The current time of the system's clock, to the second.
  package static var now: UTCTime { UTCTime(secondsSince1970: Int64(SystemClock.seconds)) ?? .epoch }
}
