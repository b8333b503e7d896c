internal import CLV2Host
internal import ComponentModel
internal import Glibc

extension PluginInstance {
  private var stateInterface: UnsafePointer<LV2_State_Interface>? { interface(LV2URI.state + "interface") }

  /// The plugin's state, as it stores it; empty where it has none.
  func savedState() throws(ChainError) -> [StateProperty] {
    guard let interface = stateInterface, let save = interface.pointee.save else { return [] }
    let store = StateStore([])
    let status = save(
      handle, { handle, key, value, size, type, flags in StateStore.at(handle).store(key, value, size, type, flags) },
      Unmanaged.passUnretained(store).toOpaque(), LV2_STATE_IS_POD.rawValue, features.stateList)
    return try withExtendedLifetime(store) { () throws(ChainError) in
      try check(status, "saved")
      return store.properties
    }
  }

  /// Gives the plugin a state. It may not run meanwhile.
  func restore(_ properties: [StateProperty]) throws(ChainError) {
    guard !properties.isEmpty else { return }
    guard let interface = stateInterface, let restore = interface.pointee.restore else {
      throw ChainError(.state, uri, "it has no state that could be restored")
    }
    let store = StateStore(properties)
    let status = restore(
      handle, { handle, key, size, type, flags in StateStore.at(handle).retrieve(key, size, type, flags) },
      Unmanaged.passUnretained(store).toOpaque(), 0, features.stateList)
    withExtendedLifetime(store) {}
    try check(status, "restored")
  }

  private func check(_ status: LV2_State_Status, _ word: String) throws(ChainError) {
    let reason: String
    switch status {
    case LV2_STATE_SUCCESS: return
    case LV2_STATE_ERR_BAD_TYPE: reason = "a property has a type that it does not know"
    case LV2_STATE_ERR_BAD_FLAGS: reason = "a property can't be kept in a file"
    case LV2_STATE_ERR_NO_FEATURE: reason = "it needs a feature that this host does not have"
    case LV2_STATE_ERR_NO_PROPERTY: reason = "a property is missing"
    default: reason = "the plugin gives no reason"
    }
    throw ChainError(.state, uri, "its state can't be \(word): \(reason)")
  }
}

/// Properties on their way to or from a plugin.
private final class StateStore {
  private(set) var properties: [StateProperty]
  private let memory = MemoryPool()

  init(_ properties: [StateProperty]) { self.properties = properties }

  /// - Parameter handle: what `save` or `restore` was given, and nothing else.
  static func at(_ handle: UnsafeMutableRawPointer?) -> StateStore {
    guard let handle else { return StateStore([]) }
    return Unmanaged<StateStore>.fromOpaque(handle).takeUnretainedValue()
  }

  private static let urid = LV2URI.atom + "URID"

  func store(
    _ key: UInt32, _ value: UnsafeRawPointer?, _ size: Int, _ type: UInt32, _ flags: UInt32
  ) -> LV2_State_Status {
    guard flags & LV2_STATE_IS_POD.rawValue != 0 else { return LV2_STATE_ERR_BAD_FLAGS }
    guard let key = URIDMap.shared.unmap(key), let type = URIDMap.shared.unmap(type) else {
      return LV2_STATE_ERR_BAD_TYPE
    }
    var bytes = Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : size))
    if type == Self.urid {
      let number = bytes.withUnsafeBytes { $0.count == 4 ? $0.loadUnaligned(as: UInt32.self) : 0 }
      guard let text = URIDMap.shared.unmap(number) else { return LV2_STATE_ERR_BAD_TYPE }
      bytes = Array(text.utf8)
    }
    properties.removeAll { $0.key == key }
    properties.append(StateProperty(key: key, type: type, bytes: bytes, flags: flags))
    return LV2_STATE_SUCCESS
  }

  func retrieve(
    _ key: UInt32, _ size: UnsafeMutablePointer<Int>?, _ type: UnsafeMutablePointer<UInt32>?,
    _ flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    guard let key = URIDMap.shared.unmap(key), let property = properties.first(where: { $0.key == key }) else {
      return nil
    }
    var bytes = property.bytes
    if property.type == Self.urid {
      bytes = withUnsafeBytes(of: URIDMap.shared.map(String(decoding: bytes, as: UTF8.self))) { Array($0) }
    }
    size?.pointee = bytes.count
    type?.pointee = URIDMap.shared.map(property.type)
    flags?.pointee = property.flags
    // Aligned for any value, and there until the restoration ends.
    let copy = memory.array((bytes.count + 15) / 16, of: SIMD2<UInt64>())
    bytes.withUnsafeBytes {
      UnsafeMutableRawPointer(copy).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
    }
    return UnsafeRawPointer(copy)
  }
}
