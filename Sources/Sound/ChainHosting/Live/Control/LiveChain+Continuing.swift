internal import Linux
internal import Synchronization

extension LiveChain {
  /// Reloads the present chain with other settings, such as a device's new sample rate.
  ///
  /// Components keep their numbers, and waiting edits are carried out by the new chain. This one plays on without edits
  /// until the new one takes its place; if that can't be loaded, this one continues as before.
  ///
  /// - Parameters:
  ///   - settings: how the new chain is played.
  ///   - unsaved: called for each component whose state can't be saved: it restarts from the last state that is
  ///     known, but with its present parameters and bypass.
  /// - Throws: `ChainError` with the component that can't be loaded.
  public func continued(
    with settings: LiveSettings, unsaved: (ChainError) -> Void = { _ in }
  ) throws(ChainError) -> LiveChain {
    while true {
      let (state, errors) = try loader.state()
      let chain = try LiveChain(state, inputs: inputCount, outputs: outputCount, settings: settings)
      // Once this chain has been retired, nothing may fail.
      try chain.loader.start()
      if loader.retire(at: state, for: chain.loader) {
        for error in errors { unsaved(error) }
        return chain
      }
      // The chain has been edited meanwhile.
      chain.deactivate()
    }
  }
}

extension EditLoader {
  /// The chain between two edits, and why any states are missing.
  fileprivate func state() throws(ChainError) -> (ChainState, unsaved: [ChainError]) {
    while true {
      let (units, last, serial, isBusy, isEnded) = model.withLock {
        ($0.units, $0.lastNumber, $0.graph.serial, $0.queue.current != nil, $0.isEnded)
      }
      guard !isEnded else { throw ChainError(.notLive) }
      guard isBusy else {
        let (chain, unsaved) = calls.withLock { _ in
          let stages = units.map { $0.savedAsFarAsPossible() }
          return (RenderChain(stages.map(\.stage)), stages.compactMap(\.failure))
        }
        return (ChainState(chain: chain, numbers: units.map(\.number), lastNumber: last, serial: serial), unsaved)
      }
      CurrentThread.sleep(milliseconds: 2)
    }
  }

  /// Accepts no more edits. The next chain gets the waiting ones, and the settings made since the state was saved.
  ///
  /// - Returns: false, and nothing has changed, if the chain has been or is about to be edited.
  fileprivate func retire(at state: ChainState, for next: EditLoader) -> Bool {
    let (isRetired, edits, lastNumber) = model.withLock { model -> (Bool, [Edit], UInt32) in
      guard model.graph.serial == state.serial, model.queue.current == nil, !model.isEnded else {
        return (false, [], 0)
      }
      model.isEnded = true
      for (before, after) in zip(model.units, next.model.withLock { $0.units }) {
        after.control.follow(before.control)
      }
      return (true, model.queue.clear(), model.lastNumber)
    }
    guard isRetired else { return false }
    next.take(edits, lastNumber: lastNumber)
    return true
  }
}

/// A live chain as it is at present, for the chain that replaces it.
struct ChainState {
  let chain: RenderChain
  /// The numbers of the components.
  let numbers: [UnitNumber]
  /// The last number given to a component.
  let lastNumber: UInt32
  /// The number of the last edit.
  let serial: UInt32
}

extension ChainState {
  /// A chain that has not been played yet.
  init(_ chain: RenderChain) {
    let count = UInt32(chain.stages.count)
    self.init(chain: chain, numbers: (0..<count).map { UnitNumber(value: $0 + 1) }, lastNumber: count, serial: 0)
  }
}
