import ComponentModel
import ComponentQuery
import TestSupport
import Testing

/// The shrinker finds the part of a predicate that fails, and makes only what the parser makes.
@Suite struct ShrinkerTests {
  @Test(
    "the smallest predicate that still fails is found",
    arguments: [
      (
        #"(name == a or hidden == no and not (ANY tag CONTAINS[d] "long x text" or latency > 300)) and license == x"#,
        #"tag CONTAINS "x""#
      ),
      (#"name == a and (uri == b or not not tag in {"a", "b", "cxc", "d"})"#, #"tag IN {"x"}"#),
      (#"tag == "x""#, #"tag == "x""#), ("name == a", "name == \"a\""),
    ])
  func finds(text: String, expected: String) throws {
    let shrunk = PredicateShrinker().shrunk(try ComponentPredicate(parsing: text)) { predicate in
      predicate.keys.contains(.tag) && "\(predicate)".contains("x")
    }
    #expect("\(shrunk)" == expected)
  }

  @Test("words, names, numbers and bounds shrink")
  func simplifies() throws {
    let predicate = try ComponentPredicate(
      parsing: #"~ "drum kit machine" or in longname or audioInputs between {17, 4.5}"#)
    let shrunk = PredicateShrinker().shrunk(predicate) {
      if case .or(let operands) = $0 { operands.count == 3 } else { false }
    }
    #expect("\(shrunk)" == #"~ "a" OR IN "a" OR audioInputs BETWEEN {0, 0}"#)
  }

  @Test("every predicate that is tried is one that the parser makes")
  func isCanonical() {
    var source = RandomPredicates(generator: SeededGenerator(stream: 7), hasSavedSearches: true)
    var tried = 0
    for _ in 0..<200 {
      _ = PredicateShrinker().shrunk(source.predicate()) { candidate in
        tried += 1
        #expect((try? ComponentPredicate(parsing: "\(candidate)")) == candidate, "seed \(testSeed): \(candidate)")
        return tried % 3 == 0
      }
    }
    #expect(tried > 300)
  }
}
