internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

extension ControlRequest {
  /// Whether other programs are notified of it.
  var isChange: Bool { !form.isQuestion }

  /// Whether the chain's file has to be saved after it.
  var changesChain: Bool {
    isChange && !["save", "load", "connect", "disconnect", "transport", "panic"].contains(form.name)
  }
}

extension LiveController {
  /// The outcome of a request.
  enum Progress {
    case done(ControlAnswer)
    /// The number of an edit, and the answer to give once it has finished.
    case begun(Int, (EditOutcome) throws -> ControlAnswer)
  }

  /// Carries out a request.
  ///
  /// - Throws: an error of any module involved; nothing has changed then.
  func act(_ request: ControlRequest) throws -> Progress {
    switch request.form.name {
    case "list": .done(list)
    case "insert": try insert(request)
    case "remove":
      try edit(request) {
        .remove(place: $0.index)
      } saying: {
        "\($1) removed"
      }
    case "move": try move(request)
    case "replace": try replace(request)
    case "set": try set(request)
    case "bypass": try bypass(request)
    case "preset": try preset(request)
    case "restart":
      try edit(request) {
        .restart(place: $0.index)
      } saying: {
        "\($0.number) \($1) restarted"
      }
    case "isolation": try isolate(request)
    case "snapshot": try snapshot(request)
    case "undo": try again(live.undo(), "undo")
    case "redo": try again(live.redo(), "redo")
    case "save": try save(request)
    case "load": try load(request)
    case "tempo", "transport", "connect", "disconnect", "panic": .done(try device(request))
    case "meters":
      .done(
        ControlAnswer(
          members: meters.members, line: meters.levels.map { "\($0.name)\t\($0.level)" }.joined(separator: "\n")))
    case "cost": .done(cost)
    default: .done(try subscribe(request))
    }
  }

  /// The components by their places and names.
  var places: ChainPlaces { ChainPlaces(live.parts.map { (name($0), $0.record.uri) }) }

  private func part(_ place: Place) -> LiveChain.Part { live.parts[place.index] }

  private func name(_ part: LiveChain.Part) -> String { text.names[part.record.uri] ?? part.status.name }

  private func edit(
    _ request: ControlRequest, _ edit: (Place) -> LiveEdit, saying: @escaping (Place, String) -> String
  ) throws -> Progress {
    let place = try request.place()
    let name = name(part(place))
    return try begin(edit(place)) { _ in ControlAnswer(line: saying(place, name)) }
  }

  /// Begins an edit.
  ///
  /// - Parameters:
  ///   - isStep: as in ``LiveSession/begin(_:isStep:)``.
  ///   - answer: makes the answer, once the edit is audible.
  func begin(
    _ edit: LiveEdit, isStep: Bool = false, _ answer: @escaping (EditOutcome) throws -> ControlAnswer
  ) throws -> Progress {
    .begun(try live.begin(edit, isStep: isStep), Self.answering(answer))
  }

  private static func answering(
    _ answer: @escaping (EditOutcome) throws -> ControlAnswer
  ) -> (EditOutcome) throws -> ControlAnswer {
    { outcome in
      if case .failed(let error) = outcome { throw error }
      var result = try answer(outcome)
      result.members.insert(("heard", .bool(outcome == .heard)), at: 0)
      if outcome == .unheard { result.line += " (no sound is being played)" }
      return result
    }
  }

  private func insert(_ request: ControlRequest) throws -> Progress {
    let place = try request.place()
    guard live.parts.count < ChainFile.stageLimit else {
      throw CommandFailure(
        .usage, "the chain has \(ChainFile.stageLimit) components, and no chain has more; remove one")
    }
    let (stage, name, notes) = try stage(request)
    return try begin(.insert(stage, place: place.index)) { _ in
      ControlAnswer(line: "\(place.number) \(name) inserted" + notes)
    }
  }

  private func replace(_ request: ControlRequest) throws -> Progress {
    let place = try request.place()
    let before = name(part(place))
    let (stage, name, notes) = try stage(request)
    return try begin(.replace(place: place.index, stage)) { _ in
      ControlAnswer(line: "\(place.number) \(name) in place of \(before)" + notes)
    }
  }

  /// The component that a request names, with its settings, and notes on the choice, each on a line of its own.
  private func stage(_ request: ControlRequest) throws -> (RenderChain.Stage, name: String, notes: String) {
    var words = StageWords(component: try request.text("component"))
    if request.form.name == "insert" { words.settings = try request.members.texts("set") }
    var notes = ""
    let choice = try ChainChoice(file: nil, stages: [words], session) { notes += "\n\($0)" }
    text.learn(choice.names)
    return (choice.chain.stages[0], choice.components[0].name, notes)
  }

  private func move(_ request: ControlRequest) throws -> Progress {
    let (place, target) = (try request.place(), try request.place("to"))
    let name = name(part(place))
    return try begin(.move(place: place.index, to: target.index)) { _ in
      ControlAnswer(line: "\(target.number) \(name) moved from \(place.number)")
    }
  }

  private func set(_ request: ControlRequest) throws -> Progress {
    let place = try request.place()
    let part = part(place)
    let word: String
    switch request.members.value("value") {
    case .string(let text): word = text
    case .int(let number): word = "\(number)"
    case .number(let number): word = "\(number)"
    case .bool(let isOn): word = isOn ? "on" : "off"
    default: throw CommandFailure(.usage, "`value` is not a number or text")
    }
    let name = name(part)
    let parameter = try ParameterText(try request.text("parameter"), word, of: name, ports: part.record.ports)
    let port = part.record.ports.first { $0.symbol == parameter.symbol }
    let setting = StageSetting(place: place.index, parameters: [parameter.symbol: parameter.value])
    return try begin(.settings([setting])) { _ in
      ControlAnswer(
        members: [("value", .number(Double("\(parameter.value)") ?? 0))],
        line: "\(place.number) \(name): \(port?.name ?? parameter.symbol) \(Self.text(parameter.value, port))")
    }
  }

  private func bypass(_ request: ControlRequest) throws -> Progress {
    let place = try request.place()
    let part = part(place)
    let isOn = try request.members.flag("on") ?? !part.settings.isBypassed
    let name = name(part)
    return try begin(.settings([StageSetting(place: place.index, isBypassed: isOn)])) { _ in
      ControlAnswer(
        members: [("bypass", .bool(isOn))], line: "\(place.number) \(name) \(isOn ? "bypassed" : "no longer bypassed")")
    }
  }

  private func isolate(_ request: ControlRequest) throws -> Progress {
    guard let isolation = try request.word("mode").flatMap(PluginIsolation.init) else {
      throw CommandFailure(.usage, "`isolation` lacks `mode`")
    }
    let line =
      switch isolation {
      case .each: "each plugin has a process of its own"
      case .chain: "adjacent plugins share a process"
      case .none: "the plugins run in the session's own process"
      }
    return try begin(.isolate(isolation)) { _ in ControlAnswer(line: line) }
  }

  private func preset(_ request: ControlRequest) throws -> Progress {
    let place = try request.place()
    let part = part(place)
    let name = name(part)
    guard let word = try request.members.text("preset") else {
      return try begin(.preset(place: place.index, nil)) { _ in
        ControlAnswer(line: "\(place.number) \(name): its defaults")
      }
    }
    let component = try session.component(part.record.uri)
    let preset = try ChainChoice.preset(word, of: component, try session.manager.details(of: component))
    return try begin(.preset(place: place.index, preset)) { _ in
      ControlAnswer(line: "\(place.number) \(name): preset \(word)")
    }
  }

  private func again(_ edit: (number: Int, edit: LiveEdit)?, _ word: String) throws -> Progress {
    guard let (number, edit) = edit else { throw CommandFailure(.nothing, "there is nothing to \(word)") }
    let line = "\(word): \(describe(edit))"
    return .begun(
      number,
      Self.answering { [unowned self] _ in
        ControlAnswer(
          members: [("undo", .int(live.undoCount)), ("redo", .int(live.redoCount))], line: line)
      })
  }

  /// A description of what an edit does.
  private func describe(_ edit: LiveEdit) -> String {
    let parts = live.parts
    func name(_ place: Int) -> String { parts.indices.contains(place) ? self.name(parts[place]) : "component" }
    return switch edit {
    case .insert(let stage, let place): "\(place + 1) \(text.name(of: stage.component)) inserted"
    case .remove(let place): "\(place + 1) \(name(place)) removed"
    case .move(let place, let target): "\(target + 1) \(name(place)) moved from \(place + 1)"
    case .replace(let place, let stage): "\(place + 1) \(text.name(of: stage.component)) as it was"
    case .preset(let place, _), .restart(let place): "\(place + 1) \(name(place))"
    case .all, .isolate: "the whole chain as it was"
    case .snapshot(let name, let saved): "snapshot \(name) \(saved == nil ? "removed" : "as it was")"
    case .settings(let settings):
      settings.map { one in
        let ports = parts.indices.contains(one.place) ? parts[one.place].record.ports : []
        let values = one.parameters.sorted { $0.key < $1.key }.map { symbol, value in
          let port = ports.first { $0.symbol == symbol }
          return "\(port?.name ?? symbol) \(Self.text(value, port))"
        }
        let released = one.released.sorted().map { symbol in
          "\(ports.first { $0.symbol == symbol }?.name ?? symbol) as the host has it"
        }
        let bypass = one.isBypassed.map { [$0 ? "bypassed" : "not bypassed"] } ?? []
        return "\(one.place + 1) \(name(one.place)): \((values + released + bypass).joined(separator: ", "))"
      }.joined(separator: "; ")
    }
  }

  private func device(_ request: ControlRequest) throws -> ControlAnswer {
    switch request.form.name {
    case "tempo":
      let tempo = try request.number("bpm")
      guard tempo > 0, tempo <= 1_000 else { throw CommandFailure(.usage, "a tempo must be above 0, up to 1000 BPM") }
      live.setTempo(tempo)
      return ControlAnswer(line: "tempo \(ComponentPort.text(tempo)) BPM")
    case "transport": return try transport(request)
    case "panic":
      live.endNotes()
      return ControlAnswer(line: "all notes ended")
    default:
      let ports = DeviceConnection(try request.text("from"), try request.text("to"))
      let connects = request.form.name == "connect"
      if connects { try live.connect(ports) } else { try live.disconnect(ports) }
      return ControlAnswer(
        line: connects
          ? "connected \(ports.source) to \(ports.target)" : "disconnected \(ports.source) from \(ports.target)")
    }
  }

  private func transport(_ request: ControlRequest) throws -> ControlAnswer {
    let frame = try request.members.number("frame")
    switch try request.word("do") {
    case "locate":
      guard let frame, let whole = UInt32(exactly: frame) else {
        throw CommandFailure(.usage, "`transport locate` takes a frame from 0 to \(UInt32.max)")
      }
      try live.locate(whole)
      return ControlAnswer(line: "transport at frame \(whole)")
    case let word:
      guard frame == nil else { throw CommandFailure(.usage, "only `transport locate` takes a frame") }
      try live.setPlaying(word == "start")
      return ControlAnswer(line: word == "start" ? "transport started" : "transport stopped")
    }
  }

  private func subscribe(_ request: ControlRequest) throws -> ControlAnswer {
    let interval = try request.members.number("meters")
    if let interval, !(0.05...60).contains(interval) {
      throw CommandFailure(.usage, "`meters` must be a number of seconds from 0.05 to 60")
    }
    let wantsLines = try request.members.flag("lines") ?? false
    subscribe(request.connection, Subscriber(wantsLines: wantsLines, interval: interval.map { .seconds($0) }))
    return ControlAnswer(line: "subscribed")
  }
}
