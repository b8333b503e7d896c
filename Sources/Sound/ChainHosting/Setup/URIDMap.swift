internal import CLV2Host
internal import Glibc
internal import Synchronization

/// URIs as numbers, for all plugins of a process: corresponds to `LV2_URID_Map` and `LV2_URID_Unmap`.
///
/// It grows as plugins map URIs (one of them maps 15,600) and never shrinks. May be used from any thread; not real-time
/// safe, and plugins may not map while they run.
final class URIDMap: Sendable {
  // SAFETY: Strings are allocated once and freed with the map, which the process owns; the lock guards addresses.

  private struct Table {
    /// The numbers by the bytes of URIs: strings that Unicode considers equal can be different URIs.
    var numbers: [[UInt8]: UInt32] = [:]
    /// Addresses of permanent C strings, by number from 1.
    var texts: [UInt] = []
  }

  private let table = Mutex(Table())

  /// The map of this process.
  static let shared = URIDMap()

  /// The URIs that have the same numbers in every process of this version, so that what the render thread passes to
  /// another process need not be translated.
  private static let common: [String] =
    [
      "Sequence", "Chunk", "Object", "Int", "Long", "Float", "Double", "Bool", "String", "Path", "URI", "URID", "Blank",
      "Tuple", "Vector", "Literal", "Sound", "Event", "Property", "Resource", "frameTime", "beatTime",
    ].map { Namespace.atom + $0 }
    + [
      "Position", "frame", "speed", "bar", "barBeat", "beat", "beatUnit", "beatsPerBar", "beatsPerMinute",
    ].map { Namespace.time + $0 }
    + ["Set", "Get", "Put", "Patch", "property", "value", "subject", "body", "Message"].map { Namespace.patch + $0 }
    + [LV2.midiEvent, Namespace.state + "StateChanged"]

  /// Whether a number stands for the same URI in every process.
  static func isCommon(_ number: UInt32) -> Bool { number <= common.count }

  private init() { for uri in Self.common { _ = map(uri) } }

  deinit {
    table.withLock { table in for text in table.texts { free(UnsafeMutableRawPointer(bitPattern: text)) } }
  }

  /// The number of a URI: from 1, the same for the same URI.
  func map(_ uri: String) -> UInt32 { map(Array(uri.utf8)) }

  private func map(_ uri: [UInt8]) -> UInt32 {
    table.withLock { table in
      if let number = table.numbers[uri] { return number }
      table.texts.append(UInt(bitPattern: strdup((uri + [0]).map(CChar.init(bitPattern:)))))
      let number = UInt32(table.texts.count)
      table.numbers[uri] = number
      return number
    }
  }

  /// The URI of a number; nil for a number that ``map(_:)`` has not returned.
  func unmap(_ number: UInt32) -> String? { text(number).map { String(cString: $0) } }

  /// The URI as a permanent C string.
  func cString(_ uri: String) -> UnsafePointer<CChar>? { text(map(uri)) }

  private func text(_ number: UInt32) -> UnsafePointer<CChar>? {
    let address = table.withLock { table in
      number > 0 && Int(number) <= table.texts.count ? table.texts[Int(number) - 1] : 0
    }
    return UnsafePointer(bitPattern: address)
  }

  /// `LV2_URID_Map` of this map, which must outlive it.
  var mapFeature: LV2_URID_Map {
    LV2_URID_Map(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, uri in
      guard let handle, let uri else { return 0 }
      return Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue().map(
        Array(UnsafeRawBufferPointer(start: uri, count: strlen(uri))))
    }
  }

  /// `LV2_URID_Unmap` of this map, which must outlive it.
  var unmapFeature: LV2_URID_Unmap {
    LV2_URID_Unmap(handle: Unmanaged.passUnretained(self).toOpaque()) { handle, number in
      guard let handle else { return nil }
      return Unmanaged<URIDMap>.fromOpaque(handle).takeUnretainedValue().text(number)
    }
  }
}
