package import ComponentModel
internal import ComponentScan
internal import Turtle

/// What a host reads from a bundle before it loads a plugin: the bundle as it is now, not as the catalog recorded it.
///
/// Reads one bundle, which takes less than a millisecond for most. Safe to use from any thread except the render
/// thread.
package enum PluginSource {
  /// Why a plugin's or preset's description can't be used.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line.
    package var description: String
  }

  /// Reads one plugin and checks its binary as a scan does: it must be a regular file in the bundle.
  ///
  /// - Parameter bundle: canonical path of the bundle.
  package static func record(ofPlugin uri: String, bundle: String) throws(Failure) -> PluginRecord {
    let reader = try reader(bundle)
    do throws(PluginProblem) {
      return try reader.record(of: uri)
    } catch {
      throw Failure(description: error.description)
    }
  }

  /// Reads one preset of a plugin.
  ///
  /// - Parameters:
  ///   - bundle: canonical path of the bundle that declares the preset, which need not be the plugin's.
  ///   - stateFolder: the caller's state folder; an installed preset may name files in it and in its own bundle.
  package static func preset(
    _ uri: String, ofPlugin plugin: String, bundle: String, stateFolder: String? = nil
  ) throws(Failure) -> PresetContent {
    let reader = try reader(bundle, keepsAll: true)
    let files = try Self.files(ofPreset: uri, reader)
    guard let preset = reader.files.graph.term(uri), !files.isEmpty else {
      throw Failure(description: "\(bundle) does not declare the preset \(uri)")
    }
    return try content(of: preset, in: files, reader, stateFolder)
  }

  private static func files(ofPreset uri: String, _ reader: BundleReader) throws(Failure) -> [Int] {
    do throws(BundleReader.PresetFileFailure) {
      return try reader.fileNumbers(ofPreset: uri)
    } catch {
      throw Failure(description: "\(error.file): \(error.problem)")
    }
  }

  /// Reads the state in which a plugin wants to start (`state:loadDefaultState`); empty if it has none.
  package static func defaultState(
    ofPlugin uri: String, bundle: String, stateFolder: String? = nil
  ) throws(Failure) -> [StateProperty] {
    let reader = try reader(bundle, keepsAll: true)
    let files = reader.fileNumbers(ofPlugin: uri)
    guard let plugin = reader.files.graph.term(uri) else { return [] }
    return try content(of: plugin, in: files, reader, stateFolder).state
  }

  /// What files say about a subject.
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
      throw Failure(
        description:
          "it names \(path), which is not in its bundle \(reader.files.path); only one in a bundle of your own may do that"
      )
    }
    return content
  }

  private static func part(
    of subject: Term, inFile file: Int, _ states: inout StateReader
  ) throws(Failure) -> PresetContent {
    do throws(StateReader.Malformed) {
      return try states.content(of: subject, inFile: file)
    } catch {
      throw Failure(description: "the value of \(bounded(error.key)) is \(error.problem)")
    }
  }

  private static func reader(_ bundle: String, keepsAll: Bool = false) throws(Failure) -> BundleReader {
    do throws(BundleProblem) {
      return try BundleReader(path: bundle, keepsAll: keepsAll)
    } catch {
      throw Failure(description: error.description)
    }
  }
}
