/// What calls a chain for each block of sound: a sound server, or a clock.
///
/// Its life is ``open(_:call:notice:)``, ``start()``, ``stop()``, ``close()``, and again from the beginning. Any thread may
/// make these calls, one at a time; none may be made from the ``DeviceCall`` or from a notice. A device that was lost is
/// closed and opened again: it has its ports and connections back once it is started.
public protocol AudioDevice: AnyObject, Sendable {
  /// The device's kind: `jack`, `null` or `freewheel`.
  var name: String { get }

  /// Registers the device's ports. Nothing is called yet.
  ///
  /// - Parameters:
  ///   - wishes: what it is to be like.
  ///   - call: what is called for each block, on the render thread.
  ///   - notice: what happens to the device; called on a thread of the device, which is not the render thread.
  /// - Returns: what it is like.
  /// - Throws: ``DeviceError`` where there is no such device.
  func open(
    _ wishes: DeviceWishes, call: DeviceCall, notice: @escaping @Sendable (DeviceNotice) -> Void
  ) throws(DeviceError) -> DeviceFormat

  /// From now on the call is made; the ports are connected.
  ///
  /// - Throws: ``DeviceError`` where the device refuses, or a port that was named does not exist; it does not run then.
  func start() throws(DeviceError)

  /// No call is under way when it returns, and none is made until ``start()``. The device plays silence meanwhile.
  func stop()

  /// Ends it, with its ports. It may be opened again.
  func close()

  /// Tells others how late the sound comes, in frames. Not from the call.
  func setLatency(_ frames: Int)

  /// All ports that can be connected, its own among them.
  ///
  /// - Throws: ``DeviceError`` where the device is not open.
  func ports() throws(DeviceError) -> [DevicePort]

  /// Connects an output to an input.
  ///
  /// - Parameters:
  ///   - source: the name of the port that the sound comes from.
  ///   - target: the name of the port that it goes to.
  /// - Throws: ``DeviceError`` where a port does not exist, or both are not of one kind.
  func connect(_ source: String, _ target: String) throws(DeviceError)

  /// Ends a connection.
  ///
  /// - Throws: ``DeviceError`` where there is none.
  func disconnect(_ source: String, _ target: String) throws(DeviceError)

  /// Tries again the connections that a device which is back could not restore, because others' ports were not there yet.
  ///
  /// - Returns: those that are still missing.
  func reconnect() -> [DeviceConnection]

  /// Starts or stops the transport, which all clients of a server share.
  ///
  /// - Throws: ``DeviceError`` where the device is not open.
  func setPlaying(_ isPlaying: Bool) throws(DeviceError)

  /// Moves the transport.
  ///
  /// - Throws: ``DeviceError`` where the device is not open.
  func locate(_ frame: Int64) throws(DeviceError)

  /// How much of a block's time is used, 0 to 1; for a server, by all of its clients.
  var load: Double { get }
}

extension AudioDevice {
  /// None: most devices have no connections.
  public func reconnect() -> [DeviceConnection] { [] }
}
