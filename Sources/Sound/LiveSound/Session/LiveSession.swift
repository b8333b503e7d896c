internal import Linux
package import ChainHosting

/// A chain that plays on a device, and keeps playing whatever happens to the device.
///
/// Use it on one thread, which calls ``step(milliseconds:)`` repeatedly: notices from the threads of devices and
/// plugins are handled there.
package final class LiveSession {
  /// The configuration of a session.
  package struct Settings: Sendable {
    /// The properties that the device should have.
    package var wishes: DeviceWishes
    /// The tempo for plugins if the device has none, in beats per minute.
    package var tempo = 120.0
    /// As in ``HostSettings``.
    package var bundleDirectories: [String]?
    /// How long to wait before checking again for a missing server.
    package var retry = Duration.seconds(1)
    /// The longest fade-out at the end.
    package var longestEnd = Duration.milliseconds(300)
    /// Whether to collect events that components send, such as changes of their states.
    package var heedsStates = false
    /// As in ``LiveSettings``.
    package var isolation = PluginIsolation.none
    /// As in ``LiveSettings``.
    package var deadline = 0.5
    /// As in ``LiveSettings``.
    package var suspects: Set<String> = []
    /// The shortest time between two notices of xruns.
    package var xrunInterval = Duration.seconds(1)

    /// Creates a configuration with default values.
    package init(_ wishes: DeviceWishes) { self.wishes = wishes }
  }

  /// The state of a session, to be shown to people.
  package struct State {
    /// The device's properties; while there is no server, the last ones.
    package var format: DeviceFormat
    /// Whether a server is running.
    package var isConnected: Bool
    /// The share of a block's time that is used; for a server, by all clients.
    package var load: Double
    /// The number of lost blocks.
    package var xruns: Int
    /// Whether the transport is rolling.
    package var rolls: Bool
    /// The state of the chain; nil after the end.
    package var chain: LiveStatus?
  }

  let settings: Settings
  let device: any AudioDevice
  /// The device that plays while there is no server.
  let standIn: any AudioDevice
  /// The chain as it was given.
  let original: RenderChain
  let relay: LiveRelay
  let inbox = SessionInbox()
  /// The chain that was loaded last, and snapshots.
  package var document = ChainDocument()
  /// Pending edits, and those that can be undone.
  var edits = EditDesk()
  /// The tempo for plugins if the device has none, in beats per minute.
  package internal(set) var tempo: Double
  /// The failed components that are not heard again yet.
  var fallen: [UnitNumber: ContinuousClock.Instant] = [:]
  /// Which components share a process.
  package internal(set) var isolation: PluginIsolation
  /// The components with the states that a thread has saved; nil if they are not to be used any more.
  var states: [UnitNumber: SavedStage]?
  /// Whether a thread is saving states.
  package internal(set) var isSaving = false
  /// Notices that have not been reported yet.
  var untold: [LiveNotice] = []

  /// The device's properties, or the last ones if there is no server.
  package internal(set) var format: DeviceFormat
  /// The connections of the client's ports.
  package internal(set) var connections: [DeviceConnection] = []
  /// The format that the chain was loaded for, or could not be loaded for.
  var loaded: DeviceFormat
  /// The components that could not be loaded for that format; nil if loading has not failed.
  var refused: [String]?
  /// The number of attempts to open a device.
  var openings = 0
  /// The number of the attempt whose device plays.
  var opening = 0
  /// When to check for a server again; nil while one runs.
  var nextTry: ContinuousClock.Instant?
  /// Until when missing connections are retried, and when next; nil if none is missing.
  var reconnecting: (end: ContinuousClock.Instant, next: ContinuousClock.Instant)?
  /// The last reason why the device could not be reopened.
  var toldFailure: DeviceError?
  /// The latency that was reported last, in frames.
  var toldLatency = 0
  var xruns = XrunCount()
  private var watch = RenderWatch()
  private var isEnded = false

  /// Opens the device, loads the chain, and plays.
  ///
  /// - Parameters:
  ///   - standIn: the device that plays while the first one's server is gone.
  ///   - settings: the configuration, with as many inputs and outputs as fit the chain.
  /// - Throws: ``DeviceError`` or ``ChainError``; nothing stays open or loaded.
  package init(
    _ chain: RenderChain, on device: any AudioDevice, standIn: any AudioDevice, settings: Settings
  ) throws {
    self.device = device
    self.standIn = standIn
    self.settings = settings
    tempo = settings.tempo
    isolation = settings.isolation
    original = chain
    relay = LiveRelay(outputCount: settings.wishes.outputs)
    format = DeviceFormat(clientName: settings.wishes.clientName, sampleRate: 0, blockLength: 0, isRealtime: false)
    loaded = format
    format = try open(device, settings.wishes)
    do {
      try begin(chain)
    } catch {
      isEnded = true
      device.close()
      relay.replace(with: nil)
      throw error
    }
  }

  deinit { end() }

  private func begin(_ chain: RenderChain) throws {
    loaded = format
    let played = try load(chain)
    relay.replace(with: played)
    relay.begin()
    try device.start()
  }

  /// Waits for the device's first block, which shows whether its thread really has real-time priority, whatever a
  /// server claims.
  package func awaitFirstBlock(milliseconds: Int) {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while .now < deadline {
      if let isRealtime = relay.isRealtime { return format.isRealtime = isRealtime }
      CurrentThread.sleep(milliseconds: 1)
    }
  }

  /// Waits for something to happen, and handles it.
  ///
  /// - Parameter milliseconds: the longest time to wait; a signal also ends the wait.
  /// - Returns: the notices, in order.
  package func step(milliseconds: Int) -> [LiveNotice] {
    let patience = edits.awaitsBlock ? min(milliseconds, 1) : milliseconds
    for news in inbox.take(milliseconds: untold.isEmpty ? UInt32(clamping: patience) : 0) {
      switch news {
      case .edited(let number, let error): finish(number, error.map { .failed($0) } ?? .heard)
      case .saved(let stages):
        states = Dictionary(stages.map { ($0.number, $0) }) { $1 }
        isSaving = false
      case .wake: break
      case .plugin(let message): untold.append(.plugin(message))
      // Notices of a replaced device are ignored.
      case .device(let notice, let number) where number == opening: heed(notice)
      case .device: break
      }
    }
    heedBlocks()
    lookForServer()
    reconnect()
    followFormat()
    heedChain()
    if let chain = relay.chain { untold += watch.look(at: chain) }
    followLatency()
    if let notice = xruns.notice(every: settings.xrunInterval) { untold.append(notice) }
    defer { untold = [] }
    return untold
  }

  /// A function that ends the wait of the present or next ``step(milliseconds:)``. Any thread may call it.
  package var wake: @Sendable () -> Void {
    let inbox = inbox
    return { inbox.add(.wake) }
  }

  /// The present state of the session.
  package var state: State {
    State(
      format: format, isConnected: nextTry == nil, load: nextTry == nil ? device.load : standIn.load,
      xruns: xruns.total, rolls: relay.rolls, chain: relay.chain?.status)
  }

  /// Shortens the timeouts of components, because the session is about to end.
  package func hurry() { relay.chain?.hurry() }

  /// Ends the sound, and releases the chain. The session does nothing afterwards.
  ///
  /// - Returns: the notices since the last step.
  @discardableResult package func end() -> [LiveNotice] {
    guard !isEnded else { return [] }
    isEnded = true
    let current = nextTry == nil ? device : standIn
    fadeOut()
    current.stop()
    current.close()
    heedChain()
    relay.replace(with: nil)
    for case .plugin(let message) in inbox.take(milliseconds: 0) { untold.append(.plugin(message)) }
    if let notice = xruns.notice(every: .zero) { untold.append(notice) }
    defer { untold = [] }
    return untold
  }

  /// Fades the sound out, if the device is still making calls.
  private func fadeOut() {
    guard nextTry == nil, let chain = relay.chain else { return }
    chain.fadeOut()
    let deadline = ContinuousClock.now + settings.longestEnd
    while !chain.isSilent, .now < deadline { CurrentThread.sleep(milliseconds: 5) }
  }

  private func heedChain() {
    while let event = relay.chain?.nextEvent() {
      switch event {
      // `followLatency` compares it across chains.
      case .latency: break
      case .muted(let place, let excess): untold.append(.muted(place, excess))
      case .heard(let place): untold.append(.heard(place))
      case .wroteOutside(let stage): untold.append(.wroteOutside(stage: stage))
      case .unscheduled(let reason): untold.append(.unscheduled(reason: reason))
      case .unlockedMemory(let bytes, let reason): untold.append(.unlockedMemory(bytes: bytes, reason: reason))
      case .plugin(let event) where event.tellsState: untold.append(.stateChanged(stage: event.stage))
      case .fell(let unit, let error, let restarts):
        guard let place = place(of: unit) else { break }
        if fallen[unit] == nil { fallen[unit] = .now }
        untold.append(.fell(stage: place, error, restarts: restarts))
      case .settled(let unit, _): if let unit { tellReturn(of: unit) }
      case .plugin: break
      }
    }
  }

  private func place(of unit: UnitNumber) -> Int? {
    relay.chain?.status.stages.firstIndex { $0.number == unit }
  }

  /// Reports that a failed component is heard again.
  private func tellReturn(of unit: UnitNumber) {
    guard let since = fallen.removeValue(forKey: unit), let place = place(of: unit) else { return }
    untold.append(.recovered(stage: place, seconds: since.duration(to: .now) / .seconds(1)))
  }

  /// Reports a change of latency to the device and to people, once the chain has rendered: before that, it is unknown.
  private func followLatency() {
    guard relay.isSettled, let chain = relay.chain, chain.hasRendered, chain.latency != toldLatency else { return }
    toldLatency = chain.latency
    if nextTry == nil { device.setLatency(toldLatency) }
    untold.append(.latency(toldLatency))
  }
}

/// Counts lost blocks over all devices of a session, and reports them now and then.
struct XrunCount {
  private(set) var total = 0
  /// The lost blocks of the open device.
  private var ofDevice = 0
  private var told = 0
  private var lastTold: ContinuousClock.Instant?

  /// Begins with a new device, which counts from 0.
  mutating func begin() { ofDevice = 0 }

  /// Notes the device's total since it was opened.
  mutating func note(_ count: Int) {
    total += max(0, count - ofDevice)
    ofDevice = count
  }

  /// The notice of those that have not been reported; nil if there are none, or the last notice was too recent.
  mutating func notice(every interval: Duration, at now: ContinuousClock.Instant = .now) -> LiveNotice? {
    guard total > told, lastTold.map({ now - $0 >= interval }) ?? true else { return nil }
    defer { (told, lastTold) = (total, now) }
    return .xruns(count: total - told, total: total)
  }
}
