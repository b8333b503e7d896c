/// URIs of LV2's specifications that a host needs.
enum LV2URI {
  static let atom = "http://lv2plug.in/ns/ext/atom#"
  static let bufferSize = "http://lv2plug.in/ns/ext/buf-size#"
  static let core = "http://lv2plug.in/ns/lv2core#"
  static let log = "http://lv2plug.in/ns/ext/log#"
  static let options = "http://lv2plug.in/ns/ext/options#"
  static let parameters = "http://lv2plug.in/ns/ext/parameters#"
  static let patch = "http://lv2plug.in/ns/ext/patch#"
  static let resizePort = "http://lv2plug.in/ns/ext/resize-port#"
  static let state = "http://lv2plug.in/ns/ext/state#"
  static let time = "http://lv2plug.in/ns/ext/time#"
  static let urid = "http://lv2plug.in/ns/ext/urid#"
  static let worker = "http://lv2plug.in/ns/ext/worker#"
  static let midiEvent = "http://lv2plug.in/ns/ext/midi#MidiEvent"
}
