internal import AudioComponents
internal import Linux

/// Where the sessions of `aucat live` can be reached: a folder of this user, with a socket and a lock for each.
package struct SessionFolder {
  /// The path of the folder.
  package let path: String

  /// Finds the folder, and creates it if it doesn't exist.
  ///
  /// - Throws: a ``CommandFailure`` if it belongs to somebody else, or can't be created.
  package init() throws {
    path = Self.place(Configuration.processEnvironment)
    var isOurs = true
    do throws(SystemError) {
      try Path.makeFolder(path)
      let status = try FileStatus(path, followsLinks: false)
      isOurs = status.isDirectory && status.owner == CurrentProcess.user
      if isOurs, status.permissions != 0o700 {
        try FileDescriptor(path, for: .reading, options: [.directory, .noFollow]).setPermissions(0o700)
      }
    } catch {
      throw CommandFailure(
        .storeFailed, "\(path) can't be created (\(error)); set XDG_RUNTIME_DIR to a folder of yours")
    }
    if isOurs { return }
    throw CommandFailure(.storeFailed, "\(path) is not a folder of yours; remove it, or set XDG_RUNTIME_DIR")
  }

  /// A folder in `XDG_RUNTIME_DIR`, or one below `/tmp` if that can't be used.
  private static func place(_ environment: [String: String]) -> String {
    if let folder = environment["XDG_RUNTIME_DIR"], LexicalPath.isAbsolute(folder),
      (try? FileStatus(folder))?.owner == CurrentProcess.user
    {
      return folder + "/aucat"
    }
    return "/tmp/aucat-\(CurrentProcess.user)"
  }

  /// The names of the sessions that run, in order.
  package var names: [String] {
    DirectoryReader.entries(of: path).compactMap { entry -> String? in
      guard entry.name.utf8.suffix(5).elementsEqual(".sock".utf8) else { return nil }
      let file = String(entry.name.dropLast(5))
      return isRunning(file) ? Self.unescaped(file) : nil
    }.sorted()
  }

  /// The socket of a session.
  package func socket(of name: String) -> String { "\(path)/\(Self.escaped(name)).sock" }

  /// Whether a session has the lock. A socket by itself may be left over from a session that was killed.
  private func isRunning(_ file: String) -> Bool {
    do throws(FileLock.Failure) {
      try FileLock("\(path)/\(file).lock", mode: .shared, patience: .zero).release()
      return false
    } catch {
      return error == .timedOut
    }
  }

  /// Claims a name for a session; a name in use gets a number, as with JACK.
  package func claim(_ name: String) throws -> SessionClaim {
    for number in 0..<100 {
      let numbered = number == 0 ? name : "\(name)-\(number < 10 ? "0" : "")\(number)"
      let file = "\(path)/\(Self.escaped(numbered))"
      do throws(FileLock.Failure) {
        // A program that lists sessions holds the lock for a moment.
        let lock = try FileLock(file + ".lock", patience: .milliseconds(20))
        LocalSocket.remove(file + ".sock")
        return SessionClaim(name: numbered, path: file + ".sock", lock: lock)
      } catch {
        if error == .timedOut { continue }
        throw CommandFailure(.storeFailed, "\(file).lock can't be created; make room in \(path)")
      }
    }
    throw CommandFailure(.storeFailed, "a hundred sessions named \(name) are running; end some")
  }

  /// The longest file name, without its ending.
  private static var longestName: Int { 60 }

  /// A name as a file name: plain characters, and the rest like `%2F`. A long one is cut, and ends with a hash.
  static func escaped(_ name: String) -> String {
    var text = ""
    for (place, byte) in name.utf8.enumerated() {
      let isPlain =
        byte.isASCIILetter || byte.isASCIIDigit || byte == 0x5F || byte == 0x2D || (byte == 0x2E && place > 0)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16, uppercase: true, width: 2)
    }
    guard text.utf8.count > longestName else { return text }
    var hash = StableHash()
    hash.add(name)
    return text.prefix(longestName - 17) + "~" + String(hash.value, radix: 16, width: 16)
  }

  /// The name of the session of a file; a long one is cut.
  static func unescaped(_ file: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(file.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A session's name, which nobody else can take as long as this lives.
package final class SessionClaim {
  /// The name under which it is reached.
  package let name: String
  /// The path of its socket.
  package let path: String
  private let lock: FileLock

  init(name: String, path: String, lock: consuming FileLock) {
    (self.name, self.path) = (name, path)
    self.lock = lock
  }

  deinit { LocalSocket.remove(path) }
}
