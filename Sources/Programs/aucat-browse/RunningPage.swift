#if Browse
  internal import AucatProgram
  internal import AudioComponents
  internal import Linux

  /// A page that is already served: a second start on its port gets a new address, through a socket that only this user can reach.
  final class RunningPage {
    private static let request = "open"

    private let path: String
    private let lines: LineServer

    /// Accepts requests of other starts.
    ///
    /// - Parameter port: the port of this process.
    init(port: Int) throws {
      path = try Self.path(port)
      // Left behind by a killed process: since this one has the port, that one is gone.
      LocalSocket.remove(path)
      lines = try LineServer(LocalSocket.listening(at: path)) {}
    }

    deinit {
      lines.end()
      LocalSocket.remove(path)
    }

    /// Answers all starts that have asked for an address.
    func answer(_ address: () -> String) {
      for case .line(let line, let connection) in lines.take() {
        lines.send(line == Self.request ? address() : "", to: connection, isAnswer: true)
      }
    }

    /// The address of a page of another process; nil if there is none.
    static func address(port: Int) -> String? {
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
      let address = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return address.isEmpty ? nil : address
    }

    private static func path(_ port: Int) throws -> String { "\(try SessionFolder().path)/page-\(port).door" }
  }
#endif
