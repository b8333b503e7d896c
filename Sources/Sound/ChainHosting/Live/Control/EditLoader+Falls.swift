internal import ComponentModel
internal import Linux
internal import Synchronization

/// Handles components whose processes fail. From the block in which one fails, its input is heard instead.
extension EditLoader {
  /// Reports failed components, and restarts them; a component that is to blame, only once.
  func heedFalls() {
    let falls = model.withLock { $0.units }.compactMap { unit in
      unit.takeFall().map { (unit, error: $0, isCulprit: $0.component == nil || $0.component == unit.record.uri) }
    }
    // A culprit's neighbours in its process are innocent, and restart before the culprit, which may hang again.
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

  /// Reports a failed restart.
  private func tellFailure(of unit: UnitNumber) -> EditDone {
    { [weak self] result in
      guard let self, case .failure(let error) = result, error.cause != .notLive else { return }
      news.withLock { $0.add(.fell(unit, error, restarts: false)) }
    }
  }

  /// Asks for real-time priority for processes that lack the permission to take it.
  func askForPriority() {
    for remote in model.withLock({ $0.units.compactMap(\.remote) }) where remote.process.wantsPriority {
      do throws(SystemError) {
        try remote.askForPriority()
      } catch {
        // A process that has just ended needs no priority.
        if error != .noProcess { news.withLock { $0.addUnscheduled(error) } }
      }
    }
  }

  /// Notes that a component's state has changed, so that a restart uses the new one.
  func keepState(of unit: UnitNumber) {
    model.withLock { _ = $0.changed.insert(unit) }
    wakeUp()
  }

  /// Saves the changed states.
  func keepStates() {
    let units = model.withLock { model in
      defer { model.changed = [] }
      return model.units.filter { model.changed.contains($0.number) }
    }
    for unit in units where unit.remote != nil { calls.withLock { _ in _ = try? unit.saved() } }
  }
}
