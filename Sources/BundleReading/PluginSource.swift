public import ComponentModel
internal import ComponentScan
internal import Lilv

/// What a host reads of a bundle before it loads a plugin: the bundle as it is now, and not as the catalog remembers it.
///
/// One bundle is read, which takes less than a millisecond for most. May be used from any thread; not on the render thread.
public enum PluginSource {
  /// Why a plugin's or preset's description can't be used.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String
  }

  /// Reads one plugin. Its binary is checked as in a scan: it lies in the bundle and is a regular file.
  ///
  /// - Parameter bundle: canonical path of the bundle.
  public static func record(ofPlugin uri: String, bundle: String) throws(Fault) -> PluginRecord {
    let reader = try reader(bundle)
    do throws(PluginReader.Fault) {
      return try reader.record(of: uri)
    } catch {
      throw Fault(description: error.reason)
    }
  }

  /// Reads one preset of a plugin.
  ///
  /// - Parameter bundle: canonical path of the bundle that declares the preset, which may be another than the plugin's.
  public static func preset(_ uri: String, ofPlugin plugin: String, bundle: String) throws(Fault) -> PresetContent {
    let files = try reader(bundle).files(ofPreset: uri)
    guard !files.isEmpty else { throw Fault(description: "\(bundle) does not declare the preset \(uri)") }
    return files.reduce(into: PresetContent()) { content, file in
      let part = StateReader.content(of: uri, inFile: file)
      content.parameters.merge(part.parameters) { $1 }
      // A path that is a literal is one within the bundle.
      let state = part.state.map { $0.relative(to: bundle) }
      content.state += state.filter { !content.state.contains($0) }
    }
  }

  /// Reads the state in which a plugin wants to start (`state:loadDefaultState`); empty where it has none.
  public static func defaultState(ofPlugin uri: String, bundle: String) throws(Fault) -> [StateProperty] {
    try reader(bundle).files(ofPlugin: uri).flatMap { file in
      StateReader.content(of: uri, inFile: file).state.map { $0.relative(to: bundle) }
    }
  }

  private static func reader(_ bundle: String) throws(Fault) -> BundleReader {
    // lilv would say so on standard error.
    if let objection = FileRule(bundle: bundle).objection(to: bundle + "/manifest.ttl") {
      throw Fault(description: "manifest.ttl: \(objection)")
    }
    guard let reader = BundleReader(path: bundle, readsLanguages: false) else {
      throw Fault(description: "memory is exhausted")
    }
    if let fault = reader.readManifest() { throw Fault(description: fault) }
    return reader
  }
}

extension StateProperty {
  fileprivate func relative(to bundle: String) -> StateProperty {
    guard type == "http://lv2plug.in/ns/ext/atom#Path", let first = bytes.first, first != UInt8(ascii: "/"), first != 0
    else {
      return self
    }
    return StateProperty(key: key, type: type, bytes: Array("\(bundle)/".utf8) + bytes, flags: flags)
  }
}
