internal import AudioComponents

/// The files of the page, compressed at build time.
package struct PageFiles: Sendable {
  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]
  /// Files with the page's texts in a language: in a German locale, `texts.de.js` is sent as `/texts.js`.
  private static let texts = "texts."

  /// The files, by the path of the request.
  private let files: [String: PageAnswer]

  /// - Parameter language: the language of the page's texts, such as `de`; without a translation, they are English.
  package init(language: String) {
    let languages = EmbeddedPage.files.map(\.name).filter { $0.hasPrefix(Self.texts) }
    let own = "\(Self.texts)\(language).js"
    let chosen = languages.contains(own) ? own : "\(Self.texts)en.js"
    var files: [String: PageAnswer] = [:]
    for (name, text) in EmbeddedPage.files where !name.hasPrefix(Self.texts) || name == chosen {
      guard let bytes = Base64.decoded(text) else { continue }
      let ending = String(name.reversed().prefix { $0 != "." }.reversed())
      var answer = PageAnswer(bytes, type: Self.types[ending] ?? "application/octet-stream")
      var hash = StableHash()
      hash.add(text)
      answer.headers = [
        ("Content-Encoding", "gzip"), ("ETag", "\"\(String(hash.value, radix: 16))\""), ("Cache-Control", "no-cache"),
      ]
      files["/\(name == "index.html" ? "" : name == chosen ? "texts.js" : name)"] = answer
    }
    self.files = files
  }

  /// The total size as transferred, in bytes.
  package var size: Int { files.values.reduce(0) { $0 + $1.body.count } }

  /// The file for a request; nil if there is none.
  package func answer(_ request: PageRequest) -> PageAnswer? {
    guard var file = files[request.path] else { return nil }
    if let known = request.headers["if-none-match"], file.headers.contains(where: { $0.value == known }) {
      file.status = 304
      file.body = []
    }
    return file
  }

  /// The headers of all answers: no inline code, no foreign resources, no frames, and trusted types.
  package static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "media-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
  ]
}
