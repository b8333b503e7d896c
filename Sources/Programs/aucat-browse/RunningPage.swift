#if Browse
  internal import AucatProgram
  internal import AudioComponents
  internal import Linux

  /// A page that is already served: a second start gets new addresses of it, through a socket that only this user can
  /// reach. If a person has chosen the page's port, that is for starts with the same port.
  final class RunningPage {
    private static let request = "open"

    private let path: String
    private let lines: LineServer
    /// Excludes other processes that would answer in this one's place.
    private let lock: FileLock

    /// Accepts requests of other starts.
    ///
    /// - Parameter port: the port of this process, if a person has chosen it.
    /// - Throws: ``FileLock/Failure/timedOut`` if another process answers them.
    init(port: Int?) throws {
      path = try Self.path(port)
      lock = try FileLock(path + ".holder", patience: .zero)
      // Left behind by a killed process: since this one has the lock, that one is gone.
      LocalSocket.remove(path)
      lines = try LineServer(LocalSocket.listening(at: path)) {}
    }

    deinit {
      lines.end()
      LocalSocket.remove(path)
    }

    /// Answers all starts that have asked for addresses.
    func answer(_ addresses: () -> [String]) {
      for case .line(let line, let connection) in lines.take() {
        lines.send(line == Self.request ? addresses().joined(separator: " ") : "", to: connection, isAnswer: true)
      }
    }

    /// The addresses of a page of another process, the best first; nil if there is none.
    static func addresses(port: Int?) -> [String]? {
      guard let path = try? path(port), let socket = try? LocalSocket.connected(to: path),
        (try? socket.sendAll(Array((request + "\n").utf8))) != nil
      else { return nil }
      var text: [UInt8] = []
      var portion = [UInt8](repeating: 0, count: 4_096)
      while !text.contains(UInt8(ascii: "\n")) {
        guard socket.isReadable(within: 2_000), let count = try? socket.read(into: &portion), count > 0 else {
          return nil
        }
        text += portion[..<count]
      }
      let addresses = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).split(separator: " ")
      return addresses.isEmpty ? nil : addresses.map(String.init)
    }

    private static func path(_ port: Int?) throws -> String {
      "\(try SessionFolder().path)/page\(port.map { "-\($0)" } ?? "").door"
    }
  }
#endif
