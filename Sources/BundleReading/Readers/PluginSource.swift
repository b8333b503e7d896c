package import ComponentModel
internal import ComponentScan
internal import Turtle

/// What a host reads of a bundle before it loads a plugin: the bundle as it is now, and not as the catalog remembers
/// it.
///
/// One bundle is read, which takes less than a millisecond for most. Safe to use from any thread; not on the render
/// thread.
package enum PluginSource {
  /// Why a plugin's or preset's description can't be used.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line.
    package var description: String
  }

  /// Reads one plugin. Its binary is checked as in a scan: it lies in the bundle and is a regular file.
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
  /// - Parameter bundle: canonical path of the bundle that declares the preset, which may be another than the plugin's.
  package static func preset(_ uri: String, ofPlugin plugin: String, bundle: String) throws(Failure) -> PresetContent {
    let reader = try reader(bundle, keepsAll: true)
    let files = reader.fileNumbers(ofPreset: uri)
    guard let preset = reader.files.graph.term(uri), !files.isEmpty else {
      throw Failure(description: "\(bundle) does not declare the preset \(uri)")
    }
    return files.reduce(into: PresetContent()) { content, file in
      let part = StateReader(graph: reader.files.graph).content(of: preset, inFile: file)
      content.parameters.merge(part.parameters) { $1 }
      // A path that is a literal is one within the bundle.
      let state = part.state.map { $0.relative(to: bundle) }
      content.state += state.filter { !content.state.contains($0) }
    }
  }

  /// Reads the state in which a plugin wants to start (`state:loadDefaultState`); empty where it has none.
  package static func defaultState(ofPlugin uri: String, bundle: String) throws(Failure) -> [StateProperty] {
    let reader = try reader(bundle, keepsAll: true)
    let files = reader.fileNumbers(ofPlugin: uri)
    guard let plugin = reader.files.graph.term(uri) else { return [] }
    return files.flatMap { file in
      StateReader(graph: reader.files.graph).content(of: plugin, inFile: file).state.map { $0.relative(to: bundle) }
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

extension StateProperty {
  fileprivate func relative(to bundle: String) -> StateProperty {
    guard type == Namespace.atom + "Path", let first = bytes.first, first != UInt8(ascii: "/"), first != 0
    else {
      return self
    }
    return StateProperty(key: key, type: type, bytes: Array("\(bundle)/".utf8) + bytes, flags: flags)
  }
}
