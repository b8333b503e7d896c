import AudioComponents
import CatalogPage
import TestSupport
import Testing

/// What the page is told, and what it changes.
struct PageAPITests {
  private let machine: Machine
  private let api: PageAPI

  init() throws {
    machine = Machine()
    _ = machine.aucat("scan")
    api = PageAPI(ComponentManager(try Configuration(environment: machine.environment)))
  }

  private func get(_ target: String) throws -> JSON {
    let answer = api.answer(try demand(PageRequest(.get, target)))
    verify(answer.status, equals: 200, "\(target): \(String(decoding: answer.body, as: UTF8.self))")
    return try demand(JSON(String(decoding: answer.body, as: UTF8.self)))
  }

  private func post(_ path: String, _ body: String) throws -> (status: Int, json: JSON) {
    let answer = api.answer(try demand(PageRequest(.post, path, body: Array(body.utf8))))
    return (answer.status, try demand(JSON(String(decoding: answer.body, as: UTF8.self))))
  }

  private func firstURI() throws -> String {
    let found = try get("/api/search")
    return try demand(found["list"]?.elements?.first?["uri"]?.text)
  }

  /// A text in an address.
  private func escaped(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("a list is read a part at a time; words, facets and components are answered as by the command")
  func answers() throws {
    let whole = try get("/api/search?variants=all&count=500")
    let rows = try demand(whole["list"]?.elements)
    verify(rows.count > 2 && whole["rows"]?.double == Double(rows.count))
    let parts = try rows.indices.flatMap { from in
      try demand(get("/api/search?variants=all&count=1&from=\(from)")["list"]?.elements)
    }
    verify(parts, equals: rows)
    try verify(get("/api/search?from=999")["list"]?.elements, equals: [])

    for text in ["reverb", "type == Effect", "name contains e and not tag == Delay"] {
      let found = try get("/api/search?variants=all&count=500&q=\(escaped(text))")["list"]?.elements?.compactMap {
        $0["uri"]?.text
      }
      verify(found, equals: machine.aucat("search", text, "--format", "uri").lines, "\(text)")
    }
    let invalid = try get("/api/search?q=nme%20==%20x")["invalid"]
    verify(invalid?["offset"]?.double == 0 && invalid?["suggestion"]?.text == "name")

    let groups = try demand(get("/api/facets")["groups"]?.elements)
    verify(groups.count > 3)
    for group in groups {
      let key = try demand(group["key"]?.text)
      for value in try demand(group["values"]?.elements) {
        let text = value["value"]?.text ?? ""
        let found = try get("/api/search?variants=all&\(key)=\(escaped(text))")
        verify(found["total"]?.double, equals: value["count"]?.double, "\(key) \(text)")
      }
    }

    let uri = try firstURI()
    let told = try get("/api/component?uri=\(uri)")
    let info = try demand(JSON(machine.aucat("info", uri, "--json").text))
    guard case .object(let members) = info else { return verify(false) }
    for member in members { verify(told[member.key], equals: member.value, "\(member.key)") }
    verify(api.answer(try demand(PageRequest(.get, "/api/component?uri=urn:none"))).status, equals: 404)
  }

  @Test("what is near is apart from what matches and in no count; there is none while a word is being typed")
  func near() throws {
    let found = try get("/api/search?variants=all&q=reverbation")
    let matching = try demand(found["list"]?.elements).compactMap { $0["uri"]?.text }
    let near = try demand(found["near"]?.elements).compactMap { $0["uri"]?.text }
    verify(found["rows"]?.double == Double(matching.count) && Set(matching).isDisjoint(with: near), "\(found)")
    verify(machine.aucat("search", "reverbation", "--near", "--format", "uri").lines, equals: matching + near)
    for more in ["typing=1", "exact=1"] {
      try verify(get("/api/search?q=reverbation&\(more)")["near"]?.elements, equals: [])
    }
    try verify(get("/api/search?q=\(escaped("tag == Reverb"))")["near"]?.elements, equals: [])
  }

  @Test(
    "many components are tagged in one step, which one undo takes back; its number is its own, whatever others change")
  func changes() async throws {
    let all = try get("/api/search?variants=all")
    let uris = try demand(all["list"]?.elements).compactMap { $0["uri"]?.text }
    func tag(_ name: String, _ uris: [String]) throws -> JSON {
      let change = #"{"do": "add", "kind": "tag", "name": "\#(name)", "uris": \#(JSON.strings(uris).encoded)}"#
      let (status, answer) = try post("/api/change", #"{"changes": [\#(change)]}"#)
      verify(status == 200 && answer["title"]?.text?.contains(name) == true, "\(answer)")
      return answer
    }
    let answer = try tag("Warm", uris)
    verify(answer["touched"]?.double, equals: Double(uris.count))
    verify(machine.aucat("search", "tag == Warm", "--format", "uri").lines.sorted(), equals: uris.sorted())
    let undo = #"{"number": \#(Int(try demand(answer["undo"]?.double)))}"#
    try verify(post("/api/undo", undo).status, equals: 200)
    verify(machine.aucat("search", "tag == Warm", "--count").text, equals: "0\n")
    try verify(post("/api/undo", undo).status, equals: 409)

    let other = ComponentManager(try Configuration(environment: machine.environment))
    let others = Task.detached {
      while !Task.isCancelled {
        try other.apply([.add(.favorite, to: uris[0])])
        try other.apply([.remove(.favorite, from: uris[0])])
      }
    }
    for number in 0..<20 { _ = try tag("Own \(number)", [uris[0]]) }
    others.cancel()
    try await others.value
  }

  @Test("what is no change is refused; what is heard is saved as a chain by its name, which is no path")
  func refusedAndChains() throws {
    for body in [
      "", "[]", "{}", #"{"changes": []}"#, #"{"changes": [{"do": "explode"}]}"#, #"{"changes": ["x"]}"#,
      #"{"changes": [{"do": "add", "kind": "tag", "name": "", "uris": ["urn:x"]}]}"#,
      #"{"changes": [{"do": "add", "kind": "rootkit", "uris": ["urn:x"]}]}"#,
      #"{"changes": [{"do": "add", "kind": "tag", "name": "x", "uris": ["a\u0000b"]}]}"#,
    ] { try verify(post("/api/change", body).status, equals: 400, "\(body)") }

    // Only an undo without a number is that of the last change.
    for number in ["1e300", "1.5", #""1""#] {
      try verify(post("/api/undo", #"{"number": \#(number)}"#).status, equals: 400, "\(number)")
    }

    let uri = try firstURI()
    for value in ["1e300", "-1e39", "null", #""1""#] {
      let body = #"{"uri": "\#(uri)", "controls": {"gain": \#(value)}}"#
      try verify(post("/api/chain", body).status, equals: 400, "\(value)")
    }
    func chain(_ name: String?) throws -> (status: Int, json: JSON) {
      let members = [("uri", JSON.string(uri))] + (name.map { [("name", JSON.string($0))] } ?? [])
      return try post("/api/chain", JSON.object(members.map { (key: $0.0, value: $0.1) }).encoded)
    }
    let text = try demand(chain(nil).json["text"]?.text)
    verify(text.contains(uri))
    let path = try demand(chain("Warm räume").json["path"]?.text)
    verify(path.hasSuffix("/aucat/chains/Warm räume.json") && path.hasPrefix("/"))
    verify(String(decoding: Child.contents(path), as: UTF8.self), equals: text)
    try verify(chain("Warm räume").status, equals: 409)
    for name in ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\u{0}b", "a\nb", String(repeating: "x", count: 201)] {
      try verify(chain(name).status, equals: 400, "\(name)")
    }
  }
}

/// Sounds that are dropped on the page.
struct DroppedSoundTests {
  /// A WAV file of 16 bits and one channel.
  private func wav(frames: UInt32) -> [UInt8] {
    func number(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format =
      number(16) + number(1, 2) + number(1, 2) + number(48_000) + number(96_000) + number(2, 2) + number(16, 2)
    let head = Array("RIFF".utf8) + number(36 + 2 * frames) + Array("WAVEfmt ".utf8) + format
    return head + Array("data".utf8) + number(2 * frames) + [UInt8](repeating: 1, count: Int(2 * frames))
  }

  @Test("a file is heard as long as it is, and one without frames is refused")
  func lengths() throws {
    let api = PageAPI(ComponentManager(try Configuration(environment: Machine().environment)))
    func drop(_ bytes: [UInt8]) throws -> PageAnswer {
      api.answer(try demand(PageRequest(.post, "/api/sound", body: bytes)))
    }
    for frames in [1, 24_000] as [UInt32] {
      let answer = try drop(wav(frames: frames))
      verify(answer.status, equals: 200, "\(frames)")
      let seconds = JSON(String(decoding: answer.body, as: UTF8.self))?["seconds"]?.double
      verify(seconds, equals: Double(frames) / 48_000)
    }
    for bytes in [wav(frames: 0), [], Array("RIFF".utf8)] {
      try verify(drop(bytes).status, equals: 415, "\(bytes.count)")
    }
  }
}

extension JSON {
  subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
