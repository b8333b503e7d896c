package import AudioComponents
internal import Linux

/// A request to a session, declared once: for the words of a command line, for JSON, for completion and for the page of
/// the protocol, `schema/output/live.md`.
package struct RequestForm: Sendable {
  /// The kind of a request's member.
  package enum Kind: Sendable, Equatable {
    /// A component's place, from 1, or its name.
    case place
    /// Text, or a kind of text that determines what completion offers.
    case text, component, parameter, preset, port, snapshot
    /// A file, by its absolute path.
    case path
    /// A parameter's value, as `--set` takes it; also a number.
    case value
    case number
    /// `on` or `off` on a command line.
    case isOn
    /// `SYMBOL=VALUE`, a list.
    case settings
    /// One of these words.
    case words([String])
  }

  /// A member of a request.
  package struct Member: Sendable {
    package let key: String
    package let kind: Kind
    package let isOptional: Bool

    init(_ key: String, _ kind: Kind, isOptional: Bool = false) {
      self.key = key
      self.kind = kind
      self.isOptional = isOptional
    }
  }

  package let name: String
  package let summary: String
  /// The members, in the order in which they are typed.
  package let members: [Member]
  /// Whether it is for programs only, and can't be typed as words.
  package let isForPrograms: Bool

  /// Whether it only asks, and changes nothing.
  package var isQuestion: Bool { ["list", "meters", "cost", "subscribe"].contains(name) }

  private init(_ name: String, _ summary: String, members: [Member] = [], isForPrograms: Bool = false) {
    self.name = name
    self.summary = summary
    self.members = members
    self.isForPrograms = isForPrograms
  }

  /// The forms of all requests.
  package static let all: [RequestForm] = [
    RequestForm("list", "show components with all values, and snapshots"),
    RequestForm(
      "insert", "insert a component at this place",
      members: [place, Member("component", .component), Member("set", .settings, isOptional: true)]),
    RequestForm("remove", "remove a component", members: [place]),
    RequestForm("move", "move a component to another place", members: [place, Member("to", .place)]),
    RequestForm("replace", "replace a component with another one", members: [place, Member("component", .component)]),
    RequestForm(
      "set", "set a parameter, by its symbol or name",
      members: [place, Member("parameter", .parameter), Member("value", .value)]),
    RequestForm(
      "bypass", "toggle a component's bypass, or set it", members: [place, Member("on", .isOn, isOptional: true)]),
    RequestForm(
      "preset", "load a preset, or without one the defaults",
      members: [place, Member("preset", .preset, isOptional: true)]),
    RequestForm(
      "restart", "restart a component from its current state, or from its last one after a failure", members: [place]),
    RequestForm(
      "isolation", "choose which components have processes of their own",
      members: [Member("mode", .words(["each", "chain", "none"]))]),
    RequestForm(
      "snapshot", "recall, save or remove a state of the whole chain",
      members: [Member("do", .words(["recall", "save", "remove"]), isOptional: true), Member("name", .snapshot)]),
    RequestForm("undo", "undo the last change"),
    RequestForm("redo", "redo what was undone"),
    RequestForm(
      "save", "save the chain to its file, or to another one", members: [Member("file", .path, isOptional: true)]),
    RequestForm("load", "play another chain", members: [Member("file", .path)]),
    RequestForm(
      "tempo", "set the tempo if the server has none", members: [Member("bpm", .number)]),
    RequestForm(
      "transport", "start, stop or move the server's transport",
      members: [Member("do", .words(["start", "stop", "locate"])), Member("frame", .number, isOptional: true)]),
    RequestForm("connect", "connect two ports", members: [Member("from", .port), Member("to", .port)]),
    RequestForm("disconnect", "disconnect two ports", members: [Member("from", .port), Member("to", .port)]),
    RequestForm("meters", "show the levels"),
    RequestForm("cost", "show each component's share of a block's time"),
    RequestForm("panic", "end all notes"),
    RequestForm(
      "subscribe", "send notices",
      members: [Member("lines", .isOn, isOptional: true), Member("meters", .number, isOptional: true)],
      isForPrograms: true),
  ]

  private static let place = Member("place", .place)

  /// The request with a name.
  ///
  /// - Throws: a ``CommandFailure`` with what was probably meant.
  package static func named(_ name: String) throws -> RequestForm {
    if let form = all.first(where: { $0.name == name }) { return form }
    let words = all.filter { !$0.isForPrograms }.map(\.name)
    throw CommandFailure(
      .usage, "there is no request `\(name)`", suggestion: nearest(to: name, in: words),
      remedy: "use one of \(words.joined(separator: ", "))")
  }

  /// The form in which it is typed.
  package var usage: String {
    ([name]
      + members.map { member in
        let word = Self.spelling(member)
        return member.isOptional ? "[\(word)]" : word
      }).joined(separator: " ")
  }

  /// The requests and what they do, for a help text.
  package static let help = all.filter { !$0.isForPrograms }.map { form in
    let usage = "  \(form.usage)"
    let width = 28
    let isShort = usage.utf8.count + 2 <= width
    return usage + (isShort ? "" : "\n") + String(repeating: " ", count: isShort ? width - usage.utf8.count : width)
      + form.summary
  }.joined(separator: "\n")

  private static func spelling(_ member: Member) -> String {
    switch member.kind {
    case .words(let words): words.joined(separator: "|")
    case .isOn: "on|off"
    case .settings: "SYMBOL=VALUE ..."
    default: member.key.uppercased()
    }
  }

  /// The members that the given words stand for; the last word may be incomplete.
  package func places(of words: [String]) -> [Member] {
    var left = members[...]
    var places: [Member] = []
    for word in words {
      // `snapshot verse` means its name.
      if case .words(let known)? = left.first?.kind, left.first?.isOptional == true, !known.contains(word) {
        left = left.dropFirst()
      }
      guard let next = left.first else { break }
      places.append(next)
      if next.kind != .settings { left = left.dropFirst() }
    }
    return places
  }

  /// The request that the words after its name express.
  ///
  /// - Throws: a ``UsageError`` for words that it does not take.
  package func request(_ words: [String]) throws -> JSON {
    let places = places(of: words)
    guard places.count == words.count else {
      throw UsageError("`\(name)` does not take `\(words[places.count])`", remedy: "write `\(usage)`")
    }
    let given = Set(places.map(\.key))
    if let missing = members.first(where: { !$0.isOptional && !given.contains($0.key) }) {
      throw UsageError("`\(name)` lacks \(Self.spelling(missing))", remedy: "write `\(usage)`")
    }
    var values: [(key: String, value: JSON)] = [("request", .string(name))]
    var settings: [JSON] = []
    for (member, word) in zip(places, words) {
      if member.kind == .settings {
        guard word.utf8.contains(UInt8(ascii: "=")) else {
          throw UsageError(
            "`\(name)` takes SYMBOL=VALUE after the component, not `\(word)`",
            remedy: "put a name of several words in quotes")
        }
        settings.append(.string(word))
      } else {
        values.append((member.key, try value(of: word, member)))
      }
    }
    if !settings.isEmpty { values.append(("set", .array(settings))) }
    return .object(values)
  }

  private func value(of word: String, _ member: Member) throws -> JSON {
    switch member.kind {
    case .place:
      guard let number = Int(word) else { return .string(word) }
      guard number >= 1 else {
        throw UsageError(
          "\(member.key.uppercased()) must be a number from 1, or a component's name, not `\(word)`",
          remedy: "write `\(usage)`")
      }
      return .int(number)
    case .number:
      guard let number = Double(word), number.isFinite else {
        throw UsageError("`\(name)` takes a number as \(member.key.uppercased()), not `\(word)`")
      }
      return .number(number)
    case .isOn:
      guard ["on", "off"].contains(word) else { throw UsageError("`\(name)` takes on or off, not `\(word)`") }
      return .bool(word == "on")
    case .words(let known):
      guard known.contains(word) else {
        throw UsageError(unknown: word, of: "`\(name)`", known)
      }
      return .string(word)
    case .path:
      if LexicalPath.isAbsolute(word) { return .string(word) }
      guard let folder = try? Path.working() else {
        throw UsageError("there is no working directory; give the absolute path of \(word)")
      }
      return .string(folder + "/" + word)
    case .text, .component, .parameter, .preset, .port, .snapshot, .value, .settings: return .string(word)
    }
  }
}
