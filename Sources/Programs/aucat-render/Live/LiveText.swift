internal import AucatCommands
internal import AucatProgram
internal import AudioComponents
internal import LiveSound
internal import RenderChain

/// Events of a live session in words.
struct LiveText {
  /// The URIs of the components, in order.
  private(set) var stages: [String]
  /// The names of the components, by URI.
  private(set) var names: [String: String]

  init(_ chain: RenderChain, names: [String: String]) {
    stages = chain.stages.map(\.component)
    self.names = names
  }

  /// Replaces the components that texts name.
  mutating func follow(_ parts: [LiveChain.Part]) {
    stages = parts.map(\.record.uri)
    for part in parts where names[part.record.uri] == nil { names[part.record.uri] = part.status.name }
  }

  /// Adds names of components that may be added, by URI.
  mutating func learn(_ names: [String: String]) { self.names.merge(names) { $1 } }

  func name(of uri: String) -> String { names[uri] ?? uri }

  /// A level in a form for people.
  static func level(_ peak: Float) -> String {
    guard peak > 0 else { return "silence" }
    let decibels = AudioText.decimals(AudioText.decibels(Double(peak)), 1)
    return (decibels.hasPrefix("-") ? "−" + decibels.dropFirst() : decibels) + " dB"
  }

  /// A sample rate in hertz, with a fraction only if it has one.
  static func rate(_ rate: Double) -> String { Int(exactly: rate).map(String.init) ?? "\(rate)" }

  /// The event in words; nil if the status line shows it, or nobody needs to know.
  func line(_ notice: LiveNotice) -> String? {
    switch notice {
    case .format(let rate, let frames): "\(Self.rate(rate)) Hz, \(Count.text(frames, "frame")) from now on"
    case .latency(let frames): "latency: \(Count.text(frames, "frame"))"
    case .xruns(let count, let total): Count.text(count, "xrun") + (total > count ? ", \(total) in all" : "")
    case .lost(let reason): "\(reason); no sound until a server is back"
    case .back(let format): "live as \(format.clientName) again: \(Self.text(format.sampleRate, format.blockLength))"
    case .muted(let place, let excess): "\(name(place)): \(Self.text(excess)), so it is muted"
    case .heard(let place): "\(name(place)) is heard again"
    case .wroteOutside(let stage):
      "\(name(.stage(stage))): the plugin wrote outside the memory of its ports; replace it"
    case .late(let stage, let share):
      "\(name(.stage(stage))): it took \(AudioText.decimals(share * 100, 0)) % of a block's time, so the block was late"
    case .hung(let stage):
      "\(name(.stage(stage))): the plugin does not return, so nothing is heard; end the session"
    case .fell(let stage, let error, let restarts):
      "\(name(.stage(stage))): \(reason(error, of: stage)), so its input is heard; "
        + (restarts ? "it is being restarted" : "restart it with `aucat live send restart \(stage + 1)`, or replace it")
    case .recovered(let stage, let seconds):
      "\(name(.stage(stage))) is heard again, from its last state, after \(AudioText.decimals(seconds, 2)) s"
    case .unscheduled(let reason):
      "plugins' processes have no real-time priority (\(reason)), so sound may drop out while the machine is busy; "
        + "raise `ulimit -r`, or install rtkit"
    case .stateChanged: nil
    case .unlockedMemory(_, let reason):
      "memory can't be locked (\(reason)), so sound may drop out when memory is short; raise `ulimit -l`"
    case .freewheel(let isOn): isOn ? "freewheeling" : "no longer freewheeling"
    case .failed(let error): "\(subject(error)): \(error.detail); the chain plays on as it was"
    case .unsaved(let error): "\(subject(error)): \(error.detail); it starts from its last known state"
    case .message(let text): text
    case .plugin(let message): message.level == .error ? "\(message.component): \(message.text)" : nil
    }
  }

  /// Why a component has failed, for which another one in its process may be to blame.
  func reason(_ error: ChainError, of stage: Int) -> String {
    guard let culprit = error.component, stages.indices.contains(stage), stages[stage] != culprit else {
      return error.detail
    }
    return "its process ended because of \(name(of: culprit))"
  }

  /// A sample rate and the length of a block.
  static func text(_ rate: Double, _ block: Int) -> String { "\(Self.rate(rate)) Hz, \(Count.text(block, "frame"))" }

  private func name(_ place: LiveEvent.Place) -> String {
    guard case .stage(let number) = place, stages.indices.contains(number) else { return "the input" }
    let uri = stages[number]
    return names[uri].map { "\($0) (\(uri))" } ?? uri
  }

  /// The component that an error is about, or the chain.
  func subject(_ error: ChainError) -> String {
    error.component.map { uri in names[uri].map { "\($0) (\(uri))" } ?? uri } ?? "the chain"
  }

  private static func text(_ excess: LiveEvent.Excess) -> String {
    switch excess {
    case .notFinite: "its sound is not finite"
    case .tooLoud(let decibels): "its sound is at +\(AudioText.decimals(decibels, 1)) dBFS"
    }
  }
}
