/// The LV2 classes and other resources that identify what a plugin, port or preset is.
package enum ResourceClass: Int, CaseIterable, Sendable {
  case plugin, preset
  case audioPort, cvPort, controlPort, atomPort, eventPort
  case inputPort, outputPort
  case latency, enabled

  /// The URI.
  package var uri: String {
    switch self {
    case .plugin: LV2.plugin
    case .preset: Namespace.presets + "Preset"
    case .audioPort: Namespace.lv2 + "AudioPort"
    case .cvPort: Namespace.lv2 + "CVPort"
    case .controlPort: Namespace.lv2 + "ControlPort"
    case .atomPort: Namespace.atom + "AtomPort"
    case .eventPort: Namespace.event + "EventPort"
    case .inputPort: Namespace.lv2 + "InputPort"
    case .outputPort: Namespace.lv2 + "OutputPort"
    case .latency: Namespace.lv2 + "latency"
    case .enabled: Namespace.lv2 + "enabled"
    }
  }
}
