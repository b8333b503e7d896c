import AudioComponents
import CatalogPage
import TestSupport
import Testing

/// What the page is told, and what it changes.
@Suite struct PageAPITests {
  private let machine: Machine
  private let api: PageAPI

  init() throws {
    machine = Machine()
    _ = machine.aucat("scan")
    api = PageAPI(ComponentManager(try Configuration(environment: machine.environment)))
  }

  private func get(_ target: String) throws -> JSON {
    let answer = api.answer(try #require(PageRequest(.get, target)))
    #expect(answer.status == 200, "\(target): \(String(decoding: answer.body, as: UTF8.self))")
    return try #require(JSON(String(decoding: answer.body, as: UTF8.self)))
  }

  private func post(_ path: String, _ body: String) throws -> (status: Int, json: JSON) {
    let answer = api.answer(try #require(PageRequest(.post, path, body: Array(body.utf8))))
    return (answer.status, try #require(JSON(String(decoding: answer.body, as: UTF8.self))))
  }

  private func firstURI() throws -> String {
    let found = try get("/api/search")
    return try #require(found["list"]?.elements?.first?["uri"]?.text)
  }

  @Test("a list is read a part at a time, and its parts make the whole")
  func parts() throws {
    let whole = try get("/api/search?variants=all&count=500")
    let rows = try #require(whole["list"]?.elements)
    #expect(rows.count > 2 && whole["rows"]?.double == Double(rows.count))
    var parts: [JSON] = []
    for from in rows.indices {
      let part = try get("/api/search?variants=all&count=1&from=\(from)")
      parts += try #require(part["list"]?.elements)
    }
    #expect(parts == rows)
    #expect(try get("/api/search?from=999")["list"]?.elements == [])
  }

  @Test("words and predicates are answered as by `aucat search`")
  func searches() throws {
    for text in ["reverb", "type == Effect", "name contains e and not tag == Delay"] {
      let query = String(
        text.utf8.flatMap { byte -> String in
          byte == 0x20 ? "%20" : String(UnicodeScalar(byte))
        })
      let found = try get("/api/search?variants=all&count=500&q=\(query)")["list"]?.elements?.compactMap {
        $0["uri"]?.text
      }
      #expect(found == machine.aucat("search", text, "--format", "uri").lines, "\(text)")
    }
    let invalid = try get("/api/search?q=nme%20==%20x")["invalid"]
    #expect(invalid?["offset"]?.double == 0 && invalid?["suggestion"]?.text == "name")
  }

  @Test("each value of each facet finds as many as its count says")
  func facets() throws {
    let answer = try get("/api/facets")
    let groups = try #require(answer["groups"]?.elements)
    #expect(groups.count > 3)
    for group in groups {
      let key = try #require(group["key"]?.text)
      for value in try #require(group["values"]?.elements) {
        let text = value["value"]?.text ?? ""
        let query = text.utf8.map { byte in
          let digits = String(byte, radix: 16)
          return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }.joined()
        let found = try get("/api/search?variants=all&\(key)=\(query)")
        #expect(found["total"]?.double == value["count"]?.double, "\(key) \(text)")
      }
    }
  }

  @Test("many components are tagged in one step, which one undo takes back")
  func tags() throws {
    let all = try get("/api/search?variants=all")
    let uris = try #require(all["list"]?.elements).compactMap { $0["uri"]?.text }
    let list = JSON.strings(uris).encoded
    let (status, answer) = try post(
      "/api/change", #"{"changes": [{"do": "add", "kind": "tag", "name": "Warm", "uris": \#(list)}]}"#)
    #expect(status == 200 && answer["touched"]?.double == Double(uris.count))
    #expect(machine.aucat("search", "tag == Warm", "--format", "uri").lines.sorted() == uris.sorted())
    let number = try #require(answer["undo"]?.double)
    #expect(try post("/api/undo", #"{"number": \#(Int(number))}"#).status == 200)
    #expect(machine.aucat("search", "tag == Warm", "--count").text == "0\n")
    #expect(try post("/api/undo", #"{"number": \#(Int(number))}"#).status == 409)
  }

  @Test("the number for undoing a change is its own, even if something else is changed meanwhile")
  func numbers() async throws {
    let uri = try firstURI()
    let other = ComponentManager(try Configuration(environment: machine.environment))
    let others = Task.detached {
      while !Task.isCancelled {
        try other.apply([.add(.favorite, to: uri)])
        try other.apply([.remove(.favorite, from: uri)])
      }
    }
    for number in 0..<40 {
      let (status, answer) = try post(
        "/api/change", #"{"changes": [{"do": "add", "kind": "tag", "name": "Own \#(number)", "uris": ["\#(uri)"]}]}"#)
      #expect(status == 200 && answer["title"]?.text?.contains("Own \(number)") == true, "\(answer)")
    }
    others.cancel()
    try await others.value
  }

  @Test(
    "what is no change is refused",
    arguments: [
      "", "[]", "{}", #"{"changes": []}"#, #"{"changes": [{"do": "explode"}]}"#, #"{"changes": ["x"]}"#,
      #"{"changes": [{"do": "add", "kind": "tag", "name": "", "uris": ["urn:x"]}]}"#,
      #"{"changes": [{"do": "add", "kind": "rootkit", "uris": ["urn:x"]}]}"#,
    ])
  func refused(body: String) throws {
    #expect(try post("/api/change", body).status == 400)
  }

  @Test("what is heard is saved as a chain by its name, which is no path")
  func chains() throws {
    let uri = try firstURI()
    func chain(_ name: String?) throws -> (status: Int, json: JSON) {
      let members = [("uri", JSON.string(uri))] + (name.map { [("name", JSON.string($0))] } ?? [])
      return try post("/api/chain", JSON.object(members.map { (key: $0.0, value: $0.1) }).encoded)
    }
    let told = try chain(nil)
    let text = try #require(told.json["text"]?.text)
    #expect(text.contains(uri))
    let saved = try chain("Warm räume")
    let path = try #require(saved.json["path"]?.text)
    #expect(path.hasSuffix("/aucat/chains/Warm räume.json") && path.hasPrefix("/"))
    #expect(String(decoding: Child.contents(path), as: UTF8.self) == text)
    #expect(try chain("Warm räume").status == 409)
    for name in ["", ".", "..", "../x", "/etc/passwd", "a/b", "a\u{0}b", "a\nb", String(repeating: "x", count: 201)] {
      #expect(try chain(name).status == 400, "\(name)")
    }
  }

  @Test("a component has all that `aucat info` has")
  func component() throws {
    let uri = try firstURI()
    let told = try get("/api/component?uri=\(uri)")
    let info = try #require(JSON(machine.aucat("info", uri, "--json").text))
    guard case .object(let members) = info else { return #expect(Bool(false)) }
    for member in members { #expect(told[member.key] == member.value, "\(member.key)") }
    #expect(api.answer(try #require(PageRequest(.get, "/api/component?uri=urn:none"))).status == 404)
  }
}

extension JSON {
  fileprivate subscript(_ key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}
