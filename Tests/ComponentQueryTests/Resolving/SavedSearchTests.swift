import ComponentQuery
import TestSupport
import Testing

/// Saved searches in a predicate: each name is replaced by what it stands for, and no saved search can make
/// that endless.
@Suite struct SavedSearchTests {
  /// What the searches of these texts make of a predicate.
  private func resolved(_ text: String, _ searches: [String: String]) throws -> ComponentPredicate {
    let saved = try searches.mapValues { try ComponentPredicate(parsing: $0) }
    return try ComponentPredicate(parsing: text).resolved(key: { $0.lowercased() }) { saved[$0.lowercased()] }
  }

  private func message(_ text: String, _ searches: [String: String]) -> String? {
    do {
      _ = try resolved(text, searches)
      return nil
    } catch {
      return (error as? InvalidPredicate)?.message
    }
  }

  @Test(
    "a saved search is put in place of its name, and chains stay flat",
    arguments: [
      ("in a", ["a": "drum kit"], "drum kit"), ("in a and hidden == no", ["a": "drum"], #"~ "drum" AND hidden == no"#),
      (
        "in A and in b", ["a": "name == x and name == y", "b": "in a or hidden == no"],
        #"name == "x" AND name == "y" AND (name == "x" AND name == "y" OR hidden == no)"#
      ),
      (
        "not in a", ["a": "name == x or in b", "b": "name == y or name == z"],
        #"NOT (name == "x" OR name == "y" OR name == "z")"#
      ),
      ("in a or in a", ["a": ""], "TRUEPREDICATE OR TRUEPREDICATE"), ("name == x", [:], #"name == "x""#),
      ("not not in a", ["a": "not hidden == yes"], "NOT NOT NOT hidden == yes"),
    ] as [(String, [String: String], String)])
  func isPutIn(text: String, searches: [String: String], expected: String) throws {
    let predicate = try resolved(text, searches)
    #expect(predicate.description == expected)
    #expect(try ComponentPredicate(parsing: expected) == predicate)
    #expect(predicate.savedNames.isEmpty)
  }

  @Test("the names are given once each, in the order of the text")
  func names() throws {
    #expect(try ComponentPredicate(parsing: "in b and (in a or not in b) and in A").savedNames == ["b", "a", "A"])
    #expect(try ComponentPredicate(parsing: "name in {a}").savedNames.isEmpty)
  }

  @Test(
    "an error is at the name in the text, which may lead to it by other searches",
    arguments: [
      ("tag == Reverb and in \"gone\"", [:], 22), ("in a or in nowhere", ["a": ""], 12),
      ("name == 'ü' and in a", [:], 20),
      ("hidden == no and in b", ["b": "in c", "c": "in d"], 21),
      ("in b or in A", ["b": "hidden == no", "a": "in a"], 12),
      ("name in {gone} and in gone", [:], 23),
    ] as [(String, [String: String], Int)])
  func place(text: String, searches: [String: String], column: Int) throws {
    let error = #expect(throws: InvalidPredicate.self) { try resolved(text, searches) }
    #expect(error?.column(in: text) == column, "\(error?.description ?? "")")
    #expect(error?.offset(in: text) == text.prefix(column - 1).utf8.count)
  }

  @Test("the name that was passed is at the only placeholder")
  func passedName() throws {
    for (text, column) in [("name == %@ and in %@", 19), ("in %@ or in %@", nil)] as [(String, Int?)] {
      let predicate = try ComponentPredicate(parsing: text, arguments: ["gone", "gone"])
      let error = #expect(throws: InvalidPredicate.self) { try predicate.resolved { _ in nil } }
      #expect(error?.column(in: text) == column)
    }
  }

  @Test("of several names that were passed, the one at fault is at its placeholder", arguments: 0..<3)
  func passedNames(known: Int) throws {
    let text = "in %@ or name == %@ and (in %@ or in %@)"
    let values = ["a", "a", "b", "c"]
    let missing = [["b": 29], ["c": 38], ["a": 4]][known]
    let predicate = try ComponentPredicate(parsing: text, arguments: values)
    let error = #expect(throws: InvalidPredicate.self) {
      try predicate.resolved { missing[$0] == nil ? .constant(true) : nil }
    }
    #expect(error?.column(in: text) == nil)
    let column = try #require(missing.values.first)
    #expect(error?.column(in: text, arguments: values) == column)
    let caret = "\n" + String(repeating: " ", count: column - 1) + "^\n"
    #expect(error?.rendered(in: text, arguments: values).contains(caret) == true)
  }

  @Test(
    "a circle is refused with the way around, also where its names differ in case",
    arguments: [
      ("in a", ["a": "in A"], #""a" → "A""#),
      ("in x", ["x": "in a", "a": "name == q or in B", "b": "not in A"], #""a" → "B" → "A""#),
      (
        "in a", ["a": "in b", "b": "in c", "c": "in d", "d": "in e", "e": "in f", "f": "in g", "g": "in a"],
        #""a" → "b" → "c" → "d" → "e" → … → "a""#
      ),
    ] as [(String, [String: String], String)])
  func circles(text: String, searches: [String: String], way: String) {
    #expect(message(text, searches) == "saved searches refer to each other in a cycle: \(way); change one of them")
  }

  @Test("names that differ only in case form a cycle too, unless the caller says how names compare")
  func circleWithoutKey() {
    #expect(throws: InvalidPredicate.self) {
      try ComponentPredicate(parsing: "in a").resolved { $0 == "a" ? .saved("A") : $0 == "A" ? .saved("a") : nil }
    }
  }

  @Test("an unknown name is refused")
  func unknown() {
    #expect(
      message("in a", ["a": "in nowhere"]) == #"there is no saved search "nowhere"; in "name" takes the name of one"#)
  }

  @Test("an error of the search for a name is passed on")
  func passesErrorsOn() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) { try ComponentPredicate.saved("a").resolved { _ in throw Unreadable() } }
  }

  @Test("a search that is not looked up can't be asked")
  func isNotAsked() {
    #expect(throws: InvalidPredicate(#"the saved search "a" must be looked up before the predicate can be used"#)) {
      try PreparedPredicate(ComponentPredicate(parsing: "name == x or not in a"), rules: Subjects.rules)
    }
  }

  @Test("searches that grow without end are refused at once, on a small stack")
  func bombs() {
    let doubling: @Sendable (String) -> ComponentPredicate? = { name in
      guard let number = Int(name), number > 0 else { return try? ComponentPredicate(parsing: "name == x") }
      return .and([.saved(String(number - 1)), .not(.saved(String(number - 1)))])
    }
    let flat: @Sendable (String) -> ComponentPredicate? = { name in
      guard let number = Int(name), number > 0 else { return try? ComponentPredicate(parsing: "name == x") }
      return .or([.saved(String(number - 1)), .saved(String(number - 1))])
    }
    let endless: @Sendable (String) -> ComponentPredicate? = {
      .saved($0.count < 20 ? $0 + "x" : String($0.count + Int.random(in: 0 ..< .max / 2)))
    }
    for find in [doubling, flat, endless] {
      let answer = timedOnSmallStack { () -> InvalidPredicate? in
        do {
          _ = try ComponentPredicate.saved("60").resolved(find)
          return nil
        } catch {
          return error as? InvalidPredicate
        }
      }
      #expect(answer?.result?.message.contains("more than 10") == true)
      #expect(answer.map { $0.time < .runaway } == true)
    }
  }

  @Test("a chain of many searches is followed on a small stack, and one that nests too deep is refused")
  func chains() {
    let found = onSmallStack { () -> ComponentPredicate? in
      try? ComponentPredicate.saved("9000").resolved { name in
        guard let number = Int(name), number > 0 else { return .constant(true) }
        return .saved(String(number - 1))
      }
    }
    #expect(found == .constant(true))
    let deep = onSmallStack { () -> String? in
      do {
        _ = try ComponentPredicate.saved("300").resolved { name in
          guard let number = Int(name), number > 0 else { return .constant(true) }
          return .not(.saved(String(number - 1)))
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(deep == #"the saved search "200" is nested deeper than 200 levels"#)
  }
}
