internal import AudioComponents
internal import AudioSources

/// Requests for sounds and auditions.
extension PageAPI {
  /// The names of all sounds.
  var sounds: JSON { .object([("list", .strings(TestSounds.allCases.map(\.rawValue)))]) }

  /// A sound without any component.
  func sound(_ request: PageRequest) throws -> PageAnswer {
    Self.answer(try chosen(request["name"]).padded(seconds: Audition.tail), latency: 0)
  }

  /// The body of an audition: `{"uri", "sound", "preset", "controls": {symbol: number}}`.
  func audition(_ object: [String: JSON]) throws -> Audition {
    guard let uri = object["uri"]?.text, let component = try manager.component(uri: uri) else {
      throw PageRefusal(404, "the component is not installed")
    }
    var audition = Audition(component: component)
    if component.audioInputs > 0 { audition.sound = try chosen(object["sound"]?.text) }
    if let preset = object["preset"]?.text {
      guard let found = try manager.details(of: component).presets.first(where: { $0.uri == preset }) else {
        throw PageRefusal(400, "the component has no such preset")
      }
      audition.preset = .init(uri: found.uri, bundle: found.bundle)
    }
    if case .object(let controls)? = object["controls"] {
      for control in controls {
        // As JSON, a chain has no infinity.
        guard let value = control.value.double.map({ Float($0) }), value.isFinite else {
          throw PageRefusal(400, "the value of the control `\(control.key)` must be a number of 32 bits")
        }
        audition.controls.append((control.key, value))
      }
    }
    return audition
  }

  /// A sound through a component.
  func heard(_ audition: Audition, for request: PageRequest) throws -> PageAnswer {
    do {
      let heard = try audition.rendered(environment: Configuration.processEnvironment, for: request)
      return Self.answer(heard.sound, latency: heard.latency)
    } catch let error as ChainError {
      let isFault = error.code == .failed || error.code == .nonFinite
      return .failure(422, "\(audition.component.name): \(error.detail)", also: [("isFault", .bool(isFault))])
    }
  }

  /// The audition as a chain: its text or, if the page gives a `name`, the path of the saved file.
  func chain(_ object: [String: JSON]) throws -> JSON {
    let text = ChainFile.text(of: try audition(object).chain)
    guard let name = object["name"]?.text else { return .object([("text", .string(text))]) }
    guard let store = manager.configuration.userStorePath else {
      throw PageRefusal(500, "there is no place for your own data; set HOME, XDG_DATA_HOME or AUCAT_USER_STORE")
    }
    return .object([("path", .string(try KeptChains(beside: store).save(text, as: name)))])
  }

  /// Accepts a file that was dropped on the page.
  func drop(_ request: PageRequest) throws -> PageAnswer {
    let (name, seconds) = try dropped.add(request)
    return PageAnswer(.object([("name", .string(name)), ("seconds", .number(seconds))]))
  }

  private func chosen(_ name: String?) throws -> HeardSound {
    let name = name ?? TestSounds.drums.rawValue
    if let own = dropped[name] { return own }
    guard let sound = TestSounds(rawValue: name) else {
      throw PageRefusal(400, "there is no such sound; dropped files are kept only for a while")
    }
    return try sound.sound
  }

  private static func answer(_ sound: HeardSound, latency: Int) -> PageAnswer {
    var answer = PageAnswer(sound.bytes, type: "application/octet-stream")
    answer.headers = [
      ("X-Aucat-Channels", "\(sound.channels.count)"), ("X-Aucat-Rate", "\(Int(sound.sampleRate))"),
      ("X-Aucat-Latency", "\(latency)"), ("X-Aucat-Loudness", sound.loudness.map { "\($0)" } ?? ""),
    ]
    return answer
  }
}
