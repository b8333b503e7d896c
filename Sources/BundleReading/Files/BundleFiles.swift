package import ComponentModel
internal import ComponentScan
internal import Linux
package import Turtle

/// The Turtle files of one bundle in one graph. Each file is read at most once, through the gate.
package final class BundleFiles {
  /// What became of a file.
  package enum Reading: Hashable, Sendable {
    /// It is in the graph, below this number.
    case read(Int)
    /// It is not valid; its beginning is in the graph, below this number.
    case invalid(Int, SyntaxProblem)
    /// It was not opened, or could not be read.
    case unusable(FileProblem)
    /// It is no local Turtle file, and nobody reads it.
    case ignored
  }

  /// Canonical path of the bundle.
  package let path: String
  package let graph: Graph
  package let gate: FileGate
  private var readings: [String: Reading] = [:]

  /// The files of the bundle at a canonical path, none of which has been read.
  ///
  /// - Parameter keepsAll: whether statements are kept that a scan has no use for.
  package init(path: String, keepsAll: Bool) {
    self.path = path
    gate = FileGate(bundle: path)
    graph = Graph(vocabulary: Self.vocabulary, keeping: keepsAll ? nil : 0..<Property.scanned)
  }

  private static let vocabulary = Property.allCases.map(\.uri) + ResourceClass.allCases.map(\.uri)

  package var manifest: String { path + "/manifest.ttl" }

  /// How many files have been parsed, which tests look at.
  package var parsed: Int { graph.files.count }

  /// Reads a file where that has not been done.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - take: gets the contents of a file that is valid and read for the first time.
  @discardableResult
  package func read(_ file: String, _ take: ((UnsafeRawBufferPointer) -> Void)? = nil) -> Reading {
    let file = LexicalPath.normalized(file)
    if let known = readings[file] { return known }
    let reading = readNow(file, take)
    readings[file] = reading
    return reading
  }

  /// Reads a file by its URI; what is no local Turtle file is left alone, as lilv does.
  @discardableResult
  package func read(uri: String) -> Reading {
    guard uri.hasSuffix(".ttl"), let file = FileURI.path(uri) else { return .ignored }
    return read(file)
  }

  /// What became of a file that has been read before.
  package func reading(of file: String) -> Reading? { readings[LexicalPath.normalized(file)] }

  private func readNow(_ file: String, _ take: ((UnsafeRawBufferPointer) -> Void)?) -> Reading {
    do throws(FileProblem) {
      let descriptor = try gate.open(file)
      let size = try gated { () throws(SystemError) in try FileStatus(of: descriptor).size }
      let contents = try FileContents(of: descriptor, size: size)
      let number = graph.read(contents.bytes, path: file)
      if let error = graph.files[number].error {
        return .invalid(
          number, SyntaxProblem(line: error.line, column: error.column, message: bounded(error.message)))
      }
      take?(contents.bytes)
      return .read(number)
    } catch {
      return .unusable(error)
    }
  }

  /// A path as people write it: relative to the bundle where it lies inside.
  package func relative(_ file: String) -> String {
    LexicalPath.isInside(file, path) ? String(file.dropFirst(path.count + 1)) : file
  }
}

extension BundleFiles.Reading {
  /// The file's number in the graph, where anything of it is there.
  package var number: Int? {
    switch self {
    case .read(let number), .invalid(let number, _): number
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
