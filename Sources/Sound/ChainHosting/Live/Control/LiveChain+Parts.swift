package import ComponentModel
internal import Synchronization

/// What a session shows and changes while a chain plays.
extension LiveChain {
  // SAFETY: the chain owns the memory of the watch, which is atomic.

  /// A component of a chain that plays.
  package struct Part {
    /// The number that identifies it in edits.
    package let number: UnitNumber
    /// The description from its bundle.
    package let record: PluginRecord
    /// Its present parameters and bypass, and the preset and the state that it was loaded with.
    package let settings: RenderChain.Stage
    /// The values of its control ports: the settings of inputs, and the last values of outputs.
    package let values: [(port: ComponentPort, value: Float)]
    /// What is heard of it, and its level, latency and load.
    package let status: LiveStatus.Stage
  }

  /// The components, in the order of the signal. No plugin is called.
  package var parts: [Part] {
    loader.model.withLock { $0.units }.map { unit in
      Part(
        number: unit.number, record: unit.record, settings: unit.loaded.savedSettings().stages[0],
        values: unit.control.readings(of: 0), status: unit.status)
    }
  }

  /// Checks that ``set(_:of:to:)`` would accept a value.
  package func check(_ parameter: String, of unit: UnitNumber, _ value: Float) throws(ChainError) {
    try loader.model.withLock { (model) throws(ChainError) in
      _ = try model.unit(unit).control.checked(parameter, of: 0, value)
    }
  }

  /// The cycles that were late because of a component.
  package struct Lateness {
    package let number: UnitNumber
    /// The number of late cycles in which it took more than half of the time.
    package let count: UInt32
    /// Its share of the last late cycle's time.
    package let share: Float

    package init(number: UnitNumber, count: UInt32, share: Float) {
      (self.number, self.count, self.share) = (number, count, share)
    }
  }

  /// How often each component made a cycle late, in the order of the signal.
  package var lateness: [Lateness] {
    loader.model.withLock { $0.units }.map { unit in
      Lateness(number: unit.number, count: unit.watch.pointee.late.read(), share: unit.watch.pointee.lateShare.read())
    }
  }

  /// The place of the component that the render thread is calling, and the number of calls so far: if that stays
  /// the same, the component hangs. Nil if none is being called.
  package var called: (place: Int, heartbeat: UInt64)? {
    let units = loader.model.withLock { $0.units }
    for (place, unit) in units.enumerated() {
      let status = unit.loaded.host.pointee.status
      if status.pointee.stage.read() != 0 { return (place, status.pointee.heartbeat.read()) }
    }
    return nil
  }

  /// The number of rendered cycles.
  package var renderedBlocks: UInt64 { loader.memory.watch.pointee.blocks.read() }

  /// Sets the tempo that plugins get if the device has none, in beats per minute.
  package func setTempo(_ beatsPerMinute: Float) { loader.memory.watch.pointee.tempo.publish(beatsPerMinute) }

  /// Ends all notes in the next block.
  package func endNotes() {
    let watch = loader.memory.watch
    watch.pointee.panics.publish(watch.pointee.panics.read() &+ 1)
  }
}
