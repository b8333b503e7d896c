internal import CSoundFile
internal import Glibc

/// libsndfile, if it is installed.
struct SoundFileLibrary: Sendable {
  /// The library's file name on every Linux distribution; Debian's package is libsndfile1.
  static let name = "libsndfile.so.1"

  let functions: AucatSoundFileFunctions

  private static let standard = loaded(name)

  /// Returns the library; the standard one is loaded only once.
  ///
  /// - Parameters:
  ///   - path: the file that needs it, for the error.
  ///   - reason: why it is needed.
  static func load(_ library: String, for path: String, _ reason: String) throws(AudioFileError) -> SoundFileLibrary {
    guard let found = library == name ? standard : loaded(library) else {
      throw AudioFileError(.libraryMissing, path: path, detail: reason)
    }
    return found
  }

  private static func loaded(_ library: String) -> SoundFileLibrary? {
    var functions = AucatSoundFileFunctions()
    return aucatLoadSoundFile(library, &functions) == 1 ? SoundFileLibrary(functions: functions) : nil
  }
}

/// A file as libsndfile accesses it: through callbacks, which have a position of their own and keep the first error.
///
/// The library must not get the descriptor itself: it reports a full disk as a short count and loses the error.
final class LibraryBytes {
  private let file: FileBytes
  private let start: Int64
  private var position: Int64 = 0
  /// The first error of the operating system.
  private(set) var failure: AudioFileError?

  /// - Parameter start: where the audio file begins in the file, in bytes.
  init(_ file: FileBytes, start: Int64) {
    self.file = file
    self.start = start
  }

  var path: String { file.path }

  func close() throws(AudioFileError) { try file.close() }

  /// Callbacks that take this object as their last argument.
  static var calls: AucatSoundFileBytes {
    AucatSoundFileBytes(
      length: { LibraryBytes.of($0).length() },
      seek: { LibraryBytes.of($2).seek($0, $1) },
      read: { LibraryBytes.of($2).read($0, $1) },
      write: { LibraryBytes.of($2).writeBytes($0, $1) },
      tell: { LibraryBytes.of($0).position })
  }

  /// SAFETY: whoever opens the file passes the pointer to the library, and keeps the object until the file is closed.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> LibraryBytes {
    guard let pointer else { preconditionFailure("libsndfile lost the file") }
    // SAFETY: The library passes back `pointer`, whose object is kept until the file is closed.
    return Unmanaged<LibraryBytes>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func length() -> Int64 { attempt { () throws(AudioFileError) in try file.size() - start } }

  private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
    let base =
      switch origin {
      case SEEK_CUR: position
      case SEEK_END: length()
      default: Int64(0)
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    if overflow || target < 0 || target > Int64.max / 2 { return -1 }
    position = target
    return target
  }

  private func read(_ target: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
    // SAFETY: The library has room for `count` bytes at `target` (`sf_vio_read`), which are written during the call.
    let memory = UnsafeMutableRawBufferPointer(start: target, count: Int(max(0, count)))
    let done = attempt { () throws(AudioFileError) in Int64(try file.read(memory, at: start + position)) }
    position += max(0, done)
    return max(0, done)
  }

  private func writeBytes(_ source: UnsafeRawPointer?, _ count: Int64) -> Int64 {
    // Nothing is written after an error: later data would leave a hole.
    guard failure == nil else { return 0 }
    // SAFETY: The library has `count` bytes at `source` (`sf_vio_write`), which are read during the call.
    let memory = UnsafeRawBufferPointer(start: source, count: Int(max(0, count)))
    let done = attempt { () throws(AudioFileError) in
      try file.writeBytes(memory, at: start + position)
      return count
    }
    position += max(0, done)
    return max(0, done)
  }

  private func attempt(_ body: () throws(AudioFileError) -> Int64) -> Int64 {
    do {
      return try body()
    } catch {
      if failure == nil { failure = error }
      return -1
    }
  }
}
