internal import AucatProgram
internal import AudioComponents
internal import AudioSources
internal import AudioTracks
internal import Linux

/// A schedule of tracks and requests, as `schema/output/script.md` describes its file.
struct PlayScript {
  struct Track {
    var name: String
    var priority = 0
    var components: [String] = []
    var gain = 0.0
    var balance = 0.0
  }

  struct Pair {
    var upper: String
    var lower: String
    var policy: TrackPolicy
  }

  struct Request {
    /// The time of the request, in seconds.
    var time: Double
    var action: Action
  }

  enum Action {
    case play(track: String, sounds: [String], name: String, at: Double?)
    case cancel(track: String, name: String?)
    case suspend(String?), resume(String?)
    case yield(String), claim(String)
    case keepDucking(String, Bool)
    case gain(String, Double, balance: Double, seconds: Double)
    case add(Track), remove(String)
    case leave, back
  }

  private(set) var tracks: [Track] = []
  private(set) var usual = TrackPolicy.pause
  private(set) var pairs: [Pair] = []
  /// All requests, sorted by time.
  private(set) var requests: [Request] = []

  private static let sizeLimit = 4 << 20
  private let path: String

  /// - Throws: `CommandFailure` with the mistake in the file.
  init(_ path: String) throws {
    self.path = path
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.bytes(path, limit: Self.sizeLimit)
    } catch {
      throw CommandFailure(.storeFailed, "\(path) can't be read (\(error)); check its name")
    }
    guard let text = String(validating: bytes, as: UTF8.self), let json = JSON(text), case .object = json else {
      throw CommandFailure(.usage, "\(path) isn't a schedule: it is not a JSON object")
    }
    let form = ScriptForm(json, path)
    try form.allow(["tracks", "policy", "policies", "requests"])
    tracks = try form.list("tracks").map(Self.track)
    guard !tracks.isEmpty else { throw form.failure("needs \"tracks\", a list of at least one") }
    if let policy = form["policy"] { usual = try Self.policy(ScriptForm(policy, "\(path): policy")) }
    pairs = try form.list("policies").map { form in
      try Pair(upper: form.text("upper"), lower: form.text("lower"), policy: Self.policy(form))
    }
    requests = try form.list("requests").map(Self.request).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    try checkNames()
  }

  private func checkNames() throws {
    var (present, known): (Set<String>, Set<String>) = ([], [])
    func add(_ name: String) throws {
      guard present.insert(name).inserted else {
        throw CommandFailure(.usage, "\(path): there are two tracks `\(name)` at the same time; rename one")
      }
      known.insert(name)
    }
    func require(_ name: String, in names: Set<String>) throws {
      guard names.contains(name) else { throw CommandFailure(.usage, "\(path): there is no track `\(name)`") }
    }
    for track in tracks { try add(track.name) }
    for request in requests {
      if case .add(let track) = request.action { try add(track.name) }
      if let name = request.action.track { try require(name, in: present) }
      if case .remove(let name) = request.action { present.remove(name) }
    }
    for name in pairs.flatMap({ [$0.upper, $0.lower] }) { try require(name, in: known) }
  }

  private static func track(_ form: ScriptForm) throws -> Track {
    try form.allow(["name", "priority", "through", "gain", "balance", "at", "do"])
    var track = Track(name: try form.text("name"))
    track.priority = Int(try form.number("priority", in: -1_000...1_000) ?? 0)
    track.components = try form.texts("through")
    track.gain = try form.number("gain", in: -200...24) ?? 0
    track.balance = try form.number("balance", in: -1...1) ?? 0
    return track
  }

  private static func policy(_ form: ScriptForm) throws -> TrackPolicy {
    try form.allow(["upper", "lower", "do", "depth", "attack", "release", "hold", "lookAhead"])
    switch try form.text("do") {
    case "pause": return .pause
    case "mix": return .mix
    case "duck":
      do throws(SourceError) {
        return .duck(
          try Ducking(
            depth: form.number("depth") ?? -12, attack: form.number("attack") ?? 0.05,
            release: form.number("release") ?? 0.5, hold: form.number("hold") ?? 1,
            lookAhead: form.number("lookAhead")))
      } catch {
        throw form.failure("\(error)")
      }
    case let word: throw form.failure("\"do\" must be pause, duck or mix, not `\(word)`")
    }
  }

  private static func request(_ form: ScriptForm) throws -> Request {
    let time = try form.number("at", in: 0...86_400) ?? 0
    return Request(time: time, action: try action(form))
  }

  private static func action(_ form: ScriptForm) throws -> Action {
    let verb = try form.text("do")
    if verb == "add" { return .add(try track(form)) }
    try form.allow([
      "at", "do", "track", "sound", "name", "start", "on", "gain", "balance", "seconds",
    ])
    switch verb {
    case "play":
      let sounds = try form.texts("sound")
      guard !sounds.isEmpty else { throw form.failure("needs \"sound\", such as \"tone:440,seconds=1\"") }
      return .play(
        track: try form.text("track"), sounds: sounds,
        name: try form.optionalText("name") ?? sounds.joined(separator: ", "),
        at: try form.number("start", in: 0...86_400))
    case "cancel": return .cancel(track: try form.text("track"), name: try form.optionalText("name"))
    case "suspend": return .suspend(try form.optionalText("track"))
    case "resume": return .resume(try form.optionalText("track"))
    case "yield": return .yield(try form.text("track"))
    case "claim": return .claim(try form.text("track"))
    case "keepDucking":
      guard case .bool(let isOn)? = form["on"] else { throw form.failure("needs \"on\", true or false") }
      return .keepDucking(try form.text("track"), isOn)
    case "gain":
      return .gain(
        try form.text("track"), try form.number("gain", in: -200...24) ?? 0,
        balance: try form.number("balance", in: -1...1) ?? 0,
        seconds: try form.number("seconds", in: 0.005...60) ?? 0.02)
    case "remove": return .remove(try form.text("track"))
    case "leave": return .leave
    case "return": return .back
    default:
      throw form.failure(
        "\"do\" must be play, cancel, suspend, resume, yield, claim, keepDucking, gain, add, remove, leave or return, "
          + "not `\(verb)`"
      )
    }
  }
}

extension PlayScript.Action {
  /// The track that it concerns.
  var track: String? {
    switch self {
    case .play(let track, _, _, _), .cancel(let track, _), .yield(let track), .claim(let track),
      .keepDucking(let track, _),
      .gain(let track, _, _, _), .remove(let track):
      track
    case .suspend(let track), .resume(let track): track
    case .add, .leave, .back: nil
    }
  }
}

/// A JSON object of a script, and its place for messages.
struct ScriptForm {
  private let members: [(key: String, value: JSON)]
  private let place: String

  init(_ json: JSON, _ place: String) {
    if case .object(let members) = json { self.members = members } else { members = [] }
    self.place = place
  }

  subscript(key: String) -> JSON? { members.last { $0.key == key }?.value }

  func failure(_ reason: String) -> CommandFailure { CommandFailure(.usage, "\(place): \(reason)") }

  /// Rejects unknown members: a misspelt one would be ignored.
  func allow(_ keys: [String]) throws {
    for (key, _) in members where !keys.contains(key) {
      throw failure("\"\(key)\" is not one of \(keys.joined(separator: ", "))")
    }
  }

  func list(_ key: String) throws -> [ScriptForm] {
    guard let value = self[key] else { return [] }
    guard case .array(let values) = value else { throw failure("\"\(key)\" must be a list") }
    return try values.enumerated().map { index, value in
      guard case .object = value else { throw failure("\"\(key)\" must be a list of objects") }
      return ScriptForm(value, "\(place): \(key)[\(index)]")
    }
  }

  func optionalText(_ key: String) throws -> String? {
    guard let value = self[key] else { return nil }
    guard let text = value.text else { throw failure("\"\(key)\" must be text") }
    return text
  }

  func text(_ key: String) throws -> String {
    guard let text = try optionalText(key), !text.isEmpty else { throw failure("needs \"\(key)\", which is text") }
    return text
  }

  /// A text, or a list of them.
  func texts(_ key: String) throws -> [String] {
    guard let value = self[key] else { return [] }
    if let text = value.text { return [text] }
    guard case .array(let values) = value, values.allSatisfy({ $0.text != nil }) else {
      throw failure("\"\(key)\" must be text, or a list of texts")
    }
    return value.texts
  }

  func number(_ key: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let value = self[key] else { return nil }
    guard let number = value.double, range.contains(number) else {
      throw failure("\"\(key)\" must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A number that the caller validates; NaN for anything else.
  func number(_ key: String) -> Double? { self[key].map { $0.double ?? .nan } }
}
