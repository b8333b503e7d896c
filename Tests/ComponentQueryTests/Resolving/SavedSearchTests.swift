import ComponentQuery
import TestSupport
import Testing

/// Saved searches in a predicate: each name is replaced by what it stands for, and no saved search can make
/// that endless.
struct SavedSearchTests {
  /// What the searches of these texts make of a predicate.
  private func resolved(_ text: String, _ searches: [String: String]) throws -> ComponentPredicate {
    let saved = try searches.mapValues { try ComponentPredicate(parsing: $0) }
    return try ComponentPredicate(parsing: text).resolved(key: { $0.lowercased() }) { saved[$0.lowercased()] }
  }

  @Test("a saved search is put in place of its name, and chains stay flat; names are given once, in their order")
  func isPutIn() throws {
    for (text, searches, expected) in [
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
    ] as [(String, [String: String], String)] {
      let predicate = try resolved(text, searches)
      verify(predicate.description, equals: expected)
      try verify(ComponentPredicate(parsing: expected), equals: predicate)
      verify(predicate.savedNames.isEmpty)
    }
    try verify(ComponentPredicate(parsing: "in b and (in a or not in b) and in A").savedNames, equals: ["b", "a", "A"])
    try verify(ComponentPredicate(parsing: "name in {a}").savedNames.isEmpty)
  }

  @Test("an error is at the name in the text, or at its placeholder, which may lead to it by other searches")
  func place() throws {
    for (text, searches, column) in [
      ("tag == Reverb and in \"gone\"", [:], 22), ("in a or in nowhere", ["a": ""], 12),
      ("name == 'ü' and in a", [:], 20), ("hidden == no and in b", ["b": "in c", "c": "in d"], 21),
      ("in b or in A", ["b": "hidden == no", "a": "in a"], 12), ("name in {gone} and in gone", [:], 23),
    ] as [(String, [String: String], Int)] {
      let error = verify(throws: InvalidPredicate.self) { try resolved(text, searches) }
      verify(error?.column(in: text), equals: column, "\(error?.description ?? "")")
      verify(error?.offset(in: text), equals: text.prefix(column - 1).utf8.count)
    }
    for (text, column) in [("name == %@ and in %@", 19), ("in %@ or in %@", nil)] as [(String, Int?)] {
      let predicate = try ComponentPredicate(parsing: text, arguments: ["gone", "gone"])
      let error = verify(throws: InvalidPredicate.self) { try predicate.resolved { _ in nil } }
      verify(error?.column(in: text), equals: column)
    }
    // Of several names that were passed, it is the one at fault.
    let (text, values) = ("in %@ or name == %@ and (in %@ or in %@)", ["a", "a", "b", "c"])
    for (missing, column) in [("b", 29), ("c", 38), ("a", 4)] {
      let predicate = try ComponentPredicate(parsing: text, arguments: values)
      let error = verify(throws: InvalidPredicate.self) {
        try predicate.resolved { $0 == missing ? nil : .constant(true) }
      }
      verify(error?.column(in: text) == nil)
      verify(error?.column(in: text, arguments: values), equals: column)
      let caret = "\n" + String(repeating: " ", count: column - 1) + "^\n"
      verify(error?.rendered(in: text, arguments: values).contains(caret), equals: true)
    }
  }

  @Test("a circle is refused with the way around, and so is an unknown name; other errors are passed on")
  func refused() {
    let circle = "saved searches refer to each other in a cycle: "
    for (text, searches, message) in [
      ("in a", ["a": "in A"], circle + #""a" → "A"; change one of them"#),
      (
        "in x", ["x": "in a", "a": "name == q or in B", "b": "not in A"],
        circle + #""a" → "B" → "A"; change one of them"#
      ),
      (
        "in a", ["a": "in b", "b": "in c", "c": "in d", "d": "in e", "e": "in f", "f": "in g", "g": "in a"],
        circle + #""a" → "b" → "c" → "d" → "e" → … → "a"; change one of them"#
      ),
      ("in a", ["a": "in nowhere"], #"there is no saved search "nowhere"; in "name" takes the name of one"#),
    ] as [(String, [String: String], String)] {
      let error = verify(throws: InvalidPredicate.self) { try resolved(text, searches) }
      verify(error?.message ?? "", equals: message)
    }
    // Unless the caller says how names compare, those that differ in case form one, too.
    verify(throws: InvalidPredicate.self) {
      try ComponentPredicate(parsing: "in a").resolved { $0 == "a" ? .saved("A") : $0 == "A" ? .saved("a") : nil }
    }
    struct Unreadable: Error {}
    verify(throws: Unreadable.self) { try ComponentPredicate.saved("a").resolved { _ in throw Unreadable() } }
    verify(throws: InvalidPredicate(#"the saved search "a" must be looked up before the predicate can be used"#)) {
      try PreparedPredicate(ComponentPredicate(parsing: "name == x or not in a"), rules: Subjects.rules)
    }
  }

  @Test("searches that grow without end or nest too deep are refused on a small stack; a long chain is followed")
  func bombs() throws {
    let base = try ComponentPredicate(parsing: "name == x")
    typealias Step = @Sendable (String) -> ComponentPredicate
    /// What a saved search becomes, where each number stands for something with the one before it.
    func resolved(_ name: String, _ step: @escaping Step) -> Result<ComponentPredicate, any Error>? {
      let answer = timedOnSmallStack {
        Result {
          try ComponentPredicate.saved(name).resolved { name in
            guard let number = Int(name) else { return step(name) }
            return number > 0 ? step(String(number - 1)) : base
          }
        }
      }
      verify(answer.map { $0.time < .runaway }, equals: true)
      return answer?.result
    }
    let bombs: [Step] = [
      { .and([.saved($0), .not(.saved($0))]) }, { .or([.saved($0), .saved($0)]) },
      { .saved($0.count < 20 ? $0 + "x" : "x" + String(Int.random(in: .max / 2 ..< .max))) },
    ]
    for (step, name) in zip(bombs, ["60", "60", "x"]) {
      let error = verify(throws: InvalidPredicate.self) { try resolved(name, step)?.get() }
      verify(error?.message.contains("more than 10"), equals: true)
    }
    verify((try? resolved("9000") { .saved($0) }?.get()) == base)
    let error = verify(throws: InvalidPredicate.self) { try resolved("300") { .not(.saved($0)) }?.get() }
    verify(error?.description, equals: #"the saved search "200" is nested deeper than 200 levels"#)
  }
}
