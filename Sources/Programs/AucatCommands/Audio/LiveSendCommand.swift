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
    abstract: "Sends a request to a session: a change, or a question.",
    discussion: """
      No change clicks: parameters glide, and components fade in and out. The answer comes once the change is heard, or has \
      failed. Places count from 1; a component's name does as well, or words that only it has, and `Reverb#2` is the second \
      of several. Parameters, presets and values are named as for `aucat render`. Words with a dash that are no options, such \
      as -6, are values.

      REQUESTS:
      \(RequestForm.help)

      EXAMPLES:
        aucat live send list
        aucat live send set 2 decay_time 3
        aucat live send insert 1 "Calf Reverb"
        aucat live send set "Calf Reverb" decay_time 3
        aucat live send --to vocals bypass 1
        aucat live send snapshot save verse
        aucat live send snapshot verse
      """,
    isPassedOn: true, takesLaterOptions: true,
    [
      .option("to", value: "session", "The session's name; needed if several are running.", kind: .session) {
        $0.session = $1
      },
      .flag("json", "Print the session's answer as JSON.") { $0.isJSON = true },
      .argument("request", "The request and its arguments.", kind: .request, times: .onceOrMore) {
        $0.words.append($1)
      },
    ])

  package func run() throws {
    try ControlPrinter(session: session, isJSON: isJSON).send(words, Session.terminal(common))
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
    abstract: "Prints what happens in a session until it ends.",
    discussion: """
      Prints a line for each change, no matter who made it, and for each notice of the session.

      EXAMPLES:
        aucat live follow
        aucat live follow --to vocals --json
      """,
    [
      .option("to", value: "session", "The session's name; needed if several are running.", kind: .session) {
        $0.session = $1
      },
      .number(
        "meters", value: "seconds", "Also print the levels at this interval; 0.05 to 60.", in: 0.05...60,
        takes: "0.05 to 60 seconds"
      ) { $0.interval = $1 },
      .flag("json", "Print each notice as a JSON object on its own line.") { $0.isJSON = true },
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
      Ctrl-C in its terminal, or SIGTERM to its process, ends a session. One that does not answer within 2 seconds is listed \
      with its name alone.

      EXAMPLES:
        aucat live sessions
      """,
    [.flag("json", "Print each session as a JSON object on its own line.") { $0.isJSON = true }])

  package func run() throws {
    try ControlPrinter(session: nil, isJSON: isJSON).listSessions(Session.terminal(common))
  }
}
