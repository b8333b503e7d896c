internal import CLV2Host
internal import ComponentModel

extension PluginInstance {
  // SAFETY: The store outlives the call that gets it as a handle, and the plugin's interface lives as long as its
  // library, which is never unloaded.

  private var stateInterface: UnsafePointer<LV2_State_Interface>? { interface(Namespace.state + "interface") }

  func savedState(whileItRuns runs: Bool) throws(ChainError) -> [StateProperty] {
    guard let interface = stateInterface, let save = interface.pointee.save else { return [] }
    let store = StateStore()
    let status = callingPlugin {
      save(
        handle,
        { handle, key, value, size, type, flags in
          StateStore.at(handle).store(key, value: value, size: size, type: type, flags: flags)
        },
        Unmanaged.passUnretained(store).toOpaque(), LV2_STATE_IS_POD.rawValue,
        runs ? features.savingList : features.stateList)
    }
    if !runs { features.worker.settle() }
    return try withExtendedLifetime(store) { () throws(ChainError) in
      if store.isTooLarge { throw ChainError(.savingState(.tooLarge), component: uri) }
      if let failure = failure(status) { throw ChainError(.savingState(failure), component: uri) }
      return store.properties
    }
  }

  func restore(_ properties: [StateProperty]) throws(ChainError) {
    guard !properties.isEmpty else { return }
    guard let interface = stateInterface, let restore = interface.pointee.restore else {
      throw ChainError(.noState, component: uri)
    }
    let store = try named { () throws(ChainError) in try StateStore(restoring: properties) }
    let status = callingPlugin {
      restore(
        handle,
        { handle, key, size, type, flags in
          StateStore.at(handle).retrieve(key, size: size, type: type, flags: flags)
        },
        Unmanaged.passUnretained(store).toOpaque(), 0, features.stateList)
    }
    withExtendedLifetime(store) {}
    // Otherwise the first run would lack what the work gives.
    features.worker.settle()
    if let failure = failure(status) { throw ChainError(.restoringState(failure), component: uri) }
  }

  /// Gives errors the component's name.
  private func named<Result>(_ body: () throws(ChainError) -> Result) throws(ChainError) -> Result {
    do throws(ChainError) { return try body() } catch { throw ChainError(error.cause, component: uri) }
  }

  /// - Returns: nil if the call succeeded.
  private func failure(_ status: LV2_State_Status) -> ChainError.StateFailure? {
    switch status {
    case LV2_STATE_SUCCESS: nil
    case LV2_STATE_ERR_BAD_TYPE: .badType
    case LV2_STATE_ERR_BAD_FLAGS: .badFlags
    case LV2_STATE_ERR_NO_FEATURE: .noFeature
    case LV2_STATE_ERR_NO_PROPERTY: .noProperty
    default: .unknown
    }
  }
}
