import CatalogPage
import Testing

/// Who gets something from the server of the page.
@Suite struct PageAccessTests {
  private let access = PageAccess(port: 28_228)

  private func status(
    _ method: PageRequest.Method = .get, _ target: String = "/api/search", _ headers: [String: String] = [:],
    host: String? = "127.0.0.1:28228"
  ) throws -> Int? {
    var headers = headers
    headers["host"] = host
    let request = try #require(PageRequest(method, target, headers: headers))
    return access.refusal(of: request)?.status
  }

  private func token() throws -> [String: String] {
    [PageAccess.header: try #require(access.token(for: access.ticket()))]
  }

  @Test("a page that has exchanged its ticket gets answers, at each address of this machine")
  func answers() throws {
    let token = try token()
    for host in ["127.0.0.1:28228", "[::1]:28228", "localhost:28228", "LOCALHOST:28228"] {
      #expect(try status(.get, "/api/search", token, host: host) == nil, "\(host)")
      #expect(try status(.get, "/", host: host) == nil)
    }
  }

  @Test(
    "a name that somebody else has made lead here gets nothing, not even the page",
    arguments: [
      nil, "", "evil.example", "evil.example:28228", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:28228",
      "0.0.0.0:28228",
      "[::]:28228", "localhost.:28228", "127.0.0.1:28228 ", "user@127.0.0.1:28228", "127.1:28228",
    ])
  func rebinding(host: String?) throws {
    #expect(try status(.get, "/api/search", token(), host: host) == 403)
    #expect(try status(.get, "/", host: host) == 403)
  }

  @Test(
    "a page of another origin gets nothing, even with the token",
    arguments: [
      "http://evil.example", "http://127.0.0.1:8080", "https://127.0.0.1:28228", "null", "http://127.0.0.1",
      "http://127.0.0.1:28228.evil.example",
    ])
  func otherOrigins(origin: String) throws {
    let json = ["content-type": "application/json", "origin": origin].merging(try token()) { $1 }
    #expect(try status(.post, "/api/change", json) == 403)
    #expect(try status(.get, "/api/search", try token().merging(["sec-fetch-site": "cross-site"]) { $1 }) == 403)
    #expect(try status(.get, "/api/search", try token().merging(["sec-fetch-site": "same-site"]) { $1 }) == 403)
  }

  @Test("without the token there is no answer, and what writes is JSON")
  func tokens() throws {
    #expect(try status() == 401)
    #expect(try status(.get, "/api/search", [PageAccess.header: ""]) == 401)
    #expect(try status(.get, "/api/search", [PageAccess.header: String(repeating: "0", count: 64)]) == 401)
    for type in [nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      var headers = try token()
      headers["content-type"] = type
      #expect(try status(.post, "/api/change", headers) == 415, "\(type ?? "none")")
    }
    var headers = try token()
    headers["content-type"] = "application/json; charset=utf-8"
    #expect(try status(.post, "/api/change", headers) == nil)
    #expect(try status(.post, "/") == 405)
  }

  @Test("a ticket is good once, and of many only the last ones are kept")
  func tickets() {
    let ticket = access.ticket()
    #expect(access.token(for: "") == nil)
    #expect(access.token(for: ticket + "0") == nil)
    let token = access.token(for: ticket)
    #expect(token != nil && token != ticket)
    #expect(access.token(for: ticket) == nil)
    #expect(access.token(for: access.ticket()) == token)
    let early = access.ticket()
    for _ in 0..<16 { _ = access.ticket() }
    #expect(access.token(for: early) == nil)
  }

  @Test("an address is decoded once, and a broken one is none")
  func addresses() throws {
    let request = try #require(PageRequest(.get, "/api/search?q=tag%20%3D%3D+%22a%26b%22&type=A&type=B&empty&=x"))
    #expect(request.path == "/api/search" && request["q"] == "tag == \"a&b\"")
    #expect(request.values("type") == ["A", "B"] && request["empty"] == "")
    #expect(PageRequest(.get, "/%252e")?.path == "/%2e")
    for broken in ["", "x", "http://x/", "/%", "/%4", "/%zz", "/%ff", "/?q=%c3", "*"] {
      #expect(PageRequest(.get, broken) == nil, "\(broken)")
    }
  }

  @Test("a file of the page has a name; nothing else is reached by a path")
  func files() throws {
    let files = PageFiles(language: "en")
    for path in ["/", "/page.css", "/page.js", "/wire.js", "/texts.js"] {
      let request = try #require(PageRequest(.get, path))
      let answer = try #require(files.answer(request))
      #expect(answer.status == 200 && answer.body.starts(with: [0x1F, 0x8B]), "\(path)")
      let tag = try #require(answer.headers.first { $0.name == "ETag" }?.value)
      let again = try #require(PageRequest(.get, path, headers: ["if-none-match": tag]))
      #expect(files.answer(again)?.status == 304)
    }
    for path in [
      "/index.html", "/texts.de.js", "/../etc/passwd", "/%2e%2e/etc/passwd", "//page.css", "/page.css/", "/.",
      "/page.css%00",
    ] {
      let request = try #require(PageRequest(.get, path))
      #expect(files.answer(request) == nil, "\(path)")
    }
    #expect(files.size <= 150_000)
  }
}
