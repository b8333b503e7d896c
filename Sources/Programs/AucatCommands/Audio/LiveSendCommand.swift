package import AucatProgram
internal import AudioComponents

/// `aucat live send`
package struct LiveSendCommand: Command {
  package static let name = "send"

  /// The session's name; nil for the only one.
  var session: String?
  var isJSON = false
  private var words: [String] = []
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Changes a session that plays, or asks it.",
    discussion: """
      Nothing that is changed clicks: parameters are ramped, and what is inserted, removed or replaced fades. An answer comes \
      when the change is heard, or has failed. Places count from 1. Parameters, presets and values are named as for \
      `aucat render`; options stand before the request.

      REQUESTS:
      \(requests)

      EXAMPLES:
        aucat live send list
        aucat live send set 2 decay_time 3
        aucat live send insert 1 "Calf Reverb"
        aucat live send --to vocals bypass 1
        aucat live send snapshot save verse
        aucat live send snapshot verse
      """,
    isPassedOn: true,
    [
      .option("to", value: "session", "The session's name; needed where several are running.", kind: .session) {
        $0.session = $1
      },
      .flag("json", "Print the session's answer as it is.") { $0.isJSON = true },
      .argument("request", "The request with what it takes.", kind: .request, times: .onceOrMore) {
        $0.words.append($1)
      },
    ])

  private static let requests = RequestForm.all.filter { !$0.isForPrograms }.map { form in
    let usage = "  \(form.usage)"
    let width = 28
    let isShort = usage.utf8.count + 2 <= width
    return usage + (isShort ? "" : "\n") + String(repeating: " ", count: isShort ? width - usage.utf8.count : width)
      + form.summary
  }.joined(separator: "\n")

  package func run() throws {
    let request = try RequestForm.named(words[0]).request(Array(words.dropFirst()))
    let (answer, text) = try ControlClient(to: session).ask(request)
    let failure = CommandFailure(answer: answer)
    if isJSON {
      try Output.print(text + "\n")
      if let failure { throw CommandFailure(failure.status) }
      return
    }
    if let failure { throw failure }
    if let said = answer.member("line")?.text, !said.isEmpty { try Output.print(said.escapedLines) }
  }
}

extension String {
  /// Lines that are harmless for a terminal; TABs stay.
  fileprivate var escapedLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { Escaping.escaped(String($0)) }
        .joined(separator: "\t") + "\n"
    }.joined()
  }
}

/// `aucat live follow`
package struct LiveFollowCommand: Command {
  package static let name = "follow"

  private var session: String?
  private var isJSON = false
  private var interval: Double?
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Prints what happens in a session, until that ends.",
    discussion: """
      A line for each change, whoever has made it, and for what the session itself tells.

      EXAMPLES:
        aucat live follow
        aucat live follow --to vocals --json
      """,
    [
      .option("to", value: "session", "The session's name; needed where several are running.", kind: .session) {
        $0.session = $1
      },
      .number(
        "meters", value: "seconds", "Also print the levels, as often as this; 0.05 to 60.", in: 0.05...60,
        takes: "0.05 to 60 seconds"
      ) { $0.interval = $1 },
      .flag("json", "Print each notice as a JSON object per line.") { $0.isJSON = true },
    ])

  package func run() throws {
    let client = try ControlClient(to: session)
    let meters: [(key: String, value: JSON)] = interval.map { [("meters", .number($0))] } ?? []
    let (answer, _) = try client.ask(
      .object([("request", .string("subscribe")), ("lines", .bool(!isJSON))] + meters))
    if let failure = CommandFailure(answer: answer) { throw failure }
    while let line = try client.nextLine() {
      if isJSON {
        try Output.print(line + "\n")
      } else if let said = JSON(line)?.member("line")?.text {
        try Output.print(said.escapedLines)
      }
    }
  }
}

/// `aucat live sessions`
package struct LiveSessionsCommand: Command {
  package static let name = "sessions"

  private var isJSON = false
  package var common = CommonOptions()

  package init() {}

  package static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Lists the sessions that are running.",
    discussion: """
      EXAMPLES:
        aucat live sessions
      """,
    [.flag("json", "Print a JSON object for each, on a line of its own.") { $0.isJSON = true }])

  package func run() throws {
    var table = Table(header: ["Session", "Process", "Plays on", "Components"])
    for name in try SessionFolder().names {
      // One that has just ended is none.
      guard let (answer, _) = try? ControlClient(to: name).ask(.object([("request", .string("list"))])),
        let session = answer.member("session"), case .array(let stages)? = answer.member("stages")
      else { continue }
      if isJSON {
        try Output.print(session.encoded + "\n")
        continue
      }
      let number = session.member("process")?.double.map { "\(Int($0))" } ?? ""
      table.rows.append([
        session.member("name")?.text ?? name, number, session.member("device")?.text ?? "",
        stages.compactMap { $0.member("name")?.text }.joined(separator: ", "),
      ])
    }
    if !table.rows.isEmpty { try Output.print(table.text(Session.terminal(common))) }
  }
}
