internal import BundleReading
internal import ComponentModel

/// Reads bundles, with this module's errors.
enum PluginDescription {
  static func record(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> PluginRecord {
    let access = BundleAccess(settings.bundleDirectories)
    if let objection = access.objection(to: stage.bundle) { throw ChainError(objection, component: stage.component) }
    do throws(PluginSource.Failure) {
      let record = try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
      report(record.remarks, of: stage.component, to: settings)
      return record
    } catch {
      let cause = ChainError.Cause.bundle(path: stage.bundle, reason: "\(error)")
      throw ChainError(error, or: cause, component: stage.component, bundle: stage.bundle)
    }
  }

  static func content(
    of preset: RenderChain.Preset, for component: String, settings: HostSettings
  ) throws(ChainError) -> PresetContent {
    if let objection = BundleAccess(settings.bundleDirectories).objection(to: preset.bundle) {
      throw ChainError(.preset(reason: objection.description), component: component)
    }
    do throws(PluginSource.Failure) {
      let content = try PluginSource.preset(
        preset.uri, ofPlugin: component, bundle: preset.bundle, stateFolder: settings.stateFolder)
      report(content.remarks, of: component, to: settings)
      return content
    } catch {
      throw ChainError(error, or: .preset(reason: "\(error)"), component: component, bundle: preset.bundle)
    }
  }

  static func defaultState(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> [StateProperty] {
    do throws(PluginSource.Failure) {
      return try PluginSource.defaultState(
        ofPlugin: stage.component, bundle: stage.bundle, stateFolder: settings.stateFolder)
    } catch {
      let cause = ChainError.Cause.defaultState(reason: "\(error)")
      throw ChainError(error, or: cause, component: stage.component, bundle: stage.bundle)
    }
  }

  /// Names the files that are left out: a plugin that lacks what they say may work, but not as its author meant.
  private static func report(_ remarks: [ScanRemark], of component: String, to settings: HostSettings) {
    for case .unusableFile(let file, let problem) in remarks {
      let text = "\(file) of its bundle is left out: \(problem)"
      settings.log(PluginMessage(component: component, level: .error, text: text))
    }
  }
}

extension ChainError {
  /// An error about a bundle: the machine's, or else the bundle's own.
  fileprivate init(_ failure: PluginSource.Failure, or cause: Cause, component: String, bundle: String) {
    let machine = Cause.unavailableBundle(path: bundle, reason: failure.description)
    self.init(failure.isTemporary ? machine : cause, component: component)
  }
}
