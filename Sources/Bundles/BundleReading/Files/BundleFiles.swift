package import ComponentModel
internal import ComponentScan
internal import Linux

/// The Turtle files of one bundle in one graph. Each file is read at most once, through the gate.
package final class BundleFiles {
  /// The result of reading a file.
  package enum Reading: Hashable, Sendable {
    /// It is in the graph, under this number.
    case read(Int)
    /// It is not UTF-8. It is in the graph, under this number, with U+FFFD for each invalid part.
    case repaired(Int, SyntaxProblem)
    /// It is invalid; its beginning is in the graph, under this number.
    case invalid(Int, SyntaxProblem)
    /// It was not opened, or could not be read.
    case unusable(FileProblem)
    /// It is not a local Turtle file, and is not read.
    case ignored
  }

  /// How much of the files to keep, and how strictly to read them.
  package struct Options: Hashable, Sendable {
    /// Whether to keep statements that scans don't need.
    package var keepsAll: Bool
    /// Whether to repair a file that is not UTF-8.
    package var repairs: Bool

    package init(keepsAll: Bool = false, repairs: Bool = true) {
      self.keepsAll = keepsAll
      self.repairs = repairs
    }
  }

  /// Canonical path of the bundle.
  package let path: String
  package let graph: Graph
  package let gate: FileGate
  /// A temporary reason why a file couldn't be read; nil if there is none.
  package private(set) var interruption: ScanInterruption?
  private let repairs: Bool
  private var readings: [String: Reading] = [:]
  private var bytesLeft = ScanLimits.bundleTurtle

  /// The files of the bundle at a canonical path, not read yet.
  package init(path: String, _ options: Options = Options()) {
    self.path = path
    repairs = options.repairs
    gate = FileGate(bundle: path)
    graph = Graph(vocabulary: Self.vocabulary, keeping: options.keepsAll ? nil : 0..<Property.scanned)
  }

  private static let vocabulary = Property.allCases.map(\.uri) + ResourceClass.allCases.map(\.uri)

  package var manifest: String { path + "/manifest.ttl" }

  /// Reads a file unless it has been read.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - take: receives the contents of a valid or repaired file when it is first read.
  @discardableResult
  package func read(_ file: String, _ take: ((UnsafeRawBufferPointer) -> Void)? = nil) -> Reading {
    let file = LexicalPath.normalized(file)
    if let known = readings[file] { return known }
    let reading = readNow(file, take)
    if case .unusable(.unavailable(let cause)) = reading { interruption = interruption ?? cause }
    readings[file] = reading
    return reading
  }

  /// Reads a file by its URI; ignores anything but local Turtle files, as lilv does.
  @discardableResult
  package func read(uri: String) -> Reading {
    guard uri.hasSuffix(".ttl"), let file = FileURI.path(uri) else { return .ignored }
    return read(file)
  }

  /// The result for a file that has been read.
  package func reading(of file: String) -> Reading? { readings[LexicalPath.normalized(file)] }

  private func readNow(_ file: String, _ take: ((UnsafeRawBufferPointer) -> Void)?) -> Reading {
    do throws(FileProblem) {
      let descriptor = try gate.open(file)
      let size = try gated { () throws(SystemError) in try FileStatus(of: descriptor).size }
      // Links may lead to more than the bundle's own files, which the survey has added up.
      guard size <= bytesLeft else {
        throw .tooLarge(ScanLimits.bundleTurtle >> 20, limit: ScanLimits.bundleTurtle >> 20)
      }
      bytesLeft -= size
      let contents = try FileContents(of: descriptor, size: size)
      return read(contents.bytes, of: file, take)
    } catch {
      return .unusable(error)
    }
  }

  private func read(
    _ bytes: UnsafeRawBufferPointer, of file: String, _ take: ((UnsafeRawBufferPointer) -> Void)?
  ) -> Reading {
    // SAFETY: The graph copies what it keeps, and `take` may use the bytes only during its call.
    let number = graph.read(bytes, path: file)
    guard let problem = problem(ofFile: number) else {
      take?(bytes)
      return .read(number)
    }
    // Checking the encoding is slow, so only invalid files are checked.
    guard repairs, let repaired = RepairedText.utf8(of: bytes) else { return .invalid(number, problem) }
    return repaired.withUnsafeBytes { bytes in
      let number = graph.read(bytes, path: file)
      if let other = self.problem(ofFile: number) { return .invalid(number, other) }
      take?(bytes)
      return .repaired(number, problem)
    }
  }

  private func problem(ofFile number: Int) -> SyntaxProblem? {
    graph.files[number].error.map { SyntaxProblem(line: $0.line, column: $0.column, message: bounded($0.message)) }
  }

  /// A path for messages: relative to the bundle if it is inside.
  package func relative(_ file: String) -> String {
    LexicalPath.isInside(file, path) ? String(Substring(file.utf8.dropFirst(path.utf8.count + 1))) : file
  }
}

extension BundleFiles.Reading {
  /// The file's number in the graph; nil if none of it was read.
  package var number: Int? {
    switch self {
    case .read(let number), .repaired(let number, _), .invalid(let number, _): number
    case .unusable, .ignored: nil
    }
  }
}

extension Graph {
  /// The term of a property, in a graph of ``BundleFiles``.
  package func term(_ property: Property) -> Term { term(at: property.rawValue) }

  /// The term of a class, in a graph of ``BundleFiles``.
  package func term(_ type: ResourceClass) -> Term { term(at: Property.allCases.count + type.rawValue) }
}

/// A file's contents in memory.
struct FileContents: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  /// The contents, valid as long as this value exists.
  let bytes: UnsafeRawBufferPointer

  /// Reads an open file, up to the limit for one file.
  init(of file: borrowing FileDescriptor, size: Int) throws(FileProblem) {
    // SAFETY: `read` fills no more than the buffer, and returns how many bytes: only those, which are initialized, can
    // be seen.
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: min(size, ScanLimits.fileSize), alignment: 16)
    do throws(SystemError) {
      bytes = UnsafeRawBufferPointer(rebasing: memory[..<(try file.read(into: memory, at: 0))])
    } catch {
      memory.deallocate()
      throw FileProblem(error)
    }
    self.memory = memory
  }

  // SAFETY: This value can't be copied, so it is the only owner of the memory, and no pointer into it is kept.
  deinit { memory.deallocate() }
}

/// Text in another encoding, such as Latin-1, repaired to UTF-8.
enum RepairedText {
  /// The bytes with U+FFFD in place of each part that is not UTF-8; nil if all of them are UTF-8.
  static func utf8(of bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    // SAFETY: The bytes are copied before this returns.
    // Decoding replaces invalid parts and changes nothing else.
    let repaired = Array(String(decoding: bytes, as: UTF8.self).utf8)
    return repaired.elementsEqual(bytes) ? nil : repaired
  }
}
