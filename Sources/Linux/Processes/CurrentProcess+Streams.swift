internal import Glibc

extension CurrentProcess {
  /// Writes what C's streams have yet to write: `fflush(3)`. C libraries print through them.
  package static func flushStreams() { fflush(nil) }
}
