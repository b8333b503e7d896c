package import ChainHosting

extension LiveSession {
  /// Opens a device. Its notices replace those of the former one.
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

  /// The settings that all plugins get.
  package var hostSettings: HostSettings {
    var host = HostSettings(sampleRate: format.sampleRate, blockLength: format.blockLength, mode: .live)
    host.bundleDirectories = settings.bundleDirectories
    return host
  }

  private var chainSettings: LiveSettings {
    var host = hostSettings
    let inbox = inbox
    host.log = { inbox.add(.plugin($0)) }
    var live = LiveSettings(host: host)
    live.beatsPerMinute = Float(tempo)
    live.collectsEvents = settings.heedsStates
    live.isolation = isolation
    live.deadline = settings.deadline
    live.suspects = settings.suspects
    return live
  }

  /// Handles the device's notices.
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

  /// Reloads the chain if the device's format differs from the one that it was loaded for, and plays the new one after
  /// a fade.
  func followFormat() {
    guard relay.isSettled, !isLoadedForFormat || isUnsuited, !playsOn(), let chain = reload() else { return }
    relay.follow(with: chain)
  }

  /// Whether the chain can play on as it is, which is reported: shorter blocks are no reason to reload plugins.
  private func playsOn() -> Bool {
    guard let chain = relay.chain, format.sampleRate == loaded.sampleRate, chain.suits(blockLength: format.blockLength)
    else { return false }
    loaded = format
    untold.append(.format(sampleRate: format.sampleRate, blockLength: format.blockLength))
    return true
  }

  /// Whether an edit has added a component that can't play the device's blocks, and reloading for them has not failed
  /// yet.
  private var isUnsuited: Bool {
    guard let chain = relay.chain, !chain.suits(blockLength: format.blockLength) else { return false }
    return components != refused
  }

  private var components: [String] { relay.chain?.status.stages.map(\.component) ?? [] }

  private var isLoadedForFormat: Bool {
    format.sampleRate == loaded.sampleRate && format.blockLength == loaded.blockLength
  }

  /// The present chain, loaded for the present format; nil if that fails, which is reported once.
  private func reload() -> LiveChain? {
    if !isLoadedForFormat {
      untold.append(.format(sampleRate: format.sampleRate, blockLength: format.blockLength))
    }
    (loaded, refused) = (format, nil)
    do throws(ChainError) {
      guard let chain = relay.chain else { return try load(original) }
      return try chain.continued(with: chainSettings) { untold.append(.unsaved($0)) }
    } catch {
      untold.append(.failed(error))
      refused = components
      return nil
    }
  }

  // MARK: No server

  /// Plays on with a clock, so that plugins and their tails continue.
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
      // Nobody hears the sound anyway.
      untold.append(.message("\(error)"))
    }
  }

  /// Tries now and then to reopen the device after its server has stopped.
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

  /// Reports once why the device can't be reopened.
  private func tell(_ error: DeviceError) {
    guard error != toldFailure else { return }
    toldFailure = error
    untold.append(.message("\(error)"))
  }

  // MARK: Connections

  /// How long missing connections are retried: other programs may come back later than the server.
  private static var patience: Duration { .seconds(60) }

  /// Retries connections now and then.
  func reconnect() {
    guard let due = reconnecting, due.next <= .now, nextTry == nil else { return }
    let missing = device.reconnect()
    if missing.isEmpty { return reconnecting = nil }
    guard due.end <= .now else { return reconnecting = (due.end, .now + settings.retry) }
    reconnecting = nil
    let names = missing.map { "\($0.source) to \($0.target)" }.joined(separator: ", ")
    untold.append(.message("these connections are no longer possible: \(names); connect the ports to others"))
  }

  /// Plays on a server that is back.
  private func resume(_ found: DeviceFormat) {
    format = found
    xruns.begin()
    if !isLoadedForFormat, !playsOn(), let chain = reload() { relay.replace(with: chain) }
    relay.begin()
    do throws(DeviceError) {
      device.setLatency(toldLatency)
      try device.start()
      (nextTry, toldFailure, reconnecting) = (nil, nil, (.now + Self.patience, .now))
      awaitFirstBlock(milliseconds: 100)
      untold.append(.back(format))
    } catch {
      device.close()
      tell(error)
      playOnStandIn()
    }
  }
}
