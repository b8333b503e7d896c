internal import ComponentModel
internal import Linux
internal import Synchronization

/// What becomes of components whose processes fail. Their input is heard in their place from that block on.
extension EditLoader {
  /// Tells of components that have fallen, and starts each again the first time.
  func heedFalls() {
    let falls = model.withLock { $0.units }.compactMap { unit in
      unit.takeFall().map { (unit, error: $0, isCulprit: $0.component == nil || $0.component == unit.record.uri) }
    }
    // Others of its process have done nothing, and don't wait for one that may take long.
    for (unit, error, isCulprit) in falls.filter({ !$0.isCulprit }) + falls.filter(\.isCulprit) {
      let restarts = model.withLock { model in
        if isCulprit {
          model.suspects.insert(unit.record.uri)
          guard model.fallen.insert(unit.number).inserted else { return false }
        }
        guard !model.isEnded else { return false }
        model.queue.add(Edit(change: .restart, unit: unit.number, done: tellFailure(of: unit.number)))
        return true
      }
      news.withLock { $0.add(.fell(unit.number, error, restarts: restarts)) }
    }
  }

  /// What to do where a component that has fallen can't be started again.
  private func tellFailure(of unit: UnitNumber) -> EditDone {
    { [weak self] result in
      guard let self, case .failure(let error) = result, error.cause != .notLive else { return }
      news.withLock { $0.add(.fell(unit, error, restarts: false)) }
    }
  }

  /// Has components' processes scheduled as the render thread, where they may not do it themselves.
  func askForPriority() {
    for remote in model.withLock({ $0.units.compactMap(\.remote) }) where remote.process.wantsPriority {
      do throws(SystemError) {
        try remote.askForPriority()
      } catch {
        // One that has just fallen needs none.
        if error != .noProcess { news.withLock { $0.addUnscheduled(error) } }
      }
    }
  }

  /// Notes that a component's state has changed: should it fall, it starts again from that.
  func keepState(of unit: UnitNumber) {
    model.withLock { _ = $0.changed.insert(unit) }
    wakeUp()
  }

  /// Keeps the states that have changed.
  func keepStates() {
    let units = model.withLock { model in
      defer { model.changed = [] }
      return model.units.filter { model.changed.contains($0.number) }
    }
    for unit in units where unit.remote != nil { calls.withLock { _ in _ = try? unit.saved() } }
  }
}
