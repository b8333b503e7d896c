internal import Synchronization

/// Edits while the chain plays, from any thread.
///
/// What an edit needs is loaded, restored and warmed up on a thread of the chain; then the old sound fades into the new
/// one within 20 ms, aligned if their latencies differ. Later edits wait meanwhile. Edits progress only while the
/// device runs. What an edit replaces is deactivated on the chain's thread; its tail ends with the fade.
extension LiveChain {
  /// Inserts a component.
  ///
  /// - Parameters:
  ///   - stage: the component with its settings.
  ///   - place: its place after all edits so far, from 0; the number of components for the end.
  ///   - done: called when it is heard, or can't be loaded.
  /// - Returns: its number, for later edits.
  /// - Throws: `ChainError` if there is no such place, or the chain has ended.
  @discardableResult public func insert(
    _ stage: RenderChain.Stage, at place: Int, done: EditDone? = nil
  ) throws(ChainError) -> UnitNumber {
    var number: UnitNumber?
    try loader.add { (model) throws(ChainError) in
      try Self.check(place, 0...model.planned.count, model)
      number = model.newNumber()
      return Edit(change: .insert(stage, place: place), unit: number, done: done)
    }
    guard let number else { throw ChainError(.notLive) }
    return number
  }

  /// Removes a component.
  ///
  /// - Throws: `ChainError` if there is none with this number after all edits so far, or the chain has ended.
  public func remove(_ unit: UnitNumber, done: EditDone? = nil) throws(ChainError) { try add(.remove, unit, done) }

  /// Moves a component. It and those that it passes restart from their present states.
  ///
  /// - Parameters:
  ///   - unit: the component's number.
  ///   - place: its place afterwards, from 0.
  ///   - done: called when it is heard there, or can't be loaded.
  /// - Throws: `ChainError` if there is no such component or place after all edits so far, or the chain has ended.
  public func move(_ unit: UnitNumber, to place: Int, done: EditDone? = nil) throws(ChainError) {
    try loader.add { (model) throws(ChainError) in
      try Self.check(unit, model)
      try Self.check(place, 0...model.planned.count - 1, model)
      return Edit(change: .move(place: place), unit: unit, done: done)
    }
  }

  /// Replaces a component with another one, which gets its number.
  ///
  /// - Throws: `ChainError` if there is none with this number after all edits so far, or the chain has ended.
  public func replace(_ unit: UnitNumber, with stage: RenderChain.Stage, done: EditDone? = nil) throws(ChainError) {
    try add(.replace(stage), unit, done)
  }

  /// Restarts a component with a preset, or with its defaults. Its bypass and the input of its side chains are kept.
  ///
  /// - Throws: `ChainError` if there is none with this number after all edits so far, or the chain has ended.
  public func setPreset(_ preset: RenderChain.Preset?, of unit: UnitNumber, done: EditDone? = nil) throws(ChainError) {
    try add(.preset(preset), unit, done)
  }

  /// Restarts a component from its present state.
  ///
  /// - Throws: `ChainError` if there is none with this number after all edits so far, or the chain has ended.
  public func restart(_ unit: UnitNumber, done: EditDone? = nil) throws(ChainError) { try add(.restart, unit, done) }

  /// Replaces all components.
  ///
  /// - Throws: `ChainError` if the chain has ended.
  public func replaceAll(with chain: RenderChain, done: EditDone? = nil) throws(ChainError) {
    try loader.add { (model) throws(ChainError) in
      let stages = chain.stages.map { (stage: $0, number: model.newNumber()) }
      return Edit(change: .all(stages), unit: nil, done: done)
    }
  }

  /// Changes which components share a process. All restart from their present states.
  ///
  /// - Throws: `ChainError` if the chain has ended.
  public func setIsolation(_ isolation: PluginIsolation, done: EditDone? = nil) throws(ChainError) {
    try loader.add { (_) throws(ChainError) in Edit(change: .isolate(isolation), unit: nil, done: done) }
  }

  // MARK: Settings

  /// Sets whether a component is bypassed, with a fade.
  ///
  /// - Throws: `ChainError` if no component that plays has this number.
  public func setBypassed(_ isBypassed: Bool, of unit: UnitNumber) throws(ChainError) {
    try loader.model.withLock { (model) throws(ChainError) in
      try model.unit(unit).control.setBypassed(isBypassed, of: 0)
    }
  }

  /// Sets a parameter, as ``ChainControl/set(_:of:to:)`` does.
  ///
  /// - Throws: `ChainError` if no component that plays has this number, or it has no such parameter or value.
  public func set(_ parameter: String, of unit: UnitNumber, to value: Float) throws(ChainError) {
    try loader.model.withLock { (model) throws(ChainError) in
      try model.unit(unit).control.set(parameter, of: 0, to: value)
    }
  }

  /// Lets a parameter follow the host again, as ``ChainControl/release(_:of:)`` does.
  ///
  /// - Throws: `ChainError` if no component that plays has this number, or it has no such parameter.
  package func release(_ parameter: String, of unit: UnitNumber) throws(ChainError) {
    try loader.model.withLock { (model) throws(ChainError) in
      try model.unit(unit).control.release(parameter, of: 0)
    }
  }

  /// The value of a control port, input or output, as of the last block.
  ///
  /// - Throws: `ChainError` if no component that plays has this number, or it has no such port.
  public func value(_ symbol: String, of unit: UnitNumber) throws(ChainError) -> Float {
    try loader.model.withLock { (model) throws(ChainError) in try model.unit(unit).control.value(symbol, of: 0) }
  }

  // MARK: Checks

  private func add(_ change: Edit.Change, _ unit: UnitNumber, _ done: EditDone?) throws(ChainError) {
    try loader.add { (model) throws(ChainError) in
      try Self.check(unit, model)
      return Edit(change: change, unit: unit, done: done)
    }
  }

  private static func check(_ unit: UnitNumber, _ model: LiveModel) throws(ChainError) {
    guard model.planned.contains(unit) else { throw ChainError(.noUnit(number: unit.value)) }
  }

  private static func check(_ place: Int, _ places: ClosedRange<Int>, _ model: LiveModel) throws(ChainError) {
    guard places.contains(place) else { throw ChainError(.noComponent(number: place, count: model.planned.count)) }
  }
}
