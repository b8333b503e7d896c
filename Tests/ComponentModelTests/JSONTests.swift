import ComponentModel
import Glibc
import TestSupport
import Testing

/// JSON that is written and read without Foundation.
struct JSONTests {
  @Test func aValueIsOneLineAndATextIsRead() {
    for (value, text) in [
      (.null, "null"), (.bool(true), "true"), (.int(-7), "-7"), (.int(.max), "9223372036854775807"),
      (.number(1), "1"), (.number(0.5), "0.5"), (.number(-0.25), "-0.25"), (.number(.nan), "null"),
      (.number(.infinity), "null"), (.number(1e300), "1e+300"), (.string("a\"\\/\n\r\t"), #""a\"\\/\n\r\t""#),
      (.string("\u{0}\u{1B}\u{7F}"), #""\u0000\u001b\u007f""#), (.string("ä👩‍🚀\u{202E}"), #""ä👩‍🚀\u202e""#),
      (.array([]), "[]"), (.array([.int(1), .null]), "[1,null]"), (.object([]), "{}"),
      (.object([("b", .int(1)), ("a", .strings(["x"]))]), #"{"b":1,"a":["x"]}"#),
      (.optional(nil as String?), "null"), (.optional(Double.nan), "null"), (.optional(2 as Int?), "2"),
    ] as [(JSON, String)] { verify(value.encoded, equals: text) }
    for (text, expected) in [
      (" null ", "null"), ("\t[ 1 ,\r\n2 ]", "[1,2]"), (#"{ "a" : { } }"#, #"{"a":{}}"#), ("1e2", "100"), ("-0", "0"),
      ("-12.50", "-12.5"), ("0.1E-1", "0.01"), (#""\u00e4\u00E4""#, "\"ää\""), (#""\ud83d\ude00""#, "\"😀\""),
      (#""\/\b\f""#, #""/\u0008\u000c""#), (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#), ("\"\"", "\"\""),
    ] { verify(JSON(text)?.encoded, equals: expected, "\(text)") }
    verify(JSON.strings(["a", "b"]).texts, equals: ["a", "b"])
    verify(JSON.array([.int(1), .string("a")]).texts == ["a"] && JSON.int(1).texts.isEmpty && JSON.int(1).text == nil)
    verify(JSON.int(1).double == 1 && JSON.number(1.5).double == 1.5 && JSON.string("1").double == nil)
    verify(Set([JSON.int(1), .number(1), .string("1")]).count, equals: 2, "a number is its digits")
  }

  @Test func whatIsNoJSONIsRefusedAndDeepTextsAreNotFollowed() {
    for text in [
      "", " ", "nul", "nulll", "tru", "True", "NaN", "Infinity", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{",
      "{}}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "\"", "\"a", "\"\\\"", #""\x""#, #""\u12""#,
      #""\u+123""#, #""\uZZZZ""#, #""\ud800""#, #""\udc00""#, #""\ud83d\u0041""#, #""\ud83dx""#, "1 2", "+1", "01", "-",
      "--1", "1.", ".5", "1e", "1e999", "[-1e309]", "1.e1", "0x10", "1.2.3", "-01", "'a'", "// c\n1", "[1]x",
      "\u{FEFF}1", "é",
    ] { verify(JSON(text) == nil, "\(text)") }
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    verify(JSON(nested(64)) != nil && JSON(nested(65)) == nil)
    for text in ["[", "{\"a\":"] { verify(JSON(String(repeating: text, count: 1_000_000)) == nil) }
  }

  @Test func whatIsWrittenIsReadAndNoTextMakesItTrap() throws {
    var random = Self.generator("JSON")
    for _ in 0..<SeededGenerator.cases(500) {
      let value = Self.value(depth: 0, &random)
      let text = value.encoded
      verify(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "one line, no control bytes")
      try verify(demand(JSON(text)), equals: value)
    }
    let pieces = ["[", "]", "{", "}", ",", ":", "\"", "\\", "u", "d83d", "1", "-", ".", "e", "null", " ", "ä", "\u{0}"]
    for _ in 0..<SeededGenerator.cases(2_000) {
      let count = Int.random(in: 0...30, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      if let value = JSON(text) { verify(JSON(value.encoded), equals: value) }
    }
  }

  private static func generator(_ purpose: String) -> SeededGenerator {
    let seed = getenv("AUCAT_TEST_SEED").map { ["AUCAT_TEST_SEED": String(cString: $0)] } ?? [:]
    return SeededGenerator(environment: seed, purpose: purpose)
  }

  private static func value(depth: Int, _ random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0...(depth < 4 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2: return .int(Int(truncatingIfNeeded: random.next()))
    case 3:
      return .number(
        [0.1, -0.0, 1e22, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 3].randomElement(using: &random) ?? 0)
    case 4: return .string(text(&random))
    case 5: return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(depth: depth + 1, &random) })
    default:
      return .object(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in (text(&random), value(depth: depth + 1, &random)) })
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let scalars = (0..<Int.random(in: 0...5, using: &random)).compactMap { _ -> Unicode.Scalar? in
      let limits: [UInt32] = [0x20, 0x80, 0x800, 0x11_0000]
      return Unicode.Scalar(UInt32.random(in: 0..<(limits.randomElement(using: &random) ?? 1), using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

/// Runs of elements in texts and lists.
struct CollectionRunsTests {
  @Test func aRunIsFoundWhereItFirstOccursAndEachIsReplacedOnce() {
    for (text, run, start) in [
      ("libsqlite3.so.0.8.6", ".so.", 10), ("aab", "ab", 1), ("ab", "ab", 0), ("ab", "abc", nil), ("ab", "", nil),
      ("", "a", nil), ("e\u{301}tude", "\u{E9}t", 0),
    ] as [(String, String, Int?)] {
      let range = text.range(ofRun: run)
      verify(range.map { text.distance(from: text.startIndex, to: $0.lowerBound) }, equals: start, "\(text) \(run)")
      verify(range.map { text[$0] == run } ?? true)
    }
    for (list, run, replacement, result) in [
      ([1, 2, 1, 2, 3], [1, 2], [9], [9, 9, 3]), ([1, 1, 1], [1, 1], [], [1]), ([1], [1], [1, 1], [1, 1]),
      ([1, 2], [], [9], [1, 2]), ([], [1], [9], []), ([1, 2], [3], [9], [1, 2]),
    ] {
      var changed = list
      changed.replace(run: run, with: replacement)
      verify(changed, equals: result, "\(list) \(run)")
    }
  }
}
