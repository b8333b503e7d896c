internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import Linux
internal import LiveSound
internal import RenderChain

/// Lets other programs change a session, and notifies them of changes. Used on the session's thread.
final class LiveController {
  let live: LiveSession
  let session: Session
  /// Names of components, and texts for people.
  var text: LiveText
  /// The file that ``save`` writes to; nil if there is none.
  var chainFile: SessionFile?
  /// Its path.
  var file: String? { chainFile?.path }
  /// What `--keep` has to save.
  var keeping = Keeping()
  /// The number of unsaved changes.
  var unsavedCount = 0
  /// Changes that have not been printed yet.
  private(set) var untold: [(json: JSON, line: String)] = []
  /// The name under which other programs reach it; nil if they can't.
  var name: String? { claim?.name }

  private var claim: SessionClaim?
  private var server: LineServer?
  /// Answers to pending edits, by the edits' numbers.
  private(set) var pending: [Int: Pending] = [:]
  /// Requests that wait for an edit to finish.
  private var held: [ControlRequest] = []
  /// What plugins' states are being saved for; nil if they aren't.
  var awaiting: StatesUse?
  private var subscribers: [Int: Subscriber] = [:]

  struct Pending {
    let request: ControlRequest
    let answer: (EditOutcome) throws -> ControlAnswer
  }

  /// A program that subscribes to notices.
  struct Subscriber {
    /// Whether it also gets lines for people.
    let wantsLines: Bool
    /// How often it gets the levels; nil for never.
    let interval: Duration?
    var nextMeters = ContinuousClock.now
  }

  init(_ live: LiveSession, _ session: Session, playing choice: ChainChoice, file: SessionFile?) {
    self.live = live
    self.session = session
    chainFile = file
    text = LiveText(choice.chain, names: choice.names)
    live.document = choice.document
  }

  /// Starts taking requests.
  ///
  /// - Throws: a `CommandFailure` if no socket can be created.
  func listen() throws {
    let claim = try SessionFolder().claim(live.format.clientName)
    var limits = LineServer.Limits()
    limits.refusal = Self.text(CommandFailure(.storeFailed, "\(limits.connections) programs are connected; end one"))
    limits.tooLong = Self.text(CommandFailure(.usage, "a request has at most \(limits.line) bytes"))
    do throws(SystemError) {
      server = try LineServer(LocalSocket.listening(at: claim.path), limits: limits, arrived: live.wake)
    } catch {
      throw CommandFailure(.storeFailed, "\(claim.path) can't be created (\(error))")
    }
    self.claim = claim
  }

  private static func text(_ failure: CommandFailure) -> String { ControlAnswer.failure(.null, failure).encoded }

  /// Reads the requests that have arrived, and answers the finished ones.
  func work() {
    for event in server?.take() ?? [] {
      switch event {
      case .line(let line, let connection): take(line, from: connection)
      case .closed(let connection): subscribers[connection] = nil
      case .dropped(let connection):
        subscribers[connection] = nil
        untold.append((LiveText.dropped, "a program does not read its messages, and was disconnected"))
      }
    }
    for (number, outcome) in live.takeFinishedEdits() {
      if let one = pending.removeValue(forKey: number) {
        // Finished requests may have changed places.
        text.follow(live.parts)
        answer(one.request) { try one.answer(outcome) }
      }
    }
    useStates()
    while !held.isEmpty, !live.isEditing, awaiting == nil { perform(held.removeFirst()) }
    sendMeters()
  }

  /// Sends notices to a program from now on, even if it sends nothing more itself.
  func subscribe(_ connection: Int, _ subscriber: Subscriber) {
    subscribers[connection] = subscriber
    server?.keep(connection)
  }

  /// How long the session may wait for an event, in milliseconds.
  var patience: Int {
    let next = subscribers.values.filter { $0.interval != nil }.map(\.nextMeters).min()
    return next.map { max(1, min(50, Int((ContinuousClock.now.duration(to: $0)) / .milliseconds(1)))) } ?? 50
  }

  /// Sends notices to programs.
  func tell(_ notices: [LiveNotice]) {
    if notices.contains(where: \.changesComponents) { text.follow(live.parts) }
    for notice in notices {
      if case .stateChanged = notice { noteChangedState() }
      if let json = text.json(notice) { tell(json, text.line(notice)) }
    }
    keepState()
  }

  /// The changes since the last call.
  func takeUntold() -> [(json: JSON, line: String)] {
    defer { untold = [] }
    return untold
  }

  /// Announces the end of the session, and takes no more requests.
  func end() {
    tell(LiveText.end, "the session has ended")
    if case .request(let one) = awaiting { held.insert(one, at: 0) }
    awaiting = nil
    for one in held { answer(one) { throw CommandFailure(.storeFailed, "the session has ended") } }
    held = []
    server?.end()
    (server, claim) = (nil, nil)
  }

  private func take(_ line: String?, from connection: Int) {
    do {
      let request = try ControlRequest(line, from: connection)
      if request.isStructural || needsStates(request), live.isEditing || !held.isEmpty || awaiting != nil {
        return held.append(request)
      }
      perform(request)
    } catch let invalid as ControlRequest.Invalid {
      let answer = ControlAnswer.failure(invalid.id, invalid.failure)
      server?.send(answer.encoded, to: connection, isAnswer: true)
    } catch {}
  }

  private func perform(_ request: ControlRequest) {
    if needsStates(request) { awaitStates(for: .request(request)) } else { carryOut(request) }
  }

  func carryOut(_ request: ControlRequest) {
    var request = request
    do {
      try request.locate(in: places)
      switch try act(request) {
      case .done(let result): answer(request) { result }
      case .begun(let number, let answer): pending[number] = Pending(request: request, answer: answer)
      }
    } catch {
      answer(request) { throw error }
    }
  }

  private func answer(_ request: ControlRequest, _ result: () throws -> ControlAnswer) {
    let json: JSON
    do {
      let answer = try result()
      json = answer.json(request.id)
      if request.isChange { told(request, answer.line) }
      if request.changesChain {
        unsavedCount += 1
        keeping.changes += 1
      }
    } catch {
      json = ControlAnswer.failure(request.id, CommandFailure(ofSession: error, names: text.names))
    }
    server?.send(json.encoded, to: request.connection, isAnswer: true)
  }

  private func told(_ request: ControlRequest, _ line: String) {
    let json = text.edited(request, line)
    untold.append((json, line))
    tell(json, line)
  }

  /// Sends a notice that isn't the session's own.
  func note(_ json: JSON, _ line: String) {
    untold.append((json, line))
    tell(json, line)
  }

  private func tell(_ json: JSON, _ line: String?) {
    guard !subscribers.isEmpty else { return }
    let plain = json.encoded
    let withLine = json.adding("line", .optional(line)).encoded
    for (connection, subscriber) in subscribers {
      server?.send(subscriber.wantsLines ? withLine : plain, to: connection, isAnswer: false)
    }
  }

  private func sendMeters() {
    for (connection, subscriber) in subscribers {
      guard let interval = subscriber.interval, subscriber.nextMeters <= .now else { continue }
      subscribers[connection]?.nextMeters = .now + interval
      let (members, levels) = meters
      let line = levels.map { "\($0.name): \($0.level)" }.joined(separator: ", ")
      let json = LiveText.meters(members)
      server?.send(
        (subscriber.wantsLines ? json.adding("line", .string(line)) : json).encoded, to: connection, isAnswer: false)
    }
  }
}

extension JSON {
  /// The object with one more member.
  fileprivate func adding(_ key: String, _ value: JSON) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }
}

extension LiveNotice {
  /// Whether it may have changed places or components.
  fileprivate var changesComponents: Bool {
    switch self {
    case .muted, .heard, .wroteOutside, .late, .hung, .fell, .recovered, .stateChanged: true
    default: false
    }
  }
}
