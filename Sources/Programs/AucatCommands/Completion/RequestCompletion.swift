internal import AucatProgram
internal import AudioComponents

/// Completes a request to a running session, with values from that session.
struct RequestCompletion {
  private let words: [String]
  private let session: String?
  private let typed: String
  private let manager: ComponentManager

  /// How long to wait for the session, while somebody waits at the prompt.
  private static let patience = Duration.seconds(1)

  init(_ reading: CommandWords, typed: String, manager: ComponentManager) {
    self.typed = typed
    words = reading.arguments
    session = reading.value(of: "--to")
    self.manager = manager
  }

  /// Whether the word at the cursor names a file.
  var takesFile: Bool { (try? member)??.kind == .path }

  /// The member that the word at the cursor stands for; nil for none, or for the request itself.
  private var member: RequestForm.Member? {
    get throws {
      guard let name = words.first else { return nil }
      let given = Array(words.dropFirst())
      return try RequestForm.named(name).places(of: given + [""]).dropFirst(given.count).first
    }
  }

  var candidates: [Completion.Candidate] {
    get throws {
      guard let name = words.first else {
        return RequestForm.all.filter { !$0.isForPrograms }.map { .init(text: $0.name, note: $0.summary) }
      }
      let form = try RequestForm.named(name)
      let given = Array(words.dropFirst())
      guard let member = try member else { return [] }
      return try candidates(for: member, given) + (form.name == "snapshot" && given.isEmpty ? Self.verbs(form) : [])
    }
  }

  private static func verbs(_ form: RequestForm) -> [Completion.Candidate] {
    guard case .words(let words)? = form.members.first?.kind else { return [] }
    return words.map { .init(text: $0) }
  }

  private func candidates(for member: RequestForm.Member, _ given: [String]) throws -> [Completion.Candidate] {
    switch member.kind {
    case .words(let words): return words.map { .init(text: $0) }
    case .isOn: return [.init(text: "on"), .init(text: "off")]
    case .snapshot: return (try list().member("snapshots")?.texts ?? []).map { .init(text: $0) }
    case .place: return try places()
    case .parameter:
      return try parameters(of: given.first).map {
        .init(text: $0.member("symbol")?.text ?? "", note: $0.member("name")?.text ?? "")
      }
    case .value: return try labels(of: given)
    case .preset: return try presets(of: given.first)
    case .component: return try manager.components(matching: .constant(true)).map { .init(text: $0.name) }
    case .port: return try ["sources", "targets"].contains(member.key) ? [] : ports(member.key == "from")
    case .text, .path, .number, .settings: return []
    }
  }

  private func ports(_ sends: Bool) throws -> [Completion.Candidate] {
    try PluginHosts.find().ports(sends ? .sources : .targets).map { .init(text: $0) }
  }

  private func list() throws -> JSON {
    try ControlClient(to: session, patience: Self.patience).ask(.object([("request", .string("list"))])).answer
  }

  /// The numbers of the components, or their names once something has been typed.
  private func places() throws -> [Completion.Candidate] {
    let names = ChainPlaces(list: try list()).names
    let numbers = names.enumerated().map { Completion.Candidate(text: "\($0 + 1)", note: $1) }
    return typed.isEmpty ? numbers : numbers + names.map { .init(text: $0) }
  }

  /// The component that the first word after the request names; nil if there is none.
  private func stage(_ word: String?) throws -> JSON? {
    let list = try list()
    guard let word, case .array(let stages)? = list.member("stages") else { return nil }
    let place = try ChainPlaces(list: list).place(Int(word).map(JSON.int) ?? .string(word), "place")
    return stages[place.index]
  }

  private func parameters(of place: String?) throws -> [JSON] {
    guard case .array(let parameters)? = try stage(place)?.member("parameters") else { return [] }
    return parameters
  }

  /// The names of a parameter's values.
  private func labels(of given: [String]) throws -> [Completion.Candidate] {
    guard given.count == 2, let component = try component(given.first) else { return [] }
    let ports = try manager.details(of: component).ports.parameters(called: given[1])
    return ports.flatMap(\.scalePoints).map { .init(text: $0.label) }
  }

  private func presets(of place: String?) throws -> [Completion.Candidate] {
    try component(place).map { try manager.details(of: $0).presets.map { .init(text: $0.name, note: $0.bank ?? "") } }
      ?? []
  }

  private func component(_ place: String?) throws -> Component? {
    guard let uri = try stage(place)?.member("component")?.text else { return nil }
    return try manager.component(uri: uri)
  }
}
