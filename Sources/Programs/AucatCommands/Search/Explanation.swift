internal import AucatProgram
internal import AudioComponents

/// Describes how a search is done.
enum Explanation {
  /// - Parameter notes: how words were interpreted.
  static func text(
    _ plan: QueryPlan, of predicate: ComponentPredicate, as reading: TextReading, notes: [SearchNote]
  ) -> String {
    var lines = [padded("read as") + (reading == .words ? "plain words" : "a predicate")]
    lines.append(padded("predicate") + predicate.description)
    if plan.predicate != predicate { lines.append(padded("means") + plan.predicate.description) }
    lines += notes.map { padded("note") + NoteText.text($0) }
    for step in plan.steps { lines.append("\(padded(step.method.rawValue))\(line(of: step))") }
    if plan.steps.isEmpty { lines.append("\(padded("sets"))every component") }
    if let sql = plan.sql {
      lines.append(padded("sql text") + sql.split(separator: "\n").joined(separator: "\n" + padded("")))
    }
    lines += plan.sqliteSteps.map { padded("plan") + $0 }
    let memory = plan.steps.filter { $0.method == .memory }.flatMap(\.parts)
    lines.append(
      padded("in memory") + (memory.isEmpty ? "nothing" : ComponentPredicate.conjunction(memory).operandDescription))
    lines.append(
      padded("found") + "\(Count.text(plan.found, "component")); plan \(time(plan.planningSeconds)), "
        + "components with tags, by name \(time(plan.buildingSeconds))")
    return lines.map(escapedLines).joined(separator: "\n") + "\n"
  }

  private static func line(of step: QueryPlan.Step) -> String {
    let parts = step.parts.isEmpty ? [] : [ComponentPredicate.conjunction(step.parts).operandDescription]
    let decided = (parts + step.conditions).joined(separator: " AND ")
    let subject = decided.isEmpty ? "which components are yours to see" : decided
    return "\(subject): \(step.remaining) left" + (step.seconds.map { ", \(time($0))" } ?? "")
  }

  private static func padded(_ word: String) -> String {
    word + String(repeating: " ", count: max(1, 11 - word.count))
  }

  /// Milliseconds with three digits after the point.
  private static func time(_ seconds: Double) -> String {
    let microseconds = Int((seconds * 1_000_000).rounded())
    return "\(microseconds / 1_000).\(String(microseconds % 1_000, width: 3)) ms"
  }

  private static func escapedLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { Escaping.escaped(String($0)) }
      .joined(separator: "\n")
  }
}
