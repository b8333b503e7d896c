internal import BundleReading
internal import ComponentModel

/// Reads what bundles say, with this module's errors.
enum PluginDescription {
  static func record(of stage: RenderChain.Stage) throws(ChainError) -> PluginRecord {
    do throws(PluginSource.Fault) {
      return try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
    } catch {
      throw ChainError(.description, stage.component, "\(error) (\(stage.bundle)); `aucat scan` looks at it again")
    }
  }

  static func content(of preset: RenderChain.Preset, _ component: String) throws(ChainError) -> PresetContent {
    do throws(PluginSource.Fault) {
      return try PluginSource.preset(preset.uri, ofPlugin: component, bundle: preset.bundle)
    } catch {
      throw ChainError(.description, component, "its preset can't be read: \(error)")
    }
  }

  static func defaultState(of stage: RenderChain.Stage) throws(ChainError) -> [StateProperty] {
    do throws(PluginSource.Fault) {
      return try PluginSource.defaultState(ofPlugin: stage.component, bundle: stage.bundle)
    } catch {
      throw ChainError(.description, stage.component, "its default state can't be read: \(error)")
    }
  }
}
