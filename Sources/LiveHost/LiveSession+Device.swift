internal import AudioDevices
internal import RenderChain

extension LiveSession {
  /// Opens a device whose notices come to this session from now on, instead of another's.
  func open(_ device: any AudioDevice, _ wishes: DeviceWishes) throws(DeviceError) -> DeviceFormat {
    openings += 1
    let (inbox, number) = (inbox, openings)
    let format = try device.open(wishes, call: relay.call) { inbox.add(.device($0, number: number)) }
    opening = number
    return format
  }

  /// Loads a chain for the device's format.
  func load(_ chain: RenderChain) throws(ChainError) -> LiveChain {
    try LiveChain(chain, inputs: settings.wishes.inputs, outputs: settings.wishes.outputs, settings: chainSettings)
  }

  private var chainSettings: LiveSettings {
    var host = HostSettings(sampleRate: format.sampleRate, blockLength: format.blockLength, mode: .live)
    host.bundleDirectories = settings.bundleDirectories
    let inbox = inbox
    host.log = { inbox.add(.plugin($0)) }
    var live = LiveSettings(host: host)
    live.beatsPerMinute = Float(settings.tempo)
    return live
  }

  /// Acts upon what the device tells.
  func heed(_ notice: DeviceNotice) {
    switch notice {
    case .blockLength(let frames): format.blockLength = frames
    case .sampleRate(let rate): format.sampleRate = rate
    case .freewheel(let isOn): untold.append(.freewheel(isOn))
    case .xrun(let count): if nextTry == nil { xruns.note(count) }
    case .lost(let reason): leaveServer(reason)
    case .connected(let connections): self.connections = connections
    case .message(let text): untold.append(.message(text))
    }
  }

  // MARK: Another format

  /// Loads the chain again where the device has another format than the one that it was loaded for, and fades over to it.
  func followFormat() {
    guard !isLoadedForFormat, relay.isSettled, !playsOn(), let chain = reload() else { return }
    relay.follow(with: chain)
  }

  /// Whether the chain can play on as it is, which is told: blocks that are shorter are no reason to load plugins.
  private func playsOn() -> Bool {
    guard let chain = relay.chain, format.sampleRate == loaded.sampleRate, chain.suits(blockLength: format.blockLength)
    else { return false }
    loaded = format
    untold.append(.format(sampleRate: format.sampleRate, blockLength: format.blockLength))
    return true
  }

  private var isLoadedForFormat: Bool {
    format.sampleRate == loaded.sampleRate && format.blockLength == loaded.blockLength
  }

  /// The chain as it is now, loaded for the present format; nil if that fails, which is told once.
  private func reload() -> LiveChain? {
    loaded = format
    untold.append(.format(sampleRate: format.sampleRate, blockLength: format.blockLength))
    do throws(ChainError) {
      if let chain = try continued() { return chain }
      return try load(original)
    } catch {
      untold.append(.failed(error))
      return nil
    }
  }

  /// The chain with its present states; nil where a plugin can't save.
  private func continued() throws(ChainError) -> LiveChain? {
    do throws(ChainError) {
      return try relay.chain?.continued(with: chainSettings)
    } catch {
      guard case .savingState = error.cause else { throw error }
      untold.append(.unsaved(error))
      return nil
    }
  }

  // MARK: No server

  /// Plays on by the clock, so that plugins and what they sound on with go on.
  private func leaveServer(_ reason: String) {
    guard nextTry == nil else { return }
    device.stop()
    device.close()
    nextTry = .now + settings.retry
    untold.append(.lost(reason: reason))
    playOnStandIn()
  }

  private func playOnStandIn() {
    var wishes = settings.wishes
    (wishes.sampleRate, wishes.blockLength) = (loaded.sampleRate, loaded.blockLength)
    (wishes.inputPorts, wishes.outputPorts) = ([], .none)
    do throws(DeviceError) {
      _ = try open(standIn, wishes)
      try standIn.start()
    } catch {
      // The sound is heard by nobody in any case.
      untold.append(.message("\(error)"))
    }
  }

  /// Opens the device again, now and then, where its server is gone.
  func lookForServer() {
    guard let time = nextTry, time <= .now else { return }
    nextTry = .now + settings.retry
    do throws(DeviceError) {
      let found = try open(device, settings.wishes)
      standIn.stop()
      standIn.close()
      resume(found)
    } catch {
      if error.cause != .noServer { tell(error) }
    }
  }

  /// Tells why the device can't be opened again, once.
  private func tell(_ error: DeviceError) {
    guard error != toldFailure else { return }
    toldFailure = error
    untold.append(.message("\(error)"))
  }

  // MARK: Connections

  /// How long connections that could not be restored are tried again: others' programs come back later.
  private static var patience: Duration { .seconds(60) }

  /// Tries connections again, now and then.
  func reconnect() {
    guard let due = reconnecting, due.next <= .now, nextTry == nil else { return }
    let missing = device.reconnect()
    if missing.isEmpty { return reconnecting = nil }
    guard due.end <= .now else { return reconnecting = (due.end, .now + settings.retry) }
    reconnecting = nil
    let names = missing.map { "\($0.source) to \($0.target)" }.joined(separator: ", ")
    untold.append(.message("connections are no longer possible: \(names); `aucat live --list` shows all ports"))
  }

  /// Plays on a server that is there again.
  private func resume(_ found: DeviceFormat) {
    format = found
    xruns.begin()
    if !isLoadedForFormat, !playsOn(), let chain = reload() { relay.replace(with: chain) }
    relay.begin()
    do throws(DeviceError) {
      device.setLatency(toldLatency)
      try device.start()
      (nextTry, toldFailure, reconnecting) = (nil, nil, (.now + Self.patience, .now))
      untold.append(.back(found))
    } catch {
      device.close()
      tell(error)
      playOnStandIn()
    }
  }
}
