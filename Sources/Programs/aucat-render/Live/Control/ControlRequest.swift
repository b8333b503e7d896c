internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

/// A request from a program that is connected to a session.
struct ControlRequest {
  /// The connection that made it.
  let connection: Int
  /// The ID, which the answer repeats.
  let id: JSON
  let form: RequestForm
  let members: Members
  /// The places that it names, by the members' keys.
  private(set) var places: [String: Place] = [:]

  /// - Throws: ``Invalid``, with the ID if it is known.
  init(_ line: String?, from connection: Int) throws {
    guard let line else { throw Invalid(id: .null, failure: CommandFailure(.usage, "a request must be UTF-8")) }
    guard let json = JSON(line), case .object(let all) = json else {
      throw Invalid(id: .null, failure: CommandFailure(.usage, "a request must be a JSON object on one line"))
    }
    let id = all.last { $0.key == "id" }?.value ?? .null
    do {
      let members = Members(all, "")
      guard let name = try members.text("request") else {
        throw CommandFailure(.usage, "the request lacks its name, `request`")
      }
      form = try RequestForm.named(name)
      try members.rejectOthers(["id", "request"] + form.members.map(\.key))
      for member in form.members where !member.isOptional && members.isNull(member.key) {
        throw CommandFailure(.usage, "`\(name)` lacks `\(member.key)`")
      }
      self.members = members
    } catch {
      throw Invalid(id: id, failure: CommandFailure(ofSession: error))
    }
    self.id = id
    self.connection = connection
  }

  /// A line that isn't a request.
  struct Invalid: Error {
    let id: JSON
    let failure: CommandFailure
  }

  /// Whether it waits for edits that load something or change places.
  var isStructural: Bool {
    ["insert", "remove", "move", "replace", "preset", "restart", "isolation", "snapshot", "load", "undo", "redo"]
      .contains(form.name)
  }

  /// Its members besides the name and the ID.
  var arguments: [(key: String, value: JSON)] {
    form.members.compactMap { member in members.value(member.key).map { (member.key, $0) } }
  }

  /// Finds the places that it names, when it is carried out: earlier requests may have changed them.
  ///
  /// - Throws: a `CommandFailure` if there is no such place.
  mutating func locate(in chain: @autoclosure () -> ChainPlaces) throws {
    for member in form.members where member.kind == .place {
      guard let value = members.value(member.key), value != .null else { continue }
      places[member.key] = try chain().place(value, member.key, isNew: form.name == "insert")
    }
  }

  /// The component that the change is about, once it is made; nil if it is about none, or about one that is gone.
  var changedPlace: Place? { form.name == "remove" ? nil : places[form.name == "move" ? "to" : "place"] }

  /// A place of the chain.
  func place(_ key: String = "place") throws -> Place {
    guard let place = places[key] else { throw CommandFailure(.usage, "`\(form.name)` lacks `\(key)`") }
    return place
  }

  /// The text of a required member.
  func text(_ key: String) throws -> String {
    guard let text = try members.text(key) else { throw CommandFailure(.usage, "`\(form.name)` lacks `\(key)`") }
    return text
  }

  /// The number of a required member.
  func number(_ key: String) throws -> Double {
    guard let number = try members.number(key) else { throw CommandFailure(.usage, "`\(form.name)` lacks `\(key)`") }
    return number
  }

  /// One of the words that a member takes; nil if it is absent.
  func word(_ key: String) throws -> String? {
    guard let word = try members.text(key) else { return nil }
    if case .words(let known)? = form.members.first(where: { $0.key == key })?.kind, !known.contains(word) {
      throw UsageError(unknown: word, of: "`\(key)`", known)
    }
    return word
  }
}

/// The answer to a request that succeeded.
struct ControlAnswer {
  var members: [(key: String, value: JSON)] = []
  /// The answer in words, for people.
  var line = ""

  func json(_ id: JSON) -> JSON {
    .object([("id", id), ("ok", .bool(true))] + members + [("line", .string(line))])
  }

  /// The answer to a request that has failed.
  static func failure(_ id: JSON, _ failure: CommandFailure) -> JSON {
    .object([("id", id), ("ok", .bool(false)), ("error", failure.answer)])
  }
}

extension CommandFailure {
  /// The failure of a session or of a request to it.
  init(ofSession error: any Error, names: [String: String] = [:]) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let usage as UsageError:
      self.init(
        .usage, usage.reason, suggestion: usage.meant, remedy: usage.remedy ?? "`aucat live send --help` lists requests"
      )
    case let error as ChainError:
      // There is no --timeout here.
      let isTimeout = if case .timedOut = error.cause { true } else { false }
      self.init(error, names: names, remedy: isTimeout ? "try again, or use another plugin" : nil)
    case let error as DeviceError: self.init(error)
    case let error as ChainFile.FormatError: self.init(.usage, "\(error)")
    default: self = CommandFailure(library: error) ?? CommandFailure(.storeFailed, "\(error)")
    }
  }
}
