internal import CLV2Host
internal import ComponentModel

/// Properties on their way to or from a plugin.
final class StateStore {
  // SAFETY: The handle is this object, which its creator keeps alive through `save` or `restore`; values are copied,
  // and copies for the plugin live as long as this object.

  private(set) var properties: [StateProperty] = []
  /// Whether the plugin has wanted to store more than ``HostLimits`` allow.
  private(set) var isTooLarge = false
  /// The size of the properties' values, in bytes.
  private var size = 0
  private var keys: Set<String> = []
  /// The values to restore, by the properties' URIs, and their bytes with the URIDs of this process.
  private var values: [String: (property: StateProperty, bytes: [UInt8])] = [:]
  private let memory = MemoryPool()

  /// A store for what a plugin saves.
  init() {}

  /// Values for a plugin to restore.
  init(restoring properties: [StateProperty]) throws(ChainError) {
    for property in properties where values[property.key] == nil {
      guard let bytes = property.native else { throw ChainError(.stateValue(key: property.key)) }
      values[property.key] = (property, bytes)
    }
  }

  /// - Parameter handle: the one that `save` or `restore` was given.
  static func at(_ handle: UnsafeMutableRawPointer?) -> StateStore {
    guard let handle else { return StateStore() }
    return Unmanaged<StateStore>.fromOpaque(handle).takeUnretainedValue()
  }

  func store(
    _ key: UInt32, value: UnsafeRawPointer?, size: Int, type: UInt32, flags: UInt32
  ) -> LV2_State_Status {
    guard flags & LV2_STATE_IS_POD.rawValue != 0 else { return LV2_STATE_ERR_BAD_FLAGS }
    guard let key = URIDMap.shared.unmap(key), let type = URIDMap.shared.unmap(type) else {
      return LV2_STATE_ERR_BAD_TYPE
    }
    // A URID is kept as its URI, so the sum may exceed the limit a little.
    guard size >= 0, size <= HostLimits.state - self.size, properties.count < HostLimits.properties else {
      isTooLarge = true
      return LV2_STATE_ERR_UNKNOWN
    }
    let bytes = Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : size))
    guard let property = StateProperty(key: key, type: type, native: bytes, flags: flags) else {
      return LV2_STATE_ERR_BAD_TYPE
    }
    // Some plugins have thousands of properties, and hardly any stores one twice.
    if !keys.insert(key).inserted { remove(key) }
    properties.append(property)
    self.size += property.bytes.count
    return LV2_STATE_SUCCESS
  }

  private func remove(_ key: String) {
    guard let place = properties.firstIndex(where: { $0.key == key }) else { return }
    size -= properties.remove(at: place).bytes.count
  }

  func retrieve(
    _ key: UInt32, size: UnsafeMutablePointer<Int>?, type: UnsafeMutablePointer<UInt32>?,
    flags: UnsafeMutablePointer<UInt32>?
  ) -> UnsafeRawPointer? {
    guard let key = URIDMap.shared.unmap(key), let (property, bytes) = values[key] else { return nil }
    size?.pointee = bytes.count
    type?.pointee = URIDMap.shared.map(property.type)
    flags?.pointee = property.flags
    // The copy is aligned for any value, and valid until the restoration ends.
    let copy = memory.array((bytes.count + 15) / 16, of: SIMD2<UInt64>())
    bytes.withUnsafeBytes {
      UnsafeMutableRawPointer(copy).copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(copy), byteCount: $0.count)
    }
    return UnsafeRawPointer(copy)
  }
}
