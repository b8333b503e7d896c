internal import Synchronization

/// A component of a live chain with its state.
package struct SavedStage: Sendable {
  /// The number that identifies it in edits.
  package let number: UnitNumber
  /// The component with its state or, if that can't be saved, with the last one that is known.
  package let stage: RenderChain.Stage
  /// Why its state can't be saved; nil if it was.
  package let failure: ChainError?
}

extension LiveChain {
  /// Saves the states of all components. It may take as long as each plugin takes, up to the timeout of its process, so
  /// threads that must not wait leave it to another one.
  package func savedStages() -> [SavedStage] {
    // Between two components, edits and restarts may use the plugins, and the chain may be deactivated.
    loader.model.withLock { $0.units }.map { unit in
      loader.calls.withLock { isActive in unit.savedAsFarAsPossible(isActive: isActive) }
    }
  }

  /// The chain with its present states, and why some are missing: those components have the last ones that are known.
  package func savedAsFarAsPossible() -> (chain: RenderChain, unsaved: [ChainError]) {
    let stages = savedStages()
    return (RenderChain(stages.map(\.stage)), stages.compactMap(\.failure))
  }

  /// A component with its present state, or, if that can't be saved, with the last one that is known.
  package func savedStage(_ number: UnitNumber) -> RenderChain.Stage? {
    guard let unit = loader.model.withLock({ $0.units.first { $0.number == number } }) else { return nil }
    return loader.calls.withLock { _ in unit.savedAsFarAsPossible().stage }
  }
}
