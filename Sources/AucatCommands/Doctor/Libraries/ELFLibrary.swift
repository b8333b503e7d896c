internal import AudioComponents
internal import Linux

/// What an ELF program or library says about the libraries that it needs. It is read, never loaded.
struct ELFLibrary {
  /// The names of the libraries that it needs.
  private(set) var needed: [String] = []
  /// Where they are looked for first (`DT_RUNPATH`, else `DT_RPATH`).
  private(set) var searchPath: [String] = []
  let architecture: Architecture

  /// Why a file is not a valid ELF file.
  enum Malformed: Error, CustomStringConvertible {
    case notAFile, notELF, tooManySegments(Int), missingStrings, largeTable, cutOff, strayText

    var description: String {
      switch self {
      case .notAFile: "it is not a file"
      case .notELF: "it is not an ELF file"
      case .tooManySegments(let count): "it has \(count) segments"
      case .missingStrings: "its string table is missing"
      case .largeTable: "one of its tables is too large"
      case .cutOff: "it is cut off"
      case .strayText: "one of its strings is outside the string table"
      }
    }
  }

  private static let (sizeOfHeader, sizeOfSegment, sizeOfEntry) = (64, 56, 16)
  private static let (dynamicSegment, loadedSegment): (UInt32, UInt32) = (2, 1)
  private static let (mostSegments, mostBytes) = (256, 1 << 22)

  /// Reads a file.
  ///
  /// - Throws: ``Malformed``; `SystemError` if it can't be read.
  init(_ path: String) throws {
    let file = try FileDescriptor(path, for: .reading, options: .nonBlocking)
    guard try FileStatus(of: file).isRegular else { throw Malformed.notAFile }
    let header = try Self.bytes(of: file, at: 0, count: Self.sizeOfHeader)
    guard let architecture = Architecture(elf: header.bytes) else {
      throw Malformed.notELF
    }
    self.architecture = architecture
    // Another processor's can't run here, whatever it needs.
    guard architecture == .current, architecture.bits == 64 else { return }
    let count = Int(try header.number(at: 56, as: UInt16.self))
    guard count <= Self.mostSegments else { throw Malformed.tooManySegments(count) }
    let segments = try Self.bytes(
      of: file, at: try header.number(at: 32, as: UInt64.self), count: count * Self.sizeOfSegment)
    try readDynamic(file, try (0..<count).map { try Segment(segments, at: $0 * Self.sizeOfSegment) })
  }

  private struct Segment {
    let type: UInt32
    let (offset, address, size): (UInt64, UInt64, UInt64)

    init(_ bytes: Bytes, at position: Int) throws {
      type = try bytes.number(at: position, as: UInt32.self)
      offset = try bytes.number(at: position + 8, as: UInt64.self)
      address = try bytes.number(at: position + 16, as: UInt64.self)
      size = try bytes.number(at: position + 32, as: UInt64.self)
    }
  }

  private mutating func readDynamic(_ file: borrowing FileDescriptor, _ segments: [Segment]) throws {
    guard let dynamic = segments.first(where: { $0.type == Self.dynamicSegment }) else { return }
    let table = try Self.bytes(of: file, at: dynamic.offset, count: Int(clamping: dynamic.size))
    var values: [UInt64: [UInt64]] = [:]
    for position in stride(from: 0, to: table.bytes.count - Self.sizeOfEntry + 1, by: Self.sizeOfEntry) {
      let tag = try table.number(at: position, as: UInt64.self)
      if tag == 0 { break }
      values[tag, default: []].append(try table.number(at: position + 8, as: UInt64.self))
    }
    guard let address = values[Tag.strings]?.first, let size = values[Tag.stringsSize]?.first else { return }
    guard
      let segment = segments.first(where: {
        $0.type == Self.loadedSegment && address >= $0.address && address - $0.address < $0.size
      }), case let (offset, isTooLarge) = segment.offset.addingReportingOverflow(address - segment.address), !isTooLarge
    else { throw Malformed.missingStrings }
    let strings = try Self.bytes(of: file, at: offset, count: Int(clamping: size))
    needed = try (values[Tag.needed] ?? []).map { try strings.text(at: $0) }
    let path = values[Tag.runPath]?.first ?? values[Tag.path]?.first
    searchPath = try path.map { try strings.text(at: $0).split(separator: ":").map(String.init) } ?? []
  }

  private enum Tag {
    static let (needed, strings, stringsSize): (UInt64, UInt64, UInt64) = (1, 5, 10)
    static let (path, runPath): (UInt64, UInt64) = (15, 29)
  }

  private static func bytes(of file: borrowing FileDescriptor, at offset: UInt64, count: Int) throws -> Bytes {
    guard count <= mostBytes, let start = Int64(exactly: offset) else {
      throw Malformed.largeTable
    }
    var bytes = [UInt8](repeating: 0, count: count)
    let borrowed = BorrowedDescriptor(file.number)
    // SAFETY: The array has `count` bytes, all initialized; `read` fills no more of them, and keeps no pointer to them.
    let read = try bytes.withUnsafeMutableBytes { try borrowed.read(into: $0, at: start) }
    guard read == count else { throw Malformed.cutOff }
    return Bytes(bytes: bytes)
  }
}

/// A part of a file, never read beyond its end. Numbers are in this machine's format.
private struct Bytes {
  let bytes: [UInt8]

  func number<Number: FixedWidthInteger>(at position: Int, as type: Number.Type) throws -> Number {
    guard position >= 0, position + MemoryLayout<Number>.size <= bytes.count else {
      throw ELFLibrary.Malformed.cutOff
    }
    // SAFETY: The guard keeps the whole number within the array, whatever the file says. It need not be aligned, and
    // every pattern of bits is an integer.
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: type) }
  }

  /// A text that ends with a null byte.
  func text(at position: UInt64) throws -> String {
    guard let start = Int(exactly: position), start < bytes.count, let end = bytes[start...].firstIndex(of: 0) else {
      throw ELFLibrary.Malformed.strayText
    }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
