internal import AudioComponents

/// How a search is done, for people.
enum Explanation {
  static func text(_ explanation: ComponentManager.Explanation) -> String {
    var lines = ["predicate  \(explanation.predicate)"]
    if let sql = explanation.sql {
      lines += ["sql        " + sql.split(separator: "\n").joined(separator: "\n           ")]
    }
    lines += explanation.steps.map { "plan       \($0)" }
    lines.append("in memory  \(explanation.filteredInMemory ?? "nothing")")
    return lines.map(escapedLines).joined(separator: "\n") + "\n"
  }

  private static func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.escaped(String($0)) }
      .joined(separator: "\n")
  }
}
