package import ChainHosting

/// Edits while the chain plays. A structural edit begins only after the one before it has finished.
extension LiveSession {
  /// How long a setting may take to be heard; if it takes longer, no sound is playing.
  private static var patience: Duration { .seconds(2) }

  /// The components, with their present settings.
  package var parts: [LiveChain.Part] { relay.chain?.parts ?? [] }

  /// Whether other edits have to wait for one that is under way.
  package var isEditing: Bool { edits.isEditing }

  /// The number of edits that can be undone.
  package var undoCount: Int { edits.undoCount }

  /// The number of edits that can be redone.
  package var redoCount: Int { edits.redoCount }

  /// Begins an edit.
  ///
  /// - Parameter isStep: whether it is undone by itself. Otherwise, values of one parameter that follow each other
  ///   within a second are undone together, as they are when somebody turns a knob.
  /// - Returns: its number, for ``takeFinishedEdits()``.
  /// - Throws: ``ChainError`` if the edit is impossible; nothing has changed then.
  package func begin(_ edit: LiveEdit, isStep: Bool = false) throws(ChainError) -> Int {
    try begin(edit, isStep ? .step : .wish)
  }

  /// Undoes the last edit.
  ///
  /// - Returns: the number of the edit that does it, and that edit; nil if there is nothing to undo.
  package func undo() throws(ChainError) -> (number: Int, edit: LiveEdit)? { try again(.undo) }

  /// Redoes what was undone last; otherwise like ``undo()``.
  package func redo() throws(ChainError) -> (number: Int, edit: LiveEdit)? { try again(.redo) }

  private func again(_ purpose: EditDesk.Purpose) throws(ChainError) -> (number: Int, edit: LiveEdit)? {
    guard let edit = edits.next(purpose) else { return nil }
    return (try begin(edit, purpose), edit)
  }

  /// Forgets all undo steps, such as when another chain's file is opened.
  package func forgetEdits() { edits.forget() }

  /// The edits that have been heard or have failed since the last call.
  package func takeFinishedEdits() -> [(number: Int, outcome: EditOutcome)] {
    defer { edits.finished = [] }
    return edits.finished
  }

  /// The kind of the device: `jack` or `null`.
  package var deviceName: String { device.name }

  /// Connects two ports of the server. The client's own may be named without the client's name.
  package func connect(_ ports: DeviceConnection) throws(DeviceError) { try present.connect(ports) }

  /// Disconnects two ports of the server.
  package func disconnect(_ ports: DeviceConnection) throws(DeviceError) { try present.disconnect(ports) }

  /// Starts or stops the server's transport.
  package func setPlaying(_ isPlaying: Bool) throws(DeviceError) { try present.setPlaying(isPlaying) }

  /// Moves the server's transport to a frame.
  package func locate(_ frame: UInt32) throws(DeviceError) { try present.locate(frame) }

  /// The device, while its server runs.
  private var present: any AudioDevice {
    get throws(DeviceError) {
      guard nextTry == nil else { throw DeviceError(.notOpen) }
      return device
    }
  }

  /// Ends all notes in the next block.
  package func endNotes() { relay.chain?.endNotes() }

  /// Sets the tempo that plugins get if the device has none, in beats per minute.
  package func setTempo(_ beatsPerMinute: Double) {
    tempo = beatsPerMinute
    relay.chain?.setTempo(Float(beatsPerMinute))
  }

  private func begin(_ edit: LiveEdit, _ purpose: EditDesk.Purpose) throws(ChainError) -> Int {
    guard let chain = relay.chain else { throw ChainError(.notLive) }
    let inverse = try inverse(of: edit, chain)
    if case .snapshot(let name, let saved) = edit {
      if let saved { document.save(saved, as: name) } else { _ = document.remove(name) }
      let number = edits.begin(EditDesk.Open(edit: edit, inverse: inverse, purpose: purpose))
      edits.finish(number, .heard)
      return number
    }
    guard case .settings(let settings) = edit else {
      let number = edits.begin(EditDesk.Open(edit: edit, inverse: inverse, purpose: purpose))
      do throws(ChainError) {
        try start(edit, number: number, in: chain)
      } catch {
        edits.open[number] = nil
        throw error
      }
      return number
    }
    try set(settings, chain)
    let start = (chain, chain.renderedBlocks, ContinuousClock.now + Self.patience)
    return edits.begin(EditDesk.Open(edit: edit, inverse: inverse, purpose: purpose, start: start))
  }

  private func start(_ edit: LiveEdit, number: Int, in chain: LiveChain) throws(ChainError) {
    let inbox = inbox
    let done: EditDone = { result in
      switch result {
      case .success: inbox.add(.edited(number, nil))
      case .failure(let error): inbox.add(.edited(number, error))
      }
    }
    switch edit {
    case .insert(let stage, let place): try chain.insert(stage, at: place, done: done)
    case .remove(let place): try chain.remove(unit(place, chain), done: done)
    case .move(let place, let target): try chain.move(unit(place, chain), to: target, done: done)
    case .replace(let place, let stage): try chain.replace(unit(place, chain), with: stage, done: done)
    case .preset(let place, let preset): try chain.setPreset(preset, of: unit(place, chain), done: done)
    case .restart(let place): try chain.restart(unit(place, chain), done: done)
    case .all(let stages): try chain.replaceAll(with: stages, done: done)
    case .isolate(let isolation):
      try chain.setIsolation(isolation, done: done)
      self.isolation = isolation
    case .settings, .snapshot: break
    }
  }

  private func unit(_ place: Int, _ chain: LiveChain) throws(ChainError) -> UnitNumber {
    let stages = chain.status.stages
    guard stages.indices.contains(place) else {
      throw ChainError(.noComponent(number: place + 1, count: stages.count))
    }
    return stages[place].number
  }

  /// Sets all of these settings, or none if one is impossible.
  private func set(_ settings: [StageSetting], _ chain: LiveChain) throws(ChainError) {
    for one in settings {
      let unit = try unit(one.place, chain)
      for (symbol, value) in one.parameters { try chain.check(symbol, of: unit, value) }
    }
    for one in settings {
      let unit = try unit(one.place, chain)
      for (symbol, value) in one.parameters { try chain.set(symbol, of: unit, to: value) }
      for symbol in one.released { try chain.release(symbol, of: unit) }
      if let isBypassed = one.isBypassed { try chain.setBypassed(isBypassed, of: unit) }
    }
  }

  /// The edit that undoes this one.
  private func inverse(of edit: LiveEdit, _ chain: LiveChain) throws(ChainError) -> LiveEdit? {
    switch edit {
    case .insert(_, let place): return .remove(place: place)
    case .remove(let place): return savedStage(try unit(place, chain), chain).map { .insert($0, place: place) }
    case .move(let place, let target): return .move(place: target, to: place)
    case .replace(let place, _), .preset(let place, _):
      return savedStage(try unit(place, chain), chain).map { .replace(place: place, $0) }
    case .restart, .isolate: return nil
    case .all: return .all(saved().chain)
    case .snapshot(let name, _): return .snapshot(name, document.snapshot(name)?.chain)
    case .settings(let settings):
      let parts = chain.parts
      return .settings(
        settings.filter { parts.indices.contains($0.place) }.map { one in
          let before = parts[one.place].settings
          // What has no value follows the host, and will again.
          let symbols = one.released.union(one.parameters.keys)
          return StageSetting(
            place: one.place, parameters: before.parameters.filter { symbols.contains($0.key) },
            released: symbols.filter { before.parameters[$0] == nil },
            isBypassed: one.isBypassed.map { _ in before.isBypassed })
        })
    }
  }

  // MARK: What comes of them

  func finish(_ number: Int, _ outcome: EditOutcome) { edits.finish(number, outcome) }

  /// Completes settings that a block has adopted.
  func heedBlocks() {
    guard edits.awaitsBlock else { return }
    for (number, edit) in edits.open.sorted(by: { $0.key < $1.key }) {
      guard let start = edit.start else { continue }
      // A replaced chain has handed its settings on.
      if start.chain !== relay.chain || start.chain.renderedBlocks > start.blocks {
        edits.finish(number, .heard)
      } else if start.end <= .now {
        edits.finish(number, .unheard)
      }
    }
  }
}
