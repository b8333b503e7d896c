package import AudioComponents
internal import AudioFiles

/// The program's exit status, for scripts.
package enum ExitStatus: Int32, CaseIterable {
  /// The command did what it was asked.
  case done = 0
  /// Nothing matched, or there is no such component; for `lint` and `validate`, there are warnings or worse.
  case nothing = 1
  /// Bad usage, such as an invalid predicate, a preset or parameter that the component lacks, or a file that is of the
  /// wrong kind or would be replaced.
  case usage = 2
  /// A store, a file or standard output is missing, or can't be read or written.
  case storeFailed = 3
  /// The command did a part of its work.
  case partly = 4
  /// A plugin failed: it crashed, hung, refused to start, or produced samples that are not finite.
  case pluginFailed = 5
  /// A signal, such as that of Control-C, stopped the command.
  case interrupted = 130
}

extension ExitStatus {
  /// The text in the manual.
  package var meaning: String {
    switch self {
    case .done: "Done."
    case .nothing:
      """
      Nothing matched, or there is no such component. For `lint` and `validate`, there are warnings or worse; for `doctor`, \
      there is a problem.
      """
    case .usage:
      """
      Bad usage, such as an invalid predicate, a preset or parameter that the component lacks, or a file that is of the wrong \
      kind or would be replaced.
      """
    case .storeFailed: "A store, a file or standard output is missing, or can't be read or written."
    case .partly:
      """
      Partly done: by `scan --strict`, `tag add --stdin` and `import`, by a `render` that leaves out an input or loses \
      MIDI, or because your tags, language or host profiles can't be read.
      """
    case .pluginFailed: "A plugin failed: it crashed, hung, refused to start, or produced samples that are not finite."
    case .interrupted: "Interrupted."
    }
  }

  /// The status for an error of the library; nil for any other error.
  fileprivate init?(_ error: ComponentManagerError) {
    switch error {
    case .damagedStore, .newerStore, .foreignStore, .unreadableStore, .unreachableStore, .unwritableStore,
      .unmappableStore,
      .exhaustedStore, .failedDisk, .fullDisk, .busyStore, .workerMissing, .workerUnusable, .systemFailure,
      .unreadBundle:
      self = .storeFailed
    case .noPlaceForCatalog, .noPlaceForUserStore, .userStoreDeclined, .undecodablePath, .invalidPredicate,
      .savedSearchInUse, .cannotUndo, .invalidLabel, .invalidUserData:
      self = .usage
    case .componentMissing: self = .nothing
    case .interrupted: self = .interrupted
    case .testFailed: return nil
    }
  }
}

/// A failure: an exit status, and a message for standard error unless that is empty.
package struct CommandFailure: Error {
  package var status: ExitStatus
  /// The message for people, with the probable meaning.
  package var message: String
  /// The message without the probable meaning.
  private(set) var reason: String
  /// What was probably meant.
  private(set) var suggestion: String?
  /// The remedy, whether or not the suggestion is right.
  private(set) var remedy: String?
  /// The invalid predicate, and the place in it, in bytes.
  private var predicate: (text: String, offset: Int?)?

  package init(_ status: ExitStatus, _ message: String = "") {
    self.status = status
    self.message = message
    reason = message
  }

  /// The failure for an unknown word.
  ///
  /// - Parameters:
  ///   - suggestion: what was probably meant.
  ///   - remedy: the remedy if nothing similar exists; programs always get it.
  package init(_ status: ExitStatus, _ reason: String, suggestion: String?, remedy: String) {
    self.init(status, reason + "; " + (suggestion.map { "did you mean `\($0)`?" } ?? remedy))
    self.reason = reason
    self.suggestion = suggestion
    self.remedy = remedy
  }

  /// The failure of a command that has found nothing.
  ///
  /// - Parameters:
  ///   - message: for people: the reason, and a search that would find something.
  ///   - suggestion: the search that would find something.
  ///   - remedy: the command that helps, if a search does not.
  package init(nothing message: String, suggestion: String?, remedy: String? = nil) {
    self.init(.nothing, message)
    self.suggestion = suggestion
    self.remedy = remedy
  }

  /// The failure for bad usage.
  ///
  /// - Parameters:
  ///   - meant: what was probably meant.
  ///   - remedy: the remedy, which people always get.
  package init(usage reason: String, meant: [String] = [], remedy: String) {
    let quoted = meant.map { "`\($0)`" }
    let list = quoted.dropLast().joined(separator: ", ") + (quoted.count > 1 ? " or " : "") + (quoted.last ?? "")
    let asked = meant.isEmpty ? reason : "\(reason); did you mean \(list)?"
    self.init(.usage, asked + (asked.hasSuffix("?") ? " " : "; ") + remedy)
    self.reason = reason
    suggestion = meant.count == 1 ? meant[0] : nil
    self.remedy = remedy
  }

  /// An invalid predicate: its text with a caret below the column, or one line if there is no column.
  ///
  /// - Parameter values: what was passed for each `%@`.
  package init(_ error: InvalidPredicate, in text: String, values: [String] = []) {
    let error = error.withCommands
    self.init(.usage, error.column == nil ? error.description : "not a predicate:\n" + error.rendered(in: text))
    reason = error.reason
    suggestion = error.suggestion
    remedy = error.remedy
    predicate = (text, error.offset(in: text, arguments: values))
  }

  /// Writes the message, unless it is empty.
  package func report() {
    if message.isEmpty { return }
    guard CommandLineWords.asksForJSON else { return Message.writeLines(message) }
    Message.writeObject([
      ("severity", .string("error")), ("message", .string(reason)), ("status", .int(Int(status.rawValue))),
      ("predicate", .optional(predicate?.text)), ("offset", .optional(predicate?.offset)),
      ("suggestion", .optional(suggestion)), ("remedy", .optional(remedy)),
    ])
  }

  /// The failure for an error of the library; nil for any other error.
  package init?(library error: any Error) {
    if let error = error as? AudioFileError {
      self.init(error)
      return
    }
    let known = ComponentManagerError(error)
    guard let status = ExitStatus(known) else { return nil }
    self.init(status, known.message)
  }

  /// A file that can't be accessed fails like a store; one that holds no audio is bad usage.
  private init(_ error: AudioFileError) {
    let status: ExitStatus =
      switch error.code {
      case .absent, .unreadable, .unwritable, .noFolder, .full, .tooLarge, .closed, .exhausted: .storeFailed
      case .notAFile, .notAudio, .damaged, .unsupported, .libraryMissing: .usage
      }
    self.init(status, error.description)
  }
}

extension ComponentManagerError {
  /// What happened, where, and the remedy at the command line, in one line.
  package var message: String {
    switch self {
    case .workerMissing where isWorkerNamed: "\(event), which AUCAT_WORKER names; correct or unset AUCAT_WORKER"
    case .workerMissing: "\(event); build the whole package, install it, or set AUCAT_WORKER"
    case .workerUnusable: "\(event); install it again or set AUCAT_WORKER"
    case .invalidPredicate(let error): error.withCommands.description
    default: description
    }
  }

  private var isWorkerNamed: Bool { Configuration.processEnvironment["AUCAT_WORKER"]?.isEmpty == false }
}

extension InvalidPredicate {
  /// The error with the commands that help.
  var withCommands: InvalidPredicate {
    var error = self
    if isUnknownKey { error.remedy = (remedy.map { $0 + ", and " } ?? "") + Key.remedy }
    if isUnknownName, suggestion == nil {
      error.remedy = "`aucat saved add` or `aucat collection add` creates one"
    }
    return error
  }
}

extension Key {
  /// The remedy for an unknown key.
  package static let remedy = "`aucat keys` lists all"
}
