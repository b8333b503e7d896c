internal import ComponentModel
internal import Linux
internal import Synchronization

/// Finds the program that runs components of a live chain in processes of their own, when it is first needed.
final class LivePrograms: Sendable {
  private let renderer: String?
  private let environment: [String: String]?
  private let state = Mutex<(programs: ChildPrograms?, hasEnded: Bool)>((nil, false))

  init(_ settings: LiveSettings) {
    renderer = settings.renderer
    environment = settings.environment
  }

  /// - Throws: `ChainError` if there is no such program.
  func found() throws(ChainError) -> ChildPrograms {
    if let programs = state.withLock({ $0.programs }) { return programs }
    let programs = ChildPrograms(
      try ChildProgram(installed: renderer, environment: environment ?? CurrentProcess.environment))
    return state.withLock { state in
      let kept = state.programs ?? programs
      state.programs = kept
      if state.hasEnded { kept.end() }
      return kept
    }
  }

  /// Shortens the timeout of all requests.
  func hurry() { state.withLock { $0.programs?.hurry() } }

  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.programs?.end()
    }
  }
}

extension EditLoader {
  /// The processes for the plugins of components that are loaded together, by place.
  ///
  /// - Parameters:
  ///   - suspects: the URIs of components that don't share a process.
  ///   - programs: the program that the processes run.
  static func hosts(
    of places: Range<Int>, _ chain: RenderChain, _ plan: ChainPlan, isolation: PluginIsolation,
    suspects: Set<String>, settings: LiveSettings, programs: () throws(ChainError) -> ChildPrograms
  ) throws(ChainError) -> [Int: PluginHosts] {
    guard isolation != .none, !places.isEmpty else { return [:] }
    let alone = PluginHosts(programs: try programs())
    var hosts = Dictionary(uniqueKeysWithValues: places.map { ($0, alone) })
    guard isolation == .chain else { return hosts }
    var run: [Int] = []
    for place in Array(places) + [places.upperBound] {
      let isEnd = place == places.upperBound
      if !isEnd, !suspects.contains(chain.stages[place].component), run.count < HostMemory.slots {
        run.append(place)
        continue
      }
      if run.count > 1 {
        var shared = alone
        try shared.share(run, of: plan, settings.host)
        for place in run { hosts[place] = shared }
      }
      run = []
      if !isEnd, !suspects.contains(chain.stages[place].component) { run = [place] }
    }
    return hosts
  }
}
