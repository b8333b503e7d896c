package import ComponentModel
internal import ComponentScan

/// Reads what a host needs from a bundle before it loads a plugin: from the bundle's present files, not from the
/// catalog.
///
/// Each call reads one bundle, which takes less than a millisecond for most bundles. Safe to use from any thread except
/// the render thread.
package enum PluginSource {
  /// Why a plugin's or preset's description can't be used.
  package enum Failure: Error, Hashable, Sendable {
    /// The machine is to blame, which lacks descriptors, memory or room at the moment, or whose disk fails.
    case interrupted(ScanInterruption)
    /// The bundle can't be read.
    case bundle(BundleProblem)
    /// The plugin's description is not valid.
    case plugin(PluginProblem)
    /// The bundle at a path does not declare the preset.
    case undeclared(preset: String, bundle: String)
    /// A file of the preset, relative to the bundle, is not valid.
    case invalidFile(String, SyntaxProblem)
    /// A state names a path outside the bundle.
    case outsidePath(String, bundle: String)
    /// The value of a state's property is not valid.
    case invalidValue(key: String, AtomProblem)
  }

  /// Reads one plugin and checks its binary as a scan does: it must be a regular file in the bundle.
  ///
  /// - Parameter bundle: canonical path of the bundle.
  package static func record(ofPlugin uri: String, bundle: String) throws(Failure) -> PluginRecord {
    let reader = try reader(bundle)
    let record = Result { () throws(PluginProblem) in try reader.record(of: uri) }
    try checkCompleteness(of: reader)
    do throws(PluginProblem) {
      return try record.get()
    } catch {
      throw error.interruption.map(Failure.interrupted) ?? .plugin(error)
    }
  }

  /// Reads one preset of a plugin; its remarks name the files that are left out.
  ///
  /// - Parameters:
  ///   - bundle: canonical path of the bundle that declares the preset, which need not be the plugin's.
  ///   - stateFolder: the caller's state folder; an installed preset may name files in it and in its own bundle.
  package static func preset(
    _ uri: String, ofPlugin plugin: String, bundle: String, stateFolder: String? = nil
  ) throws(Failure) -> PresetContent {
    let reader = try reader(bundle, keepsAll: true)
    let files = try Self.files(ofPreset: uri, reader)
    guard let preset = reader.files.graph.term(uri), !files.numbers.isEmpty else {
      throw .undeclared(preset: uri, bundle: bundle)
    }
    var content = try content(of: preset, in: files.numbers, reader, stateFolder)
    content.remarks = files.remarks
    return content
  }

  /// The URIs of the presets of a plugin that a bundle declares, sorted.
  package static func presets(ofPlugin uri: String, bundle: String) throws(Failure) -> [String] {
    let reader = try reader(bundle)
    let presets = reader.presets().filter { $0.appliesTo == uri }.map(\.uri)
    try checkCompleteness(of: reader)
    return presets
  }

  private static func files(ofPreset uri: String, _ reader: BundleReader) throws(Failure) -> BundleReader.PresetFiles {
    let files = Result { () throws(BundleReader.PresetFileFailure) in try reader.files(ofPreset: uri) }
    try checkCompleteness(of: reader)
    do throws(BundleReader.PresetFileFailure) {
      return try files.get()
    } catch {
      throw .invalidFile(error.file, error.problem)
    }
  }

  /// Rejects a bundle with a file that can't be read at the moment: without it, the description would be another one.
  private static func checkCompleteness(of reader: BundleReader) throws(Failure) {
    if let cause = reader.interruption { throw .interrupted(cause) }
  }

  /// Reads the state in which a plugin wants to start (`state:loadDefaultState`); empty if it has none.
  package static func defaultState(
    ofPlugin uri: String, bundle: String, stateFolder: String? = nil
  ) throws(Failure) -> [StateProperty] {
    let reader = try reader(bundle, keepsAll: true)
    let files = reader.fileNumbers(ofPlugin: uri)
    try checkCompleteness(of: reader)
    guard let plugin = reader.files.graph.term(uri) else { return [] }
    return try content(of: plugin, in: files, reader, stateFolder).state
  }

  /// The port values and the state that files give a subject. If files give a port different values, the last one wins.
  private static func content(
    of subject: Term, in files: [Int], _ reader: BundleReader, _ stateFolder: String?
  ) throws(Failure) -> PresetContent {
    var content = PresetContent()
    var states = StateReader(reader.files.graph, bundle: reader.files.path)
    for file in files {
      let part = try Self.part(of: subject, inFile: file, &states)
      content.parameters.merge(part.parameters) { $1 }
      content.state += part.state.filter { !content.state.contains($0) }
    }
    let rule = StatePathRule(bundle: reader.files.path, folder: stateFolder)
    if let path = states.paths.first(where: { !rule.allows($0) }) {
      throw .outsidePath(path, bundle: reader.files.path)
    }
    return content
  }

  private static func part(
    of subject: Term, inFile file: Int, _ states: inout StateReader
  ) throws(Failure) -> PresetContent {
    do throws(StateReader.Malformed) {
      return try states.content(of: subject, inFile: file)
    } catch {
      throw .invalidValue(key: bounded(error.key), error.problem)
    }
  }

  private static func reader(_ bundle: String, keepsAll: Bool = false) throws(Failure) -> BundleReader {
    do throws(BundleProblem) {
      return try BundleReader(path: bundle, keepsAll: keepsAll)
    } catch {
      if case .interrupted(let cause) = error { throw .interrupted(cause) }
      throw .bundle(error)
    }
  }
}
