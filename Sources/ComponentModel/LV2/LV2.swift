/// URIs of LV2's specifications that more than one module needs.
package enum LV2 {
  /// Prefix of the core specification.
  package static let core = Namespace.lv2
  /// `lv2:Plugin`, the class of every plugin.
  package static let plugin = core + "Plugin"
  /// `midi:MidiEvent`.
  package static let midiEvent = Namespace.midi + "MidiEvent"
  /// `lv2:hardRTCapable`: the plugin's promise that `run` is hard real-time safe.
  package static let hardRTCapable = core + "hardRTCapable"
  /// `lv2:isLive`: the plugin must process a live source.
  package static let isLive = core + "isLive"
  /// `lv2:inPlaceBroken`: input and output buffers may not be the same.
  package static let inPlaceBroken = core + "inPlaceBroken"
}
