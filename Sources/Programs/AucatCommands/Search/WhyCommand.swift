internal import AucatProgram
internal import AudioComponents

/// `aucat why`
struct WhyCommand: Command {
  static let name = "why"

  var component = ""
  var predicate: [String] = []
  var showsRank = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Explains why a component matches a predicate or doesn't.",
    discussion: """
      Shows each part of the predicate with its truth and the component's value. The status is 0 if the component matches \
      and 1 if it doesn't. `-` reads the predicate from standard input, and -WORD excludes a word, as in a search.

      EXAMPLES:
        aucat why "Calf Reverb" "tag == Reverb and audioOutputs == 1"
        aucat why "Calf Reverb" --rank stereo reverb -lsp
        aucat why http://calf.sourceforge.net/plugins/Reverb 'in "my reverbs"'
      """,
    exclusions: .search,
    [
      .component { $0.component = $1 },
      .argument("predicate", "A predicate or plain words.", kind: .predicate, times: .onceOrMore) {
        $0.predicate.append($1)
      },
      .flag("rank", "Also show the component's score and its parts.") {
        $0.showsRank = true
      },
      .flag("json", "Print a JSON object.") { $0.isJSON = true },
    ])

  func run() throws {
    let session = try Session(common)
    let text = try PredicateText(predicate)
    let query = try text.parsed(session)
    let component = try session.componentSaid(chosenBy: component)
    let reason: ComponentManager.Reason
    let parts: [RankPart]
    do {
      reason = try session.manager.why(component, matches: query)
      parts = showsRank ? try session.manager.rank(of: component, for: query) : []
    } catch ComponentManagerError.invalidPredicate(let error) {
      throw CommandFailure(error, in: text.text)
    }
    try Output.print(
      isJSON
        ? jsonText(of: component, reason: reason, parts: parts) : self.text(component, reason) + RankText.text(parts)
    )
    if !reason.isFound { throw CommandFailure(.nothing) }
  }

  private func text(_ component: Component, _ reason: ComponentManager.Reason) -> String {
    var verdict = reason.isFound ? "is in the result" : "is not in the result"
    if reason.isLeftOutAsHidden {
      verdict += ": you have hidden it; `aucat hide --undo` shows it again, and `hidden == yes` finds it"
    }
    let lines = [Escaping.escaped(component.name) + " " + verdict] + Self.lines(reason.truth, depth: 0)
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(_ truth: PredicateTruth, depth: Int) -> [String] {
    var line = (truth.isTrue ? "true   " : "false  ") + String(repeating: "  ", count: depth)
    line += Escaping.escaped(truth.text)
    if let value = truth.value { line += "  <- " + Escaping.escaped(value) }
    return [line] + truth.children.flatMap { lines($0, depth: depth + 1) }
  }

  private func jsonText(of component: Component, reason: ComponentManager.Reason, parts: [RankPart]) -> String {
    let rank = showsRank ? [(key: "rank", value: RankText.json(parts))] : []
    return JSON.object(
      [
        ("uri", .string(component.uri)), ("found", .bool(reason.isFound)),
        ("leftOutAsHidden", .bool(reason.isLeftOutAsHidden)), ("truth", Self.json(reason.truth)),
      ] + rank
    ).encoded + "\n"
  }

  private static func json(_ truth: PredicateTruth) -> JSON {
    .object([
      ("text", .string(truth.text)), ("true", .bool(truth.isTrue)),
      ("value", truth.value.map { .string($0) } ?? .null), ("parts", .array(truth.children.map(json))),
    ])
  }
}
