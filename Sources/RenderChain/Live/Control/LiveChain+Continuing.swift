internal import Linux
internal import Synchronization

extension LiveChain {
  /// Loads what the chain has become for other settings, such as a device's new sample rate.
  ///
  /// Components keep their numbers, and edits that wait are carried out by the new chain. This one plays on without edits until
  /// the new one takes its place; if that can't be loaded, this one goes on as before.
  ///
  /// - Throws: ``ChainError`` with the component whose state can't be saved, or which can't be loaded.
  public func continued(with settings: LiveSettings) throws(ChainError) -> LiveChain {
    while true {
      let state = try loader.state()
      let chain = try LiveChain(state, inputs: inputCount, outputs: outputCount, settings: settings)
      if let waiting = loader.retire(at: state) {
        try chain.loader.add(waiting)
        return chain
      }
      // It has been edited meanwhile.
      chain.deactivate()
    }
  }
}

extension EditLoader {
  /// What the chain has become, between two edits.
  fileprivate func state() throws(ChainError) -> ChainState {
    while true {
      let (units, last, serial, isBusy, isEnded) = model.withLock {
        ($0.units, $0.lastNumber, $0.graph.serial, $0.queue.current != nil, $0.isEnded)
      }
      guard !isEnded else { throw ChainError(.notLive) }
      guard isBusy else {
        let chain = try calls.withLock { (_) throws(ChainError) in
          var saved = RenderChain()
          for unit in units { saved.stages += try unit.loaded.saved(noting: memory.saving).stages }
          return saved
        }
        return ChainState(chain, numbers: units.map(\.number), lastNumber: last, serial: serial)
      }
      CurrentThread.sleep(milliseconds: 2)
    }
  }

  /// Takes no more edits.
  ///
  /// - Returns: those that wait; nil if the chain has changed since, or is about to.
  fileprivate func retire(at state: ChainState) -> [Edit]? {
    model.withLock { model in
      guard model.graph.serial == state.serial, model.queue.current == nil, !model.isEnded else { return nil }
      model.isEnded = true
      return model.queue.clear()
    }
  }
}
