import TestSupport
import Testing

/// The page of `schema/` that explains tags to authors says what is.
@Suite struct TagPageTests {
  private static let page = String(decoding: Child.contents(Repository.path("schema/tags.md")), as: UTF8.self)

  /// The files of the page's example, by name.
  private func files() -> [(name: String, turtle: String)] {
    Self.page.matches(of: #/\n(\S+\.ttl)\n\n```turtle\n((?s:.*?))```/#).map { (String($0.1), String($0.2)) }
  }

  @Test func theExampleIsABundleThatIsFoundAsThePageSays() {
    let machine = Machine([])
    let files = files()
    #expect(files.map(\.name) == ["manifest.ttl", "drumkit.ttl"])
    for file in files { machine.folder.write(file.turtle, to: "lv2/drumkit.lv2/\(file.name)") }
    machine.folder.write("", to: "lv2/drumkit.lv2/drumkit.so")
    #expect(machine.aucat("scan").status == 0)
    let info = machine.aucat("info", "urn:example:drumkit").text
    #expect(info.contains("Drums (author)") && !info.contains("remark"), "\(info)")
    #expect(machine.aucat("search", "--format", "uri", "authorTag == Drums").lines == ["urn:example:drumkit"])
    let german = machine.aucat("tags", "--system", "--locale", "de").lines.map { $0.split(separator: "\t")[0] }
    for name in ["Schlagzeug", "Sampler", "Tonband", "Klassiker"] {
      #expect(german.contains(Substring(name)), "\(german)")
      #expect(Self.page.contains(name))
    }
  }

  @Test func theVocabularyIsASpecificationBundleWithTheTermsOfThePage() {
    let names = ["manifest.ttl", "tags.ttl"].map { Repository.path("schema/tags.lv2/\($0)") }
    let turtle = names.map { String(decoding: Child.contents($0), as: UTF8.self) }
    for text in turtle { #expect(text.contains("<urn:aucat:tags>\n\ta lv2:Specification")) }
    for term in ["tags:Tag", "tags:standardTag", "tags:ownTag"] {
      #expect(turtle[1].contains("\n\(term)\n\ta ") && Self.page.contains("`\(term)`"))
    }
  }

  @Test(.enabled(if: Machine.has("sord_validate"), "sord_validate is not installed"))
  func theVocabularyIsValid() {
    let script = "sord_validate \"$vocabulary\"/*.ttl /usr/lib/lv2/core.lv2/*.ttl /usr/lib/lv2/schemas.lv2/*.ttl 2>&1"
    let run = Machine([]).shell(script, setting: ["vocabulary": Repository.path("schema/tags.lv2")])
    #expect(run.status == 0 && run.text.contains("Found 0 errors"), "\(run.text)")
  }
}
