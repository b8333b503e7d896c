package import AucatProgram

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
      \(RequestForm.help)

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

  package func run() throws { try ControlPrinter(session: session, isJSON: isJSON).send(words) }
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

  package func run() throws { try ControlPrinter(session: session, isJSON: isJSON).follow(meters: interval) }
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
    try ControlPrinter(session: nil, isJSON: isJSON).listSessions(Session.terminal(common))
  }
}
