import AudioComponents
import Foundation
import TestSupport
import Testing

@testable import ArdourMetadata

/// The reader of XML: what is well-formed is read, and everything else is an error with its line.
struct XMLReaderTests {
  /// All elements: `depth name attribute=value …`.
  private static func elements(_ text: String) throws(UserDataError) -> [String] {
    var reader = try XMLReader(Array(text.utf8))
    var found: [String] = []
    while let element = try reader.next() {
      let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
      found.append("\(element.depth) \(element.name)\(attributes)")
    }
    return found
  }

  static let good: [(text: String, elements: [String])] = [
    ("<a/>", ["0 a"]), ("<a></a>", ["0 a"]), ("\u{FEFF}<a />", ["0 a"]), (" \n<a>\n</a >\n\n", ["0 a"]),
    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a/>", ["0 a"]), ("<?xml version='1.0'?><a/>", ["0 a"]),
    ("<?xml version=\"1.0\" encoding = 'us-ascii' standalone=\"yes\"?><a/>", ["0 a"]),
    ("<a><b/><b><c/></b></a>", ["0 a", "1 b", "1 b", "2 c"]), ("<a>text &lt; <b/> more</a>", ["0 a", "1 b"]),
    ("<!-- - > -- --><a><!----><b/></a><!-- <c> -->", ["0 a", "1 b"]),
    ("<a x=\"1\" y-z = '2'\n_w:v.3=\"\"/>", ["0 a x=1 y-z=2 _w:v.3="]), ("<Größe höhe=\"ä\"/>", ["0 Größe höhe=ä"]),
    ("<a x=\"&lt;&gt;&amp;&quot;&apos;\"/>", ["0 a x=<>&\"'"]), ("<a x='\">'/>", ["0 a x=\">"]),
    ("<a x=\"&#65;&#x41;&#xe4;&#x1F3B5;&#10;&#x9;\"/>", ["0 a x=AAä🎵\n\t"]), ("<a x=\"b\nc\td\"/>", ["0 a x=b c d"]),
    ("<a x=\"&amp;lt;\"/>", ["0 a x=&lt;"]), ("<a x=\"residual \u{FFFD}\"/>", ["0 a x=residual \u{FFFD}"]),
  ]

  @Test("a well-formed text gives its elements", arguments: good.indices)
  func reads(index: Int) throws {
    try verify(Self.elements(Self.good[index].text), equals: Self.good[index].elements)
  }

  static let bad: [(text: String, line: Int, says: String)] = [
    ("", 1, "no element"), ("  \n \n", 3, "no element"), ("<!-- -->", 1, "no element"),
    ("text", 1, "text comes before"),
    ("<a/>\ntext", 2, "text follows"), ("<a/>\n<b/>", 2, "follows the end of the root"), ("<a>", 1, "ends within `a`"),
    ("<a>\n<b>\n</a>", 3, "`a` ends where `b` must"), ("</a>", 1, "never begins"), ("<a/></a>", 1, "never begins"),
    ("<a", 1, "lacks `>`"), ("<a/", 1, "lacks `>`"), ("<a x", 1, "no value"), ("<a x=", 1, "not in quotes"),
    ("<a x=1/>", 1, "not in quotes"), ("<a x=\"1", 1, "does not end"), ("<a x=\"<\"/>", 1, "holds `<`"),
    ("<a x=\"1\"y=\"2\"/>", 1, "a space before"),
    ("<a\nx=\"1\"\nx=\"2\"/>", 3, "twice"), ("< a/>", 1, "name is missing"),
    ("<1/>", 1, "name is missing"), ("<-a/>", 1, "name is missing"), ("<>", 1, "name is missing"),
    ("<a></a", 1, "end tag `a` does not end"),
    ("<a></>", 1, "name is missing"), ("<a x=\"&b;\"/>", 1, "entity `&b;` is not known"),
    ("<a x=\"&\"/>", 1, "does not begin a reference"),
    ("<a x=\"&amp\"/>", 1, "does not begin a reference"), ("<a>&b;</a>", 1, "not known"),
    ("<a x=\"&#0;\"/>", 1, "is not a character"),
    ("<a x=\"&#x1;\"/>", 1, "is not a character"), ("<a x=\"&#xD800;\"/>", 1, "is not a character"),
    ("<a x=\"&#x110000;\"/>", 1, "is not a character"), ("<a x=\"&#+65;\"/>", 1, "is not a character"),
    ("<a x=\"&#;\"/>", 1, "is not a character"), ("<a x=\"&#xx;\"/>", 1, "is not a character"),
    ("<a x=\"&#xFFFF;\"/>", 1, "is not a character"),
    ("<a x=\"&#99999999999;\"/>", 1, "does not begin a reference"), ("<!-- ", 1, "comment does not end"),
    ("<a>\n<!-- -- ></a>", 2, "comment does not end"), ("<!DOCTYPE a><a/>", 1, "a document type is not read"),
    ("<a><![CDATA[x]]></a>", 1, "a CDATA section is not read"), ("<a><?php x ?></a>", 1, "a processing instruction"),
    ("<?xml version=\"1.0\"><a/>", 1, "declaration does not end"), ("<?xml version=\"1.0\"", 1, "does not end"),
    ("\n<?xml version=\"1.0\"?><a/>", 2, "a processing instruction"), ("<!x><a/>", 1, "does not begin a comment"),
    ("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>", 1, "`ISO-8859-1`; only UTF-8"),
    ("<a x=\"\0\"/>", 1, "control character"), ("<a>\n\u{1B}</a>", 2, "control character"),
    ("<a>\u{FFFE}</a>", 1, "control character"), ("<a x=\"1\" x=\"1\"", 1, "twice"),
    ("<!ENTITY a \"b\">", 1, "an entity"),
    (String(repeating: "<a>", count: 65), 1, "deeper than 64"),
    (String(repeating: "<a>", count: 2_000_000), 1, "deeper"),
    ("<" + String(repeating: "a", count: 257) + "/>", 1, "longer than 256"),
    ("<a" + (0...64).map { " b\($0)=\"\"" }.joined() + "/>", 1, "more than 64 attributes"),
  ]

  @Test("a text that is not well-formed is an error with its line", arguments: bad.indices)
  func refuses(index: Int) {
    let row = Self.bad[index]
    #expect { try Self.elements(row.text) } throws: { error in
      guard let error = error as? UserDataError else { return false }
      return error.line == row.line && error.reason.contains(row.says) && !error.reason.contains("\n")
    }
  }

  @Test("bytes that are not UTF-8 are refused", arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]])
  func encoding(bytes: [UInt8]) {
    verify(throws: UserDataError.self) { try XMLReader(Array("<a>".utf8) + bytes + Array("</a>".utf8)) }
  }

  @Test("entities that refer to entities are refused before any is expanded")
  func bomb() {
    let entities = (1...9).map { "<!ENTITY l\($0) \"" + String(repeating: "&l\($0 - 1);", count: 10) + "\">\n" }
    let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE l [\n<!ENTITY l0 \"lol\">\n\(entities.joined())]>\n<l>&l9;</l>"
    #expect { try Self.elements(text) } throws: { "\($0)" == "line 2: a document type is not read" }
  }

  @Test("no bytes make it trap or run forever")
  func fuzz() throws {
    var random = SeededGenerator(environment: ProcessInfo.processInfo.environment, purpose: "XML")
    let corpus = (Self.good.map(\.text) + Self.bad.map(\.text)).filter { $0.utf8.count < 300 }.map { Array($0.utf8) }
    let pieces = Array("<>/=\"'&;#x!-?[] \nab0é".utf8) + [0x00, 0xFF]
    var read = 0
    for _ in 0..<SeededGenerator.cases(8_000) {
      var bytes = corpus.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes.insert(pieces.randomElement(using: &random) ?? 0, at: place)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...6, using: &random)))
        case 2: bytes.insert(contentsOf: corpus.randomElement(using: &random) ?? [], at: place)
        default: if place < bytes.count { bytes[place] = pieces.randomElement(using: &random) ?? 0 }
        }
      }
      do throws(UserDataError) {
        var reader = try XMLReader(bytes)
        while try reader.next() != nil { read += 1 }
      } catch {
        let lines = bytes.count { $0 == 0x0A } + 1
        verify((1...lines).contains(error.line ?? 1), "seed \(random.seed): \(error)")
      }
    }
    verify(read > 2_000, "most texts are refused at once")
  }
}
