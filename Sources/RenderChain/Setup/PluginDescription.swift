internal import BundleReading
internal import ComponentModel

/// Reads bundles, with this module's errors.
enum PluginDescription {
  static func record(of stage: RenderChain.Stage) throws(ChainError) -> PluginRecord {
    do throws(PluginSource.Failure) {
      return try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
    } catch {
      throw ChainError(.bundle(path: stage.bundle, reason: "\(error)"), component: stage.component)
    }
  }

  static func content(of preset: RenderChain.Preset, _ component: String) throws(ChainError) -> PresetContent {
    do throws(PluginSource.Failure) {
      return try PluginSource.preset(preset.uri, ofPlugin: component, bundle: preset.bundle)
    } catch {
      throw ChainError(.preset(reason: "\(error)"), component: component)
    }
  }

  static func defaultState(of stage: RenderChain.Stage) throws(ChainError) -> [StateProperty] {
    do throws(PluginSource.Failure) {
      return try PluginSource.defaultState(ofPlugin: stage.component, bundle: stage.bundle)
    } catch {
      throw ChainError(.defaultState(reason: "\(error)"), component: stage.component)
    }
  }
}
