internal import AucatProgram
internal import AudioComponents

/// `aucat watch`
struct WatchCommand: Command {
  static let name = "watch"

  /// The position after which it starts; nil for now.
  var since: ChangePosition?
  /// Whether it exits after the first changes.
  var endsSoon = false
  var validatesMeanwhile = false
  var isJSON = false
  var common = CommonOptions()

  static let declaration = CommandDeclaration(
    Self.self,
    abstract: "Prints each change to components, tags and other data, until interrupted.",
    discussion: """
      One line per change: its sequence number (on a terminal the time), its kind (added, changed, removed; tags, favorite, \
      hidden, collection, search; reset), the component's URI and name, and the name of the collection or search. A change \
      says what has changed but not how, and repeated changes to one thing are merged. After `reset` everything may \
      have changed.

      A sequence number has two parts, joined by a dot: the last change of the catalog and of your own data. With --since, \
      a later run resumes after the line with that number; `--since 0` starts with everything there is. With --once the \
      exit status is 1 if nothing has changed since.

      Bundles that are installed, removed or edited meanwhile are read at once. With --validate, components that were added or \
      changed are validated, as by `aucat validate --stale`; until that is done, no other change is printed.

      EXAMPLES:
        aucat watch
        aucat watch --validate
        aucat watch --json --since 0
        aucat watch --since 0 --once
      """,
    [
      .option("since", value: "n", "Resume after the change with this sequence number; from now on by default.") {
        guard let position = ChangePosition($1) else {
          throw UsageError("--since takes a sequence number that `aucat watch` has printed, or 0, not `\($1)`")
        }
        $0.since = position
      },
      .flag("once", "End after the first changes; with --since, print those so far and end immediately.") {
        $0.endsSoon = true
      },
      .flag("validate", "Validate added or changed components.") { $0.validatesMeanwhile = true },
      .flag("json", "Print a JSON object per line.") { $0.isJSON = true },
    ])

  func validate() throws {
    if endsSoon && validatesMeanwhile {
      throw UsageError("--once and --validate can't be combined; `aucat validate --stale` validates once")
    }
  }

  func run() throws {
    let host = validatesMeanwhile ? try PluginHosts.find() : nil
    let session = try Session(common)
    if endsSoon { return try printOnce(session.manager.follower(since: since), session.terminal) }
    let follower = session.manager.followerWithoutLooks(since: since)
    try Interruption.observed {
      let scanning = try BackgroundScans(session.manager)
      try follow(follower, in: session, beside: scanning, host)
      try scanning.finish()
    }
    throw CommandFailure(.interrupted)
  }

  private func follow(
    _ follower: ChangeFollower, in session: Session, beside scanning: BackgroundScans, _ host: (any PluginHost)?
  ) throws {
    while !Interruption.isRequested {
      let changes = try follower.next(waiting: 0.5)
      try scanning.check()
      try print(changes, session.terminal)
      let changed = changes.filter { $0.kind == .added || $0.kind == .changed }.compactMap(\.uri)
      if !changed.isEmpty { try host?.renewVerdicts(of: changed, session) }
    }
  }

  /// Prints the changes so far if they are asked for, else the next ones.
  private func printOnce(_ follower: ChangeFollower, _ terminal: Terminal) throws {
    var hasPrinted = false
    try Interruption.observed {
      while !Interruption.isRequested {
        let changes = try follower.next(waiting: since == nil ? 0.5 : 0)
        try print(changes, terminal)
        hasPrinted = hasPrinted || !changes.isEmpty
        // A long list comes in batches.
        if changes.isEmpty ? since != nil : since == nil { return }
      }
      throw CommandFailure(.interrupted)
    }
    if !hasPrinted { throw CommandFailure(.nothing) }
  }

  private func print(_ changes: [ComponentChange], _ terminal: Terminal) throws {
    if changes.isEmpty { return }
    try Output.print(changes.map { isJSON ? jsonLine($0) : line($0, terminal) }.joined())
  }

  private static let widestKind = ComponentChange.Kind.allCases.map(\.rawValue.utf8.count).max() ?? 0

  private func jsonLine(_ change: ComponentChange) -> String {
    JSON.object([
      ("sequence", .string(change.position.description)), ("kind", .string(change.kind.rawValue)),
      ("uri", .optional(change.uri)), ("name", .optional(change.name)), ("label", .optional(change.label)),
      ("at", .string(change.time.preciseDescription)),
    ]).encoded + "\n"
  }

  private func line(_ change: ComponentChange, _ terminal: Terminal) -> String {
    func words(_ texts: String?...) -> [String] { texts.map { Escaping.escaped($0 ?? "") } }
    let (sequence, kind) = (change.position.description, change.kind.rawValue)
    guard terminal.isInteractive else {
      return ([sequence, kind] + words(change.uri, change.name, change.label)).joined(separator: "\t") + "\n"
    }
    let padding = String(repeating: " ", count: Self.widestKind - kind.utf8.count)
    let shown = words(change.label, change.name, change.uri).filter { !$0.isEmpty }.joined(separator: "  ")
    let time = change.time.description.dropFirst("2026-01-01T".count).prefix("00:00:00".count)
    return "\(terminal.dim(time + " UTC"))  \(terminal.bold(kind))\(padding)  \(shown)\n"
  }
}
