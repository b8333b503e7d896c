internal import Synchronization

/// Decides who has access: only pages of this server that hold its token.
///
/// A browser stores the token for the page's origin, which includes the port, and a script sends it in a header, which
/// no page of another origin can do. A cookie would be sent to all ports of the host.
///
/// An origin outlives its server: whoever had the port before may have left a service worker in the browser, which would
/// get the next server's page, and its token. So each server has a name of its own.
package final class PageAccess: Sendable {
  /// The header with the token.
  package static let header = "x-aucat-token"
  /// The maximum number of unused tickets.
  private static let ticketLimit = 16

  /// The name of this server, which is unpredictable. Browsers lead any name that ends in `.localhost` to this machine
  /// (RFC 6761).
  package let name: String
  /// The valid values of `Host`, to the letter. Any other name that leads here is an attempt to make a browser mistake this
  /// server for another one (DNS rebinding).
  package let hosts: Set<String>
  /// The secret of all pages.
  private let token = PageAccess.secret()
  private let tickets = Mutex<[String]>([])

  package init(port: Int) {
    // A label of a host name has at most 63 characters.
    name = "\(Self.secret().prefix(32)).localhost"
    let names = [name, "127.0.0.1", "[::1]", "localhost"]
    // Browsers leave out the port of HTTP.
    hosts = Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
  }

  /// Makes a ticket, which a page can exchange for the token once.
  package func ticket() -> String {
    let ticket = Self.secret()
    tickets.withLock { tickets in
      tickets.append(ticket)
      if tickets.count > Self.ticketLimit { tickets.removeFirst() }
    }
    return ticket
  }

  /// Exchanges an unused ticket for the token.
  package func token(for ticket: String) -> String? {
    tickets.withLock { tickets in
      guard let place = tickets.firstIndex(where: { Self.isSame($0, ticket) }) else { return nil }
      tickets.remove(at: place)
      return token
    }
  }

  /// The refusal of a request; nil if it is allowed.
  package func refusal(of request: PageRequest) -> PageAnswer? {
    guard let host = request.headers["host"], hosts.contains(host) else {
      return .failure(403, "the address names another host; open the printed address")
    }
    if let origin = request.headers["origin"], origin != "http://\(host)" {
      return .failure(403, "requests from other origins are refused")
    }
    guard request.path.hasPrefix("/api/") else {
      return request.method == .get ? nil : .failure(405, "pages are read-only")
    }
    if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
      return .failure(403, "requests from other origins are refused")
    }
    if request.method == .post {
      let type = request.headers["content-type"]?.prefix { $0 != ";" }.lowercased()
      guard type == (request.path == "/api/sound" ? "application/octet-stream" : "application/json") else {
        return .failure(415, "the content type must be application/json, or application/octet-stream for a sound")
      }
    }
    if request.path == "/api/session" { return nil }
    guard let given = request.headers[Self.header], Self.isSame(given, token) else {
      return .failure(401, "this page has no access; run `aucat browse`")
    }
    return nil
  }

  /// 256 random bits from the system, in hexadecimal.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let bits: UInt64 = generator.next()
      let word = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - word.utf8.count) + word
    }.joined()
  }

  /// Compares in constant time for texts of equal length.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    guard a.utf8.count == b.utf8.count else { return false }
    return zip(a.utf8, b.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
