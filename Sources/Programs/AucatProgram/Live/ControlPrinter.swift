internal import AudioComponents

/// Sends requests to sessions of `aucat live`, and prints their answers.
package struct ControlPrinter {
  private let session: String?
  private let isJSON: Bool

  /// How long to wait for the answer to a question.
  static let patienceOfQuestions = Duration.seconds(15)
  /// How long to wait for a change: components may have to be loaded, and other changes may come first.
  static let patienceOfChanges = Duration.seconds(60)
  /// How long to wait for all sessions that are to be listed.
  static let patienceOfLists = Duration.seconds(2)

  /// - Parameters:
  ///   - session: the session's name; nil for the only one.
  ///   - isJSON: whether the session's output is printed unchanged.
  package init(session: String?, isJSON: Bool) {
    self.session = session
    self.isJSON = isJSON
  }

  /// Sends the request that words express, and prints the answer: on a terminal in columns, if it has any.
  ///
  /// - Throws: the session's error if the request fails.
  package func send(_ words: [String], _ terminal: Terminal) throws {
    let form = try RequestForm.named(words[0])
    let request = try form.request(Array(words.dropFirst()))
    let patience = form.isQuestion ? Self.patienceOfQuestions : Self.patienceOfChanges
    let (answer, text) = try ControlClient(to: session, patience: patience).ask(request)
    let failure = CommandFailure(answer: answer)
    if isJSON {
      try Output.print(text + "\n")
      if let failure { throw CommandFailure(failure.status) }
      return
    }
    if let failure { throw failure }
    guard terminal.isInteractive, let line = answer.member("line")?.text, line.utf8.contains(UInt8(ascii: "\t")) else {
      return try printLine(of: answer)
    }
    var table = Table(header: Array(repeating: "", count: 4))
    table.rows = line.split(separator: "\n").map { row in
      let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return cells.count <= 4 ? cells : [cells[0], cells[1...].joined(separator: ", ")]
    }
    try Output.print(table.lines(terminal, as: .aligned).map { $0 + "\n" }.joined())
  }

  /// Prints the events of a session until it ends.
  ///
  /// - Parameter interval: how often levels are printed, in seconds; nil for never.
  package func follow(meters interval: Double?) throws {
    let client = try ControlClient(to: session, patience: Self.patienceOfQuestions)
    let meters: [(key: String, value: JSON)] = interval.map { [("meters", .number($0))] } ?? []
    let (answer, _) = try client.ask(
      .object([("request", .string("subscribe")), ("lines", .bool(!isJSON))] + meters))
    if let failure = CommandFailure(answer: answer) { throw failure }
    while let line = try client.nextLine() {
      if isJSON { try Output.print(line + "\n") } else if let notice = JSON(line) { try printLine(of: notice) }
    }
  }

  /// Prints a line of an answer or a notice for people, made safe for a terminal; TABs stay.
  private func printLine(of json: JSON) throws {
    guard let text = json.member("line")?.text, !text.isEmpty else { return }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { Escaping.escaped(String($0)) }
        .joined(separator: "\t") + "\n"
    }
    try Output.print(lines.joined())
  }

  /// Prints the sessions that are running. They are asked side by side, so that one that doesn't answer delays the list
  /// only once.
  package func listSessions(_ terminal: Terminal) throws {
    var table = Table(header: ["Session", "Process", "Plays on", "Components"])
    let names = try SessionFolder().names
    let end = ContinuousClock.now + Self.patienceOfLists
    let asked = names.map { name in (name, Self.asked(name)) }
    for (name, client) in asked {
      guard let list = Self.list(client, until: end) else { continue }
      if isJSON {
        try Output.print((list.member("session") ?? Self.silent(name)).encoded + "\n")
      } else {
        table.rows.append(Self.row(list, name))
      }
    }
    if !table.rows.isEmpty { try Output.print(table.text(terminal)) }
  }

  /// A connection to a session that has been asked for its list.
  private static func asked(_ name: String) -> Result<ControlClient, any Error> {
    Result {
      let client = try ControlClient(to: name, patience: patienceOfLists)
      try client.send(.object([("request", .string("list"))]))
      return client
    }
  }

  /// What a session answers: null if it doesn't in time, nil if it has just ended and doesn't count.
  private static func list(_ client: Result<ControlClient, any Error>, until end: ContinuousClock.Instant) -> JSON? {
    do {
      return try client.get().answer(until: end).answer
    } catch {
      return (error as? CommandFailure)?.status == .partly ? .null : nil
    }
  }

  /// The description of a session that doesn't answer: only its name is known.
  private static func silent(_ name: String) -> JSON {
    let unknown = ["process", "device", "client", "sampleRate", "blockLength", "file", "tempo", "isolation"]
    return .object([("name", .string(name))] + unknown.map { ($0, .null) })
  }

  private static func row(_ list: JSON, _ name: String) -> [String] {
    guard let session = list.member("session"), case .array(let stages)? = list.member("stages") else {
      return [name, "", "", "(does not answer)"]
    }
    let number = session.member("process")?.double.flatMap { Int(exactly: $0) }
    return [
      session.member("name")?.text ?? name, number.map { "\($0)" } ?? "", session.member("device")?.text ?? "",
      stages.compactMap { $0.member("name")?.text }.joined(separator: ", "),
    ]
  }
}
