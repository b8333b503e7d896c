/// What the dynamic linker would use of a library, read from its file as elf(5) describes it. Nothing is loaded.
struct ELFImage {
  /// A version of a library's symbols that another one needs.
  struct NeededVersion: Hashable {
    var library: String
    var version: String
  }

  /// The names of the libraries that it needs.
  private(set) var needed: [String] = []
  /// The folders of `DT_RPATH`, which are searched first, and of `DT_RUNPATH`, searched after `LD_LIBRARY_PATH`.
  private(set) var path: (before: [String], after: [String]) = ([], [])
  private(set) var neededVersions: [NeededVersion] = []
  /// The versions of its own symbols.
  private(set) var versions: Set<String> = []
  private let bytes: ELFBytes
  private let segments: [(address: UInt64, offset: UInt64, size: UInt64)]
  private let entries: [UInt64: UInt64]
  private let names: ELFPart

  /// Tags of the dynamic section.
  private enum Tag {
    static let needed: UInt64 = 1, hash: UInt64 = 4, names: UInt64 = 5, symbols: UInt64 = 6, namesSize: UInt64 = 10
    static let path: UInt64 = 15, runPath: UInt64 = 29, hashOfGNU: UInt64 = 0x6FFF_FEF5
    static let symbolVersions: UInt64 = 0x6FFF_FFF0, versions: UInt64 = 0x6FFF_FFFC
    static let neededVersions: UInt64 = 0x6FFF_FFFE
  }

  /// Types of segments.
  private enum Segment {
    static let load: UInt32 = 1, dynamic: UInt32 = 2
  }

  /// The number of entries that a list of the file may have: real ones have a few thousand.
  private static let most = 1 << 16

  /// Reads a library with words of 64 bits, least significant bytes first; nil for any other file.
  init?(_ file: String) {
    guard let bytes = ELFBytes(file), let header = bytes.part(at: 0, count: 64), header.bytes.count == 64,
      header.bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return nil }
    let (size, count) = (header.small(54), header.small(56))
    guard size >= 56, let table = bytes.part(at: header.long(32), count: UInt64(size * count)) else { return nil }
    let starts = (0..<count).map { $0 * size }
    segments = starts.filter { table.word($0) == Segment.load }
      .map { (table.long($0 + 16), table.long($0 + 8), table.long($0 + 32)) }
    guard let start = starts.first(where: { table.word($0) == Segment.dynamic }),
      let dynamic = bytes.part(at: table.long(start + 8), count: table.long(start + 32))
    else { return nil }
    self.bytes = bytes
    let list = stride(from: 0, to: dynamic.bytes.count - 15, by: 16).prefix(Self.most)
      .map { (tag: dynamic.long($0), value: dynamic.long($0 + 8)) }.prefix { $0.tag != 0 }
    entries = Dictionary(list.map { ($0.tag, $0.value) }, uniquingKeysWith: { first, _ in first })
    names =
      Self.part(bytes, segments, at: entries[Tag.names], count: entries[Tag.namesSize] ?? 0) ?? ELFPart(bytes: [])
    needed = list.filter { $0.tag == Tag.needed }.map { names.text(Int(clamping: $0.value)) }
    path = (folders(Tag.path), folders(Tag.runPath))
    if !path.after.isEmpty { path.before = [] }
    readVersions()
  }

  private func folders(_ tag: UInt64) -> [String] {
    entries[tag].map { names.text(Int(clamping: $0)).split(separator: ":").map(String.init) } ?? []
  }

  /// The part of the file that lies at an address once it is loaded.
  private static func part(
    _ bytes: ELFBytes, _ segments: [(address: UInt64, offset: UInt64, size: UInt64)], at address: UInt64?,
    count: UInt64
  ) -> ELFPart? {
    guard let address,
      let segment = segments.first(where: { $0.address <= address && address - $0.address < $0.size })
    else { return nil }
    let distance = address - segment.address
    let (offset, isTooFar) = segment.offset.addingReportingOverflow(distance)
    return isTooFar ? nil : bytes.part(at: offset, count: min(count, segment.size - distance))
  }

  private func part(_ tag: UInt64, from start: UInt64 = 0, count: UInt64 = .max) -> ELFPart? {
    guard let address = entries[tag] else { return nil }
    let (place, isTooFar) = address.addingReportingOverflow(start)
    return isTooFar ? nil : Self.part(bytes, segments, at: place, count: count)
  }
}

extension ELFImage {
  private mutating func readVersions() {
    if let part = part(Tag.neededVersions, count: 1 << 20) {
      Self.forEach(part, next: 12) { start in
        let library = names.text(Int(part.word(start + 4)))
        var aux = start + Int(part.word(start + 8))
        for _ in 0..<part.small(start + 2) where neededVersions.count < Self.most {
          // A weak version may be missing.
          if part.small(aux + 4) & 2 == 0 {
            neededVersions.append(NeededVersion(library: library, version: names.text(Int(part.word(aux + 8)))))
          }
          let distance = Int(part.word(aux + 12))
          if distance == 0 { break }
          aux += distance
        }
      }
    }
    if let part = part(Tag.versions, count: 1 << 20) {
      Self.forEach(part, next: 16) { start in
        versions.insert(names.text(Int(part.word(start + Int(part.word(start + 12))))))
      }
    }
  }

  /// Calls `body` with the offset of each element of a list, whose elements have the distance to the next one.
  private static func forEach(_ part: ELFPart, next: Int, _ body: (Int) -> Void) {
    var start = 0
    for _ in 0..<most {
      guard start < part.bytes.count else { return }
      body(start)
      let distance = Int(part.word(start + next))
      if distance == 0 { return }
      start += distance
    }
  }
}

extension ELFImage {
  /// A symbol that a library takes from others.
  struct UndefinedSymbol: Hashable {
    var name: String
    /// Whether it asks for a version of it.
    var isVersioned: Bool
  }

  /// The hashes of symbols, each with the lowest bit set, as files have them.
  struct Hashes {
    var all: Set<UInt32> = []
    /// Those that are also for libraries that ask for no version: superseded versions aren't.
    var current: Set<UInt32> = []
  }

  /// The symbols that it takes from other libraries, except weak ones, which may be missing.
  var undefinedSymbols: [UndefinedSymbol] {
    // The linker puts them before those in its table of hashes, which has at least a plugin's entry point.
    let count = part(Tag.hashOfGNU, count: 16).map { UInt64($0.word(4)) } ?? symbolCount
    guard let symbols = part(Tag.symbols, count: count * 24) else { return [] }
    let versions = part(Tag.symbolVersions, count: count * 2)
    return Self.symbols(in: symbols).filter { $0.section == 0 && $0.isGlobal }.map { symbol in
      // 0 and 1 stand for no version.
      let version = versions.map { $0.small(symbol.index * 2) & 0x7FFF } ?? 0
      return UndefinedSymbol(name: names.text(symbol.name), isVersioned: version > 1)
    }.filter { !$0.name.isEmpty }
  }

  /// The hashes of the symbols that it gives to others.
  var definedHashes: Hashes {
    guard let header = part(Tag.hashOfGNU, count: 16) else { return hashesOfNames }
    let (count, first, words) = (UInt64(header.word(0)), header.word(4), UInt64(header.word(8)))
    let start = 16 + words * 8
    guard let buckets = part(Tag.hashOfGNU, from: start, count: count * 4) else { return Hashes() }
    let last = stride(from: 0, to: buckets.bytes.count, by: 4).map { buckets.word($0) }.max() ?? 0
    guard last >= first else { return Hashes() }
    let known = UInt64(last - first)
    guard let chain = part(Tag.hashOfGNU, from: start + count * 4, count: (known + Self.longestBucket) * 4) else {
      return Hashes()
    }
    let versions = part(Tag.symbolVersions, from: UInt64(first) * 2, count: (known + Self.longestBucket) * 2)
    var hashes = Hashes()
    for place in stride(from: 0, to: chain.bytes.count - 3, by: 4) {
      let hash = chain.word(place)
      hashes.all.insert(hash | 1)
      if Self.isCurrent(versions?.small(place / 2) ?? 0) { hashes.current.insert(hash | 1) }
      // The lowest bit ends a bucket, and the last bucket ends the table.
      if place / 4 >= Int(known), hash & 1 == 1 { break }
    }
    return hashes
  }

  /// Whether libraries that ask for no version get a symbol with this one: the linker gives them the oldest version, 2, in
  /// any case.
  private static func isCurrent(_ version: Int) -> Bool { version & superseded == 0 || version & 0x7FFF <= 2 }

  /// The mark of a symbol's version that only libraries get that ask for it.
  private static let superseded = 0x8000
  /// More than the number of symbols in a bucket of the table of hashes.
  private static let longestBucket: UInt64 = 4_096

  /// The hash of a symbol's name, with the lowest bit set.
  static func hash(_ name: String) -> UInt32 { name.utf8.reduce(5_381 as UInt32) { $0 &* 33 &+ UInt32($1) } | 1 }

  /// The number of symbols, as an older table of hashes gives it.
  private var symbolCount: UInt64 { part(Tag.hash, count: 8).map { UInt64($0.word(4)) } ?? 0 }

  private var hashesOfNames: Hashes {
    guard let symbols = part(Tag.symbols, count: symbolCount * 24) else { return Hashes() }
    let hashes = Set(Self.symbols(in: symbols).filter { $0.section != 0 }.map { Self.hash(names.text($0.name)) })
    return Hashes(all: hashes, current: hashes)
  }

  /// All symbols of a table but the first, which stands for none.
  private static func symbols(in part: ELFPart) -> [(index: Int, name: Int, isGlobal: Bool, section: Int)] {
    stride(from: 24, to: part.bytes.count - 23, by: 24).prefix(most).map { start in
      let binding = part.bytes[start + 4] >> 4
      return (start / 24, Int(part.word(start)), binding != 0 && binding != 2, part.small(start + 6))
    }
  }
}
