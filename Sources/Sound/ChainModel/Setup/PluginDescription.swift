internal import BundleReading
internal import ComponentModel

/// Reads bundles, and throws this module's errors.
package enum PluginDescription {
  package static func record(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> PluginRecord {
    let access = BundleAccess(settings.bundleDirectories)
    if let objection = access.objection(to: stage.bundle) { throw ChainError(objection, component: stage.component) }
    do throws(PluginSource.Failure) {
      let record = try PluginSource.record(ofPlugin: stage.component, bundle: stage.bundle)
      report(record.remarks, of: stage.component, to: settings)
      return record
    } catch {
      throw ChainError(error, component: stage.component, bundle: stage.bundle) {
        .bundle(path: stage.bundle, reason: $0.description)
      }
    }
  }

  package static func content(
    of preset: RenderChain.Preset, for component: String, settings: HostSettings
  ) throws(ChainError) -> PresetContent {
    if let objection = BundleAccess(settings.bundleDirectories).objection(to: preset.bundle) {
      throw ChainError(objection, component: component)
    }
    do throws(PluginSource.Failure) {
      let content = try PluginSource.preset(
        preset.uri, ofPlugin: component, bundle: preset.bundle, stateFolder: settings.stateFolder)
      report(content.remarks, of: component, to: settings)
      return content
    } catch {
      throw ChainError(error, component: component, bundle: preset.bundle) { .preset($0) }
    }
  }

  package static func presets(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> [RenderChain.Preset] {
    let access = BundleAccess(settings.bundleDirectories)
    if let objection = access.objection(to: stage.bundle) { throw ChainError(objection, component: stage.component) }
    do throws(PluginSource.Failure) {
      return try PluginSource.presets(ofPlugin: stage.component, bundle: stage.bundle).map {
        RenderChain.Preset(uri: $0, bundle: stage.bundle)
      }
    } catch {
      throw ChainError(error, component: stage.component, bundle: stage.bundle) { .preset($0) }
    }
  }

  package static func defaultState(
    of stage: RenderChain.Stage, _ settings: HostSettings
  ) throws(ChainError) -> [StateProperty] {
    do throws(PluginSource.Failure) {
      return try PluginSource.defaultState(
        ofPlugin: stage.component, bundle: stage.bundle, stateFolder: settings.stateFolder)
    } catch {
      throw ChainError(error, component: stage.component, bundle: stage.bundle) { .defaultState($0) }
    }
  }

  /// Reports the files that are left out: without them a plugin may work, but not as its author meant.
  private static func report(_ remarks: [ScanRemark], of component: String, to settings: HostSettings) {
    for case .unusableFile(let file, let problem) in remarks {
      let text = "\(file) of its bundle is left out: \(problem)"
      settings.log(PluginMessage(component: component, level: .error, text: text))
    }
  }
}

extension ChainError {
  /// An error about a bundle that can't be read: the machine is the cause, or the bundle itself.
  fileprivate init(
    _ failure: PluginSource.Failure, component: String, bundle: String, cause: (ContentProblem) -> Cause
  ) {
    let cause: Cause =
      switch failure {
      case .interrupted(let interruption): .unavailableBundle(path: bundle, reason: interruption.description)
      case .bundle(let problem): cause(.bundle(reason: problem.description))
      case .plugin(let problem): cause(.bundle(reason: problem.description))
      case .undeclared(let preset, let bundle): cause(.undeclared(uri: preset, bundle: bundle))
      case .invalidFile(let file, let problem): cause(.invalidFile(file, reason: problem.description))
      case .outsidePath(let path, let bundle): cause(.outsidePath(path, bundle: bundle))
      case .invalidValue(let key, let problem): cause(.invalidValue(key: key, reason: problem.description))
      }
    self.init(cause, component: component)
  }
}
