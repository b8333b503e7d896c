/// URIs of LV2's specifications that more than one module needs.
package enum LV2 {
  /// `lv2:Plugin`, the class of every plugin.
  package static let plugin = Namespace.lv2 + "Plugin"
  /// `midi:MidiEvent`.
  package static let midiEvent = Namespace.midi + "MidiEvent"
  /// `lv2:hardRTCapable`: the plugin's promise that `run` is hard real-time safe.
  package static let hardRTCapable = Namespace.lv2 + "hardRTCapable"
  /// `lv2:isLive`: the plugin must process a live source.
  package static let isLive = Namespace.lv2 + "isLive"
  /// `lv2:inPlaceBroken`: input and output buffers may not be the same.
  package static let inPlaceBroken = Namespace.lv2 + "inPlaceBroken"
}
