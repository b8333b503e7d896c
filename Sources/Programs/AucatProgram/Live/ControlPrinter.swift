internal import AudioComponents

/// Sends requests to sessions of `aucat live`, and prints their answers.
package struct ControlPrinter {
  private let session: String?
  private let isJSON: Bool

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
    let request = try RequestForm.named(words[0]).request(Array(words.dropFirst()))
    let (answer, text) = try ControlClient(to: session).ask(request)
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
    let client = try ControlClient(to: session)
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

  /// Prints the sessions that are running.
  package func listSessions(_ terminal: Terminal) throws {
    var table = Table(header: ["Session", "Process", "Plays on", "Components"])
    for name in try SessionFolder().names {
      // One that has just ended doesn't count.
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
    if !table.rows.isEmpty { try Output.print(table.text(terminal)) }
  }
}
