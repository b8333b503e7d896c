/// The URIs of LV2's specifications that more than one module needs.
///
/// LV2's own header macros are built from other macros, which Swift does not import.
package enum LV2 {
  /// Prefix of the core specification.
  package static let core = "http://lv2plug.in/ns/lv2core#"
  /// `lv2:Plugin`, the class of every plugin.
  package static let plugin = core + "Plugin"
  /// `midi:MidiEvent`.
  package static let midiEvent = "http://lv2plug.in/ns/ext/midi#MidiEvent"
  /// `lv2:hardRTCapable`: the plugin's promise that `run` is hard real-time safe.
  package static let hardRTCapable = core + "hardRTCapable"
  /// `lv2:isLive`: the plugin has to follow a live source.
  package static let isLive = core + "isLive"
  /// `lv2:inPlaceBroken`: input and output buffers may not be the same.
  package static let inPlaceBroken = core + "inPlaceBroken"
}
