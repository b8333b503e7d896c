internal import AudioFiles
internal import ChainHosting
internal import Linux
package import LiveSound
internal import Synchronization

/// Plays all tracks of a coordinator on a device, as a single client.
///
/// A thread of its own reads sources into rings and calls completions; the render thread mixes the rings. While the
/// server is away, a clock takes its place and discards the sound, so that sounds end and completions are called, and
/// the player looks for the server once per second.
///
/// Functions may be called from any thread but a render thread, and not from a completion or a handler.
public final class TrackPlayer: @unchecked Sendable {
  // SAFETY: The devices get an address in the memory of the converter, which this object keeps until no device makes
  // calls. Everything that changes is guarded by a mutex or atomic, or used only by the feeding thread while it runs.

  /// A device to play on.
  public enum Device: Hashable, Sendable {
    /// A JACK server, as a client of this name. Without ports, the outputs are connected to the server's physical ones;
    /// otherwise to these, in order.
    case jack(client: String, ports: [String])
    /// A clock that discards the sound.
    case null
  }

  /// An event of the device.
  public enum Notice: Hashable, Sendable {
    /// The number of blocks that have been late since the device was opened.
    case lateBlocks(Int)
    /// The server is gone, for this reason. Tracks continue on a clock in its place.
    case lost(String)
    /// The server is back.
    case back
    /// The device now plays at this rate, in hertz, to which the mix is converted.
    case sampleRate(Double)
    /// A message of the server's library, or the reason why a server that is back can't be used.
    case message(String)
  }

  private let coordinator: AudioCoordinator
  private let handler: @Sendable (Notice) -> Void
  private let device: any AudioDevice
  private let standIn: any AudioDevice
  private let converter: ConverterMemory
  private let retryInterval: Duration
  private let news = Mutex<[DeviceNotice]>([])
  private let isEnding = Atomic(false)
  private let thread = Mutex<BackgroundThread?>(nil)
  private var wishes: DeviceWishes
  private var nextTry: ContinuousClock.Instant?
  private var toldFailure: DeviceError?
  private var isStandingIn = false
  /// The rate that was reported last.
  private var toldRate: Double

  /// The period of the feeding thread, in milliseconds: short enough for sounds to begin promptly, long enough to use
  /// hardly any processor time.
  private static let patience = 2

  /// Creates a player, which does not play yet.
  ///
  /// - Parameters:
  ///   - coordinator: the tracks to play, converted to the device's rate. Nothing else may render them meanwhile.
  ///   - device: where to play.
  ///   - handler: receives the events of the device, on the feeding thread.
  public convenience init(
    _ coordinator: AudioCoordinator, on device: Device, handler: @escaping @Sendable (Notice) -> Void = { _ in }
  ) {
    var wishes = DeviceWishes(inputs: 0, outputs: coordinator.format.channelCount, hasMIDI: false)
    switch device {
    case .jack(let client, let ports):
      wishes.clientName = client
      wishes.outputPorts = ports.isEmpty ? .physical : .ports(ports)
      self.init(coordinator, on: JackDevice(), wishes, handler: handler)
    case .null: self.init(coordinator, on: NullDevice(), wishes, handler: handler)
    }
  }

  /// - Parameters:
  ///   - standIn: takes the place of the server while it is away.
  ///   - retryInterval: how often to look for the server in that case.
  init(
    _ coordinator: AudioCoordinator, on device: any AudioDevice, _ wishes: DeviceWishes,
    standIn: any AudioDevice = NullDevice(), retryInterval: Duration = .seconds(1),
    handler: @escaping @Sendable (Notice) -> Void
  ) {
    (self.coordinator, self.device, self.wishes, self.handler) = (coordinator, device, wishes, handler)
    (self.standIn, self.retryInterval, toldRate) = (standIn, retryInterval, coordinator.format.sampleRate)
    converter = ConverterMemory(coordinator.memory, channels: coordinator.format.channelCount)
    (self.wishes.sampleRate, self.wishes.blockLength) = (coordinator.format.sampleRate, 256)
  }

  /// Returns the rate of a device, in hertz. A coordinator of that rate needs no conversion.
  ///
  /// - Throws: an error with its remedy if there is no such device.
  public static func sampleRate(of device: Device) throws -> Double {
    guard case .jack = device else { return DeviceWishes.standardSampleRate }
    let coordinator = AudioCoordinator()
    let player = TrackPlayer(coordinator, on: device)
    let rate = try player.device.open(player.wishes, call: player.call) { _ in }.sampleRate
    player.device.close()
    return rate
  }

  /// The callback for a device.
  package var call: DeviceCall { DeviceCall(RealtimeConverter.call, context: converter.converter) }

  /// Plays until ``stop()``, even if nothing refers to the player any more.
  ///
  /// - Throws: an error with its remedy if the device can't be used.
  public func start() throws {
    try thread.withLock { thread in
      guard thread == nil else { return }
      isEnding.store(false, ordering: .relaxed)
      do {
        try startDevice()
        thread = try BackgroundThread { [self] in
          while !isEnding.load(ordering: .relaxed) {
            if !step() { CurrentThread.sleep(milliseconds: Self.patience) }
          }
        }
      } catch {
        device.stop()
        device.close()
        throw error
      }
    }
  }

  /// Opens and starts the device.
  func startDevice() throws(DeviceError) { try startDevice(at: try openDevice()) }

  /// - Returns: the device's rate.
  private func openDevice() throws(DeviceError) -> Double {
    try device.open(wishes, call: call) { [weak self] notice in
      self?.news.withLock { $0.append(notice) }
    }.sampleRate
  }

  /// Sets the device's rate, in hertz, to which the mix is converted. Call it only while no device makes calls.
  package func prepare(for rate: Double) { converter.setRates(from: coordinator.format.sampleRate, to: rate) }

  private func startDevice(at rate: Double) throws(DeviceError) {
    prepare(for: rate)
    try device.start()
    if rate != toldRate { handler(.sampleRate(rate)) }
    toldRate = rate
  }

  /// Stops playing, and reports what has ended until then, on this thread. What is left in the queues stays there, for another
  /// player. It waits for the source that is being read.
  public func stop() {
    let wasPlaying = thread.withLock { thread in
      defer { thread = nil }
      isEnding.store(true, ordering: .relaxed)
      thread?.join()
      for one in [device, standIn] {
        one.stop()
        one.close()
      }
      (nextTry, isStandingIn) = (nil, false)
      return thread != nil
    }
    guard wasPlaying else { return }
    _ = coordinator.change { coordinator.heed() }
    coordinator.tellAll()
  }

  // MARK: The feeding thread

  /// One turn of the feeding thread.
  ///
  /// - Returns: whether there may be more to do right away.
  func step() -> Bool {
    let isBusy = coordinator.tend { !isEnding.load(ordering: .relaxed) }
    for notice in news.withLock({ news in
      defer { news = [] }
      return news
    }) {
      heed(notice)
    }
    lookForServer()
    return isBusy
  }

  private func heed(_ notice: DeviceNotice) {
    switch notice {
    case .xrun(let count): if nextTry == nil { handler(.lateBlocks(count)) }
    case .lost(let reason): leaveServer(reason)
    case .sampleRate(let rate): follow(rate)
    case .message(let text): handler(.message(text))
    case .blockLength, .freewheel, .connected: break
    }
  }

  /// Handles a change of the server's rate.
  private func follow(_ rate: Double) {
    guard nextTry == nil, rate != toldRate else { return }
    device.stop()
    do throws(DeviceError) {
      try startDevice(at: rate)
    } catch {
      leaveServer("\(error)")
    }
  }

  private func leaveServer(_ reason: String) {
    guard nextTry == nil else { return }
    device.stop()
    device.close()
    nextTry = .now + retryInterval
    handler(.lost(reason))
    playOnStandIn()
  }

  private func playOnStandIn() {
    var wishes = wishes
    wishes.outputPorts = .none
    do throws(DeviceError) {
      prepare(for: try standIn.open(wishes, call: call) { _ in }.sampleRate)
      try standIn.start()
      isStandingIn = true
    } catch {
      standIn.close()
      handler(.message("\(error)"))
    }
  }

  private func lookForServer() {
    guard let time = nextTry, time <= .now else { return }
    nextTry = .now + retryInterval
    do throws(DeviceError) {
      let rate = try openDevice()
      standIn.stop()
      standIn.close()
      isStandingIn = false
      try startDevice(at: rate)
      (nextTry, toldFailure) = (nil, nil)
      handler(.back)
    } catch {
      device.close()
      if error.cause != .noServer, error != toldFailure {
        toldFailure = error
        handler(.message("\(error)"))
      }
      if !isStandingIn { playOnStandIn() }
    }
  }
}

extension RealtimeConverter {
  // SAFETY: A device calls with the address of a converter, and of a cycle that has as many outputs as the mixer has
  // channels.

  /// The function that a device calls.
  ///
  /// These are the only lines that the compiler doesn't check for locks, since it can't across modules.
  static var call: DeviceCall.Function {
    { context, cycle in
      guard let converter = context?.assumingMemoryBound(to: RealtimeConverter.self) else { return }
      let cycle = cycle.assumingMemoryBound(to: LiveCycle.self)
      converter.pointee.render(to: cycle.pointee.outputs, frames: cycle.pointee.frames)
    }
  }
}
