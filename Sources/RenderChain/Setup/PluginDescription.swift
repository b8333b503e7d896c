internal import BundleReading
internal import ComponentModel

/// Reads bundles, with this module's errors.
enum PluginDescription {
  static func record(
    of stage: RenderChain.Stage, _ access: BundleAccess
  ) throws(ChainError) -> PluginRecord {
    if let objection = access.objection(to: stage.bundle) { throw ChainError(objection, component: stage.component) }
    do throws(PluginSource.Failure) {
      return try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
    } catch {
      throw ChainError(.bundle(path: stage.bundle, reason: "\(error)"), component: stage.component)
    }
  }

  static func content(
    of preset: RenderChain.Preset, _ component: String, _ settings: HostSettings
  ) throws(ChainError) -> PresetContent {
    if let objection = BundleAccess(settings.bundleDirectories).objection(to: preset.bundle) {
      throw ChainError(.preset(reason: objection.description), component: component)
    }
    do throws(PluginSource.Failure) {
      return try PluginSource.preset(
        preset.uri, ofPlugin: component, bundle: preset.bundle, stateFolder: settings.stateFolder)
    } catch {
      throw ChainError(.preset(reason: "\(error)"), component: component)
    }
  }

  static func defaultState(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> [StateProperty] {
    do throws(PluginSource.Failure) {
      return try PluginSource.defaultState(
        ofPlugin: stage.component, bundle: stage.bundle, stateFolder: settings.stateFolder)
    } catch {
      throw ChainError(.defaultState(reason: "\(error)"), component: stage.component)
    }
  }
}
