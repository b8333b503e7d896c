internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

/// Events of a live session, for programs: see `schema/output/live.md`.
extension LiveText {
  /// The event as an object; nil if programs have no use for it.
  func json(_ notice: LiveNotice) -> JSON? {
    switch notice {
    case .format(let rate, let frames):
      Self.object("format", [("sampleRate", .number(rate)), ("blockLength", .int(frames))])
    case .latency(let frames): Self.object("latency", [("frames", .int(frames))])
    case .xruns(let count, let total): Self.object("xruns", [("count", .int(count)), ("total", .int(total))])
    case .lost(let reason): Self.object("lost", [("reason", .string(reason))])
    case .back(let format): Self.object("back", Self.members(format))
    case .muted(let place, let excess): Self.object("muted", members(place) + Self.members(excess))
    case .heard(let place): Self.object("heard", members(place))
    case .wroteOutside(let stage): Self.object("wroteOutside", members(.stage(stage)))
    case .late(let stage, let share): Self.object("late", members(.stage(stage)) + [("share", .number(share))])
    case .hung(let stage): Self.object("hung", members(.stage(stage)))
    case .fell(let stage, let error, let restarts):
      Self.object(
        "fell",
        members(.stage(stage)) + [
          ("culprit", .string(error.component ?? stages[stage])), ("text", .string(reason(error, of: stage))),
          ("restarts", .bool(restarts)),
        ])
    case .recovered(let stage, let seconds):
      Self.object("recovered", members(.stage(stage)) + [("seconds", .number(seconds))])
    case .unscheduled(let reason): Self.object("unscheduled", [("reason", .string(reason))])
    case .stateChanged(let stage): Self.object("stateChanged", members(.stage(stage)))
    case .unlockedMemory(let bytes, let reason):
      Self.object("unlockedMemory", [("bytes", .int(bytes)), ("reason", .string(reason))])
    case .freewheel(let isOn): Self.object("freewheel", [("on", .bool(isOn))])
    case .failed(let error): Self.object("failed", Self.members(error))
    case .unsaved(let error): Self.object("unsaved", Self.members(error))
    case .message(let text): Self.object("message", [("component", .null), ("text", .string(text))])
    case .plugin(let message):
      message.level == .error
        ? Self.object("message", [("component", .string(message.component)), ("text", .string(message.text))]) : nil
    }
  }

  /// The first notice, which describes the session.
  ///
  /// - Parameter session: the name under which other programs reach it; nil if they can't.
  func ready(_ format: DeviceFormat, device: String, inputs: Int, outputs: Int, session: String?) -> JSON {
    let stages = stages.enumerated().map { number, _ in JSON.object(members(.stage(number))) }
    return Self.object(
      "ready",
      [("device", .string(device)), ("inputs", .int(inputs)), ("outputs", .int(outputs))] + Self.members(format)
        + [("stages", .array(stages)), ("session", .optional(session))])
  }

  /// A change that a user or program has made.
  func edited(_ request: ControlRequest, _ line: String) -> JSON {
    Self.object(
      "edited",
      [("request", .string(request.form.name))] + members(request.changedPlace.map { .stage($0.index) } ?? .input)
        + [("arguments", .object(request.arguments)), ("text", .string(line))])
  }

  /// The levels, in decibels of full scale.
  static func meters(_ members: [(key: String, value: JSON)]) -> JSON { object("meters", members) }

  /// A program was disconnected because it doesn't read its messages.
  static var dropped: JSON { object("dropped", []) }

  /// This many notices were left out, because nobody read them.
  static func skipped(_ count: Int) -> JSON { object("skipped", [("count", .int(count))]) }

  /// The notice that ends the output.
  static var end: JSON { object("end", []) }

  private static func object(_ name: String, _ members: [(key: String, value: JSON)]) -> JSON {
    .object([(key: "notice", value: .string(name))] + members)
  }

  private static func members(_ format: DeviceFormat) -> [(key: String, value: JSON)] {
    [
      ("client", .string(format.clientName)), ("sampleRate", .number(format.sampleRate)),
      ("blockLength", .int(format.blockLength)), ("realtime", .bool(format.isRealtime)),
    ]
  }

  /// The members for the component concerned; nulls for the input.
  private func members(_ place: LiveEvent.Place) -> [(key: String, value: JSON)] {
    guard case .stage(let number) = place, stages.indices.contains(number) else {
      return [("place", .null), ("component", .null), ("name", .null)]
    }
    let uri = stages[number]
    return [("place", .int(number + 1)), ("component", .string(uri)), ("name", .optional(names[uri]))]
  }

  private static func members(_ excess: LiveEvent.Excess) -> [(key: String, value: JSON)] {
    switch excess {
    case .notFinite: [("decibels", .null)]
    case .tooLoud(let decibels): [("decibels", .number(decibels))]
    }
  }

  private static func members(_ error: ChainError) -> [(key: String, value: JSON)] {
    [("component", .optional(error.component)), ("text", .string(error.detail))]
  }
}
