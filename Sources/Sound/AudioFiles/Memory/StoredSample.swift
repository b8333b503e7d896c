/// The forms of a sample in memory and in files. All are little-endian, like every Linux platform that Swift supports.
package enum StoredSample: Sendable {
  /// 0…255, with silence at 128, as in 8-bit WAV.
  case uint8
  /// Signed integers in two's complement.
  case int8, int16, int24, int32
  /// IEEE 754 floating-point numbers.
  case float32, float64

  /// The size of one sample in bytes.
  package var byteCount: Int {
    switch self {
    case .uint8, .int8: 1
    case .int16: 2
    case .int24: 3
    case .int32, .float32: 4
    case .float64: 8
    }
  }
}

/// One form of a sample: how it is read from memory and written to it.
///
/// `Double` represents every value of every form exactly, so a conversion between any two forms rounds at most once.
protocol SampleForm {
  static var byteCount: Int { get }
  // SAFETY: Callers have `byteCount` bytes at the address (`SampleRun`), and no form reads or writes more.
  /// The sample at an address that need not be aligned; integers between -1 and 1.
  static func load(_ address: UnsafeRawPointer) -> Double
  /// Writes a sample; for an integer, it is rounded to the nearest, half to even, and clipped, and NaN becomes 0.
  static func store(_ value: Double, _ address: UnsafeMutableRawPointer)
}

/// Returns the integer nearest to a sample, clipped to a number of bits.
///
/// Adding 1.5 · 2^52 to a small number leaves its rounded value in the lowest bits. Unlike a conversion to `Int32`,
/// which checks its range, that can be vectorized.
@inline(__always)
private func rounded(_ value: Double, bits: Int) -> Int32 {
  let scale = Double(1 << (bits - 1))
  let number = value == value ? value * scale : 0
  let high = number < scale - 1 ? number : scale - 1
  let clipped = high > -scale ? high : -scale
  return Int32(truncatingIfNeeded: Int64(bitPattern: (clipped + 6_755_399_441_055_744).bitPattern))
}

// SAFETY: Each form reads and writes exactly its `byteCount` bytes, which callers have, with accesses that need no
// alignment. Every bit pattern is a valid value.

enum UInt8Form: SampleForm {
  static let byteCount = 1

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double {
    Double(Int32(address.loadUnaligned(as: UInt8.self)) &- 128) * 0x1p-7
  }

  @inline(__always)
  static func store(_ value: Double, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: UInt8(truncatingIfNeeded: rounded(value, bits: 8) &+ 128), as: UInt8.self)
  }
}

/// Signed integers of a type that Swift has.
enum IntegerForm<Value: FixedWidthInteger & SignedInteger & BitwiseCopyable>: SampleForm {
  static var byteCount: Int { MemoryLayout<Value>.size }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double {
    Double(address.loadUnaligned(as: Value.self)) / Double(1 << (Value.bitWidth - 1))
  }

  @inline(__always)
  static func store(_ value: Double, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: Value(truncatingIfNeeded: rounded(value, bits: Value.bitWidth)), as: Value.self)
  }
}

enum Int24Form: SampleForm {
  static let byteCount = 3

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double {
    let low = Int32(address.loadUnaligned(as: UInt16.self))
    let high = Int32(address.loadUnaligned(fromByteOffset: 2, as: Int8.self))
    return Double(high << 16 | low) * 0x1p-23
  }

  @inline(__always)
  static func store(_ value: Double, _ address: UnsafeMutableRawPointer) {
    let number = rounded(value, bits: 24)
    address.storeBytes(of: UInt16(truncatingIfNeeded: number), as: UInt16.self)
    address.storeBytes(of: UInt8(truncatingIfNeeded: number >> 16), toByteOffset: 2, as: UInt8.self)
  }
}

enum FloatForm<Value: BinaryFloatingPoint & BitwiseCopyable>: SampleForm {
  static var byteCount: Int { MemoryLayout<Value>.size }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Double { Double(address.loadUnaligned(as: Value.self)) }

  @inline(__always)
  static func store(_ value: Double, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: Value(value), as: Value.self)
  }
}
