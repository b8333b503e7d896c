internal import CLV2Host
internal import ComponentModel

/// Properties on their way to or from a plugin.
final class StateStore {
  // SAFETY: The handle is this object, which its creator keeps alive through `save` or `restore`; values are copied, and copies for
  // the plugin live as long as this object.

  private(set) var properties: [StateProperty]
  private let memory = MemoryPool()

  init(_ properties: [StateProperty]) { self.properties = properties }

  /// - Parameter handle: what `save` or `restore` was given, and nothing else.
  static func at(_ handle: UnsafeMutableRawPointer?) -> StateStore {
    guard let handle else { return StateStore([]) }
    return Unmanaged<StateStore>.fromOpaque(handle).takeUnretainedValue()
  }

  private static let urid = Namespace.atom + "URID"

  func store(
    _ key: UInt32, value: UnsafeRawPointer?, size: Int, type: UInt32, flags: UInt32
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
    _ key: UInt32, size: UnsafeMutablePointer<Int>?, type: UnsafeMutablePointer<UInt32>?,
    flags: UnsafeMutablePointer<UInt32>?
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
