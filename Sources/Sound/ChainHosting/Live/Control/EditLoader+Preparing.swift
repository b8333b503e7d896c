internal import ComponentModel
internal import Synchronization

extension EditLoader {
  /// Loads what an edit needs. If that fails, nothing has changed.
  func prepare(_ edit: Edit) throws(ChainError) -> PreparedEdit {
    let (units, serial) = model.withLock { ($0.units, $0.graph.serial) }
    let sources = try self.sources(of: edit, units)
    var chain = RenderChain(sources.map { Self.stage($0, units) })
    let plan = try Self.plan(
      chain, inputs: inputCount, outputs: outputCount, settings: settings, memory: memory,
      known: Self.records(sources, units))
    let region = EditRegion(
      sources, channels: [inputCount] + units.map(\.loaded.outputCount), newChannels: plan.channels)
    for place in region.new {
      if case .present(let before) = sources[place] { chain.stages[place] = try saved(units[before]) }
    }
    var isolation: PluginIsolation?
    if case .isolate(let wanted) = edit.change { isolation = wanted }
    let (present, suspects) = model.withLock { ($0.isolation, $0.suspects) }
    let hosts = try Self.hosts(
      of: region.new, chain, plan, isolation: isolation ?? present, suspects: suspects, settings: settings,
      programs: programs.found)
    let fresh = try region.new.map { (place) throws(ChainError) in
      try load(chain, plan, place: place, number: Self.number(sources[place], units), hosts: hosts[place])
    }
    let parts = GraphBuilder.Parts(
      before: Array(units[..<region.old.lowerBound]), old: Array(units[region.old]), new: fresh,
      after: Array(units[region.old.upperBound...]))
    let heirs = Self.heirs(of: units, edit, zip(region.new.map { sources[$0] }, fresh))
    let builder = GraphBuilder(
      settings: settings, fade: memory.fade, inputCount: inputCount, outputCount: outputCount)
    return PreparedEdit(
      units: parts.before + parts.new + parts.after,
      graph: try builder.graph(parts, serial: serial &+ 1, isSettled: false), leaving: parts.old, heirs: heirs,
      unit: edit.unit, isolation: isolation)
  }

  /// The components that are loaded to replace earlier ones with the same numbers, and adopt their settings.
  private static func heirs(
    of units: [LiveUnit], _ edit: Edit, _ fresh: some Sequence<(EditRegion.Source, LiveUnit)>
  ) -> [PreparedEdit.Heir] {
    fresh.compactMap { source, unit in
      guard let before = units.first(where: { $0.number == unit.number }) else { return nil }
      switch (source, edit.change) {
      case (.present, _), (.fresh, .restart), (.fresh, .isolate):
        return PreparedEdit.Heir(from: before, to: unit, hasParameters: true)
      case (.fresh, .preset): return PreparedEdit.Heir(from: before, to: unit, hasParameters: false)
      case (.fresh, _): return nil
      }
    }
  }

  /// The chain that an edit leads to.
  private func sources(of edit: Edit, _ units: [LiveUnit]) throws(ChainError) -> [EditRegion.Source] {
    if case .all(let stages) = edit.change { return stages.map { .fresh($0.stage, $0.number) } }
    if case .isolate = edit.change {
      return try units.map { (unit) throws(ChainError) in .fresh(try saved(unit), unit.number) }
    }
    guard let number = edit.unit else { return units.indices.map { .present($0) } }
    var replacement: EditRegion.Source?
    switch edit.change {
    case .insert(let stage, _): replacement = .fresh(stage, number)
    case .replace(let stage):
      _ = try Self.place(number, units)
      replacement = .fresh(stage, number)
    case .preset(let preset):
      replacement = .fresh(Self.stage(units[try Self.place(number, units)], with: preset), number)
    case .restart: replacement = .fresh(try saved(units[try Self.place(number, units)]), number)
    case .remove, .move: _ = try Self.place(number, units)
    case .all, .isolate: break
    }
    return edit.applied(to: units.map(\.number)).compactMap { one in
      if one == number, let replacement { return replacement }
      return units.firstIndex { $0.number == one }.map { .present($0) }
    }
  }

  private static func place(_ number: UnitNumber, _ units: [LiveUnit]) throws(ChainError) -> Int {
    guard let place = units.firstIndex(where: { $0.number == number }) else {
      throw ChainError(.noUnit(number: number.value))
    }
    return place
  }

  /// A component with a preset instead of the settings that it was loaded with.
  private static func stage(_ unit: LiveUnit, with preset: RenderChain.Preset?) -> RenderChain.Stage {
    var stage = RenderChain.Stage(component: unit.stage.component, bundle: unit.stage.bundle)
    stage.preset = preset
    stage.isBypassed = unit.loaded.isBypassed(0)
    stage.sideChain = unit.stage.sideChain
    return stage
  }

  private static func stage(_ source: EditRegion.Source, _ units: [LiveUnit]) -> RenderChain.Stage {
    switch source {
    case .present(let place): units[place].stage
    case .fresh(let stage, _): stage
    }
  }

  private static func number(_ source: EditRegion.Source, _ units: [LiveUnit]) -> UnitNumber {
    switch source {
    case .present(let place): units[place].number
    case .fresh(_, let number): number
    }
  }

  /// Records of the components that play, whose bundles need not be read again.
  private static func records(_ sources: [EditRegion.Source], _ units: [LiveUnit]) -> [Int: PluginRecord] {
    var known: [Int: PluginRecord] = [:]
    for (place, source) in sources.enumerated() {
      if case .present(let before) = source { known[place] = units[before].record }
    }
    return known
  }

  /// A component with its present settings.
  private func saved(_ unit: LiveUnit) throws(ChainError) -> RenderChain.Stage {
    try calls.withLock { (_) throws(ChainError) in try unit.saved() }
  }

  private func load(
    _ chain: RenderChain, _ plan: ChainPlan, place: Int, number: UnitNumber, hosts: PluginHosts?
  ) throws(ChainError) -> LiveUnit {
    let unit = try LiveUnit.load(
      chain, plan: plan, place: place, number: number, settings: settings, hosts: hosts, memory: memory)
    try unit.warm(settings)
    unit.control.collectEvents(settings.collectsEvents || unit.remote != nil)
    if settings.locksMemory { _ = unit.lockMemory() }
    return unit
  }
}
