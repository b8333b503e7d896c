import CatalogPage
import TestSupport
import Testing

/// Who gets something from the server of the page.
struct PageAccessTests {
  private let access = PageAccess(port: 28_228)

  private func status(
    _ method: PageRequest.Method = .get, _ target: String = "/api/search", _ headers: [String: String] = [:],
    host: String? = "127.0.0.1:28228"
  ) throws -> Int? {
    var headers = headers
    headers["host"] = host
    let request = try demand(PageRequest(method, target, headers: headers))
    return access.refusal(of: request)?.status
  }

  private func token() throws -> [String: String] {
    [PageAccess.header: try demand(access.token(for: access.ticket()))]
  }

  @Test(
    "a page that has exchanged its ticket gets answers, at each address of this machine and by no other name or origin")
  func hosts() throws {
    let token = try token()
    for host in ["\(access.name):28228", "127.0.0.1:28228", "[::1]:28228", "localhost:28228"] {
      try verify(status(.get, "/api/search", token, host: host) == nil, "\(host)")
      try verify(status(.get, "/", host: host) == nil)
    }
    // A name that somebody else has made lead here gets nothing, not even the page.
    for host in [
      nil, "", "evil.example", "evil.example:28228", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:28228",
      "0.0.0.0:28228", "[::]:28228", "localhost.:28228", "LOCALHOST:28228", "x.localhost:28228", access.name,
      "\(PageAccess(port: 28_228).name):28228", "127.0.0.1:28228 ", "user@127.0.0.1:28228", "127.1:28228",
    ] {
      try verify(status(.get, "/api/search", token, host: host), equals: 403, "\(host ?? "none")")
      try verify(status(.get, "/", host: host), equals: 403)
    }
    for origin in [
      "http://evil.example", "http://127.0.0.1:8080", "https://127.0.0.1:28228", "null", "http://127.0.0.1",
      "http://127.0.0.1:28228.evil.example", "http://localhost:28228", "http://\(access.name):28228",
    ] {
      let json = ["content-type": "application/json", "origin": origin].merging(token) { $1 }
      try verify(status(.post, "/api/change", json), equals: 403, "\(origin)")
    }
    for site in ["cross-site", "same-site"] {
      try verify(status(.get, "/api/search", token.merging(["sec-fetch-site": site]) { $1 }), equals: 403)
    }
  }

  @Test func aServerHasANameThatNobodyKnowsBefore() throws {
    let names = Set((0..<100).map { _ in PageAccess(port: 1).name })
    verify(names.count, equals: 100)
    for name in names { verify(name.wholeMatch(of: /[0-9a-f]{32}\.localhost/) != nil, "\(name)") }
    let json = ["content-type": "application/json", "origin": "http://\(access.name):28228"].merging(try token()) { $1 }
    try verify(status(.post, "/api/change", json, host: "\(access.name):28228") == nil)
  }

  @Test(
    "without the token there is no answer, and what writes is JSON; a ticket is good once, and only the last are kept")
  func tokens() throws {
    try verify(status(), equals: 401)
    for value in ["", String(repeating: "0", count: 64)] {
      try verify(status(.get, "/api/search", [PageAccess.header: value]), equals: 401)
    }
    for (type, expected) in [
      (nil, 415), ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("multipart/form-data", 415),
      ("application/json; charset=utf-8", nil),
    ] as [(String?, Int?)] {
      var headers = try token()
      headers["content-type"] = type
      try verify(status(.post, "/api/change", headers), equals: expected, "\(type ?? "none")")
    }
    try verify(status(.post, "/"), equals: 405)

    let ticket = access.ticket()
    verify(access.token(for: "") == nil && access.token(for: ticket + "0") == nil)
    let token = access.token(for: ticket)
    verify(token != nil && token != ticket)
    verify(access.token(for: ticket) == nil)
    verify(access.token(for: access.ticket()), equals: token)
    let early = access.ticket()
    for _ in 0..<16 { _ = access.ticket() }
    verify(access.token(for: early) == nil)
  }

  @Test(
    "an address is decoded once, and a broken one is none; a file has a name, and nothing else is reached by a path")
  func addresses() throws {
    let request = try demand(PageRequest(.get, "/api/search?q=tag%20%3D%3D+%22a%26b%22&type=A&type=B&empty&=x"))
    verify(request.path == "/api/search" && request["q"] == "tag == \"a&b\"")
    verify(request.values("type") == ["A", "B"] && request["empty"] == "")
    verify(PageRequest(.get, "/%252e")?.path, equals: "/%2e")
    for broken in ["", "x", "http://x/", "/%", "/%4", "/%zz", "/%ff", "/?q=%c3", "*"] {
      verify(PageRequest(.get, broken) == nil, "\(broken)")
    }

    let files = PageFiles(language: "en")
    for path in ["/", "/page.css", "/page.js", "/wire.js", "/texts.js"] {
      let request = try demand(PageRequest(.get, path))
      let answer = try demand(files.answer(request))
      verify(answer.status == 200 && answer.body.starts(with: [0x1F, 0x8B]), "\(path)")
      let tag = try demand(answer.headers.first { $0.name == "ETag" }?.value)
      let again = try demand(PageRequest(.get, path, headers: ["if-none-match": tag]))
      verify(files.answer(again)?.status, equals: 304)
    }
    for path in [
      "/index.html", "/texts.de.js", "/../etc/passwd", "/%2e%2e/etc/passwd", "//page.css", "/page.css/", "/.",
      "/page.css%00",
    ] {
      let request = try demand(PageRequest(.get, path))
      verify(files.answer(request) == nil, "\(path)")
    }
    verify(files.size <= 150_000)
  }
}
