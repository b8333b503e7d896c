internal import CLV2Host
internal import ComponentModel
internal import Glibc

extension PluginInstance {
  private var stateInterface: UnsafePointer<LV2_State_Interface>? { interface(LV2URI.state + "interface") }

  /// The plugin's state, as it stores it; empty where it has none.
  func savedState() throws(ChainError) -> [StateProperty] {
    guard let interface = stateInterface, let save = interface.pointee.save else { return [] }
    let store = StateStore([])
    let status = save(
      handle, { handle, key, value, size, type, flags in StateStore.at(handle).store(key, value, size, type, flags) },
      Unmanaged.passUnretained(store).toOpaque(), LV2_STATE_IS_POD.rawValue, features.stateList)
    return try withExtendedLifetime(store) { () throws(ChainError) in
      try check(status, "saved")
      return store.properties
    }
  }

  /// Gives the plugin a state. It may not run meanwhile.
  func restore(_ properties: [StateProperty]) throws(ChainError) {
    guard !properties.isEmpty else { return }
    guard let interface = stateInterface, let restore = interface.pointee.restore else {
      throw ChainError(.state, uri, "it has no state that could be restored")
    }
    let store = StateStore(properties)
    let status = restore(
      handle, { handle, key, size, type, flags in StateStore.at(handle).retrieve(key, size, type, flags) },
      Unmanaged.passUnretained(store).toOpaque(), 0, features.stateList)
    withExtendedLifetime(store) {}
    try check(status, "restored")
  }

  private func check(_ status: LV2_State_Status, _ word: String) throws(ChainError) {
    let reason: String
    switch status {
    case LV2_STATE_SUCCESS: return
    case LV2_STATE_ERR_BAD_TYPE: reason = "a property has a type that it does not know"
    case LV2_STATE_ERR_BAD_FLAGS: reason = "a property can't be kept in a file"
    case LV2_STATE_ERR_NO_FEATURE: reason = "it needs a feature that this host does not have"
    case LV2_STATE_ERR_NO_PROPERTY: reason = "a property is missing"
    default: reason = "the plugin gives no reason"
    }
    throw ChainError(.state, uri, "its state can't be \(word): \(reason)")
  }
}
