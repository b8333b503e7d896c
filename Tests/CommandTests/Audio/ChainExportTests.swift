import TestSupport
import Testing

/// `aucat chain export`: what it writes, and what it refuses.
@Suite struct ChainExportTests {
  private let studio = Studio()

  /// Exports a chain of stages, each a JSON object with the name of a test plugin as its component.
  private func export(_ words: String..., stages: String...) -> Child {
    studio.folder.write(Self.chain(stages), to: "my chain.json")
    return studio.shell(#"exec "$aucat" chain export "my chain.json" "$@""#, [:], words)
  }

  static func chain(_ stages: [String]) -> String {
    let stages = stages.map { $0.replacing("@", with: TestPlugins.uri("")) }
    return #"{"aucat": "chain", "version": 1, "stages": [\#(stages.joined(separator: ", "))]}"#
  }

  @Test("a plugin for one channel is there once for each, linked as in a render, with values where they differ")
  func graph() {
    let run = export(
      "--pipewire", stages: #"{"component": "@gain-mono", "parameters": {"gain": 0.5}}"#,
      #"{"component": "@gain-stereo", "preset": "@preset:double"}"#, #"{"component": "@stereo-to-mono"}"#)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let expected = """
      # Made by `aucat chain export --pipewire`.
      context.modules = [
        { name = libpipewire-module-filter-chain
          args = {
            node.description = "my chain"
            media.name = "my chain"
            filter.graph = {
              nodes = [
                { type = lv2 name = "1-gain-mono-1" plugin = "urn:aucat:test:gain-mono" control = { "gain" = 0.5 } }
                { type = lv2 name = "1-gain-mono-2" plugin = "urn:aucat:test:gain-mono" control = { "gain" = 0.5 } }
                { type = lv2 name = "2-gain-stereo" plugin = "urn:aucat:test:gain-stereo" control = { "gain" = 2 } }
                { type = lv2 name = "3-stereo-to-mono" plugin = "urn:aucat:test:stereo-to-mono" }
              ]
              links = [
                { output = "1-gain-mono-1:out" input = "2-gain-stereo:in_left" }
                { output = "1-gain-mono-2:out" input = "2-gain-stereo:in_right" }
                { output = "2-gain-stereo:out_left" input = "3-stereo-to-mono:in_left" }
                { output = "2-gain-stereo:out_right" input = "3-stereo-to-mono:in_right" }
              ]
              inputs = [ "1-gain-mono-1:in" "1-gain-mono-2:in" ]
              outputs = [ "3-stereo-to-mono:out" ]
            }
            capture.props = {
              node.name = "effect_input.my_chain"
              media.class = Audio/Sink
              audio.channels = 2
              audio.position = [ FL FR ]
            }
            playback.props = {
              node.name = "effect_output.my_chain"
              node.passive = true
              audio.channels = 1
              audio.position = [ MONO ]
            }
          }
        }
      ]

      """
    #expect(run.text == expected)
  }

  @Test("a channel that goes to several ports, or to none, is copied")
  func copies() {
    let mono = export("--pipewire", "--channels", "1", stages: #"{"component": "@gain-stereo"}"#)
    #expect(mono.text.contains(#"{ type = builtin label = copy name = "input-1" }"#), "\(mono.text)\(mono.errors)")
    for port in ["left", "right"] {
      #expect(mono.text.contains(#"{ output = "input-1:Out" input = "1-gain-stereo:in_\#(port)" }"#), "\(mono.text)")
    }
    #expect(mono.text.contains(#"inputs = [ "input-1:In" ]"#))
    let keyed = export("--pipewire", stages: #"{"component": "@side-chain", "sideChain": "input"}"#)
    #expect(keyed.text.contains(#"{ output = "input-2:Out" input = "1-side-chain-2:key" }"#), "\(keyed.text)")
    let bypassed = export("--pipewire", stages: #"{"component": "@gain-mono", "bypass": true}"#)
    #expect(bypassed.text.contains(#"outputs = [ "input-1:Out" "input-2:Out" ]"#), "\(bypassed.text)")
    #expect(!bypassed.text.contains("gain-mono"))
    let enabled = export("--pipewire", stages: #"{"component": "@enabled", "bypass": true}"#)
    #expect(enabled.text.contains(#"control = { "enabled" = 0 }"#), "\(enabled.text)")
  }

  @Test("a default in parts of the sample rate is given in hertz, since other hosts take it as it is written")
  func defaults() {
    let run = export("--pipewire", "--channels", "1", stages: #"{"component": "@toggles"}"#)
    #expect(run.text.contains(#"control = { "rate" = 12000 }"#), "\(run.text)\(run.errors)")
    let line = export("--jalv", stages: #"{"component": "@toggles", "parameters": {"Integer": -3}}"#)
    #expect(line.text == "jalv -c integer=-3 -c rate=12000 urn:aucat:test:toggles\n", "\(line.errors)")
  }

  @Test("it is written to a file, whole or not at all, and replaces an earlier one only with --force")
  func file() {
    studio.folder.write("old", to: "out.conf")
    export("--pipewire", "-o", "out.conf", stages: #"{"component": "@gain-mono"}"#).expectRefusal(
      2, saying: "out.conf exists; name another file, or add --force")
    #expect(Child.contents(studio.folder("out.conf")) == Array("old".utf8))
    let run = export("--pipewire", "--force", "-o", "out.conf", stages: #"{"component": "@gain-mono"}"#)
    #expect(run.status == 0 && run.text == "" && run.errors == "")
    #expect(String(decoding: Child.contents(studio.folder("out.conf")), as: UTF8.self).hasPrefix("# Made by"))
    export("--pipewire", "-o", "nosuch/out.conf", stages: #"{"component": "@gain-mono"}"#).expectRefusal(
      3, saying: "nosuch/out.conf can't be written (its folder does not exist)")
  }

  @Test(
    "what the other program can't do is an error that names the plugin and a remedy",
    arguments: [
      (#"{"component": "@midi-gate"}"#, "--pipewire", "port `events` carries MIDI", "or `aucat render`"),
      (#"{"component": "@patch"}"#, "--pipewire", "port `control` carries messages", "use a plugin without"),
      (#"{"component": "@cv"}"#, "--pipewire", "port `cv_in` carries control voltage", "use a plugin without"),
      (#"{"component": "@live"}"#, "--pipewire", "requires http://lv2plug.in/ns/lv2core#isLive", "another plugin"),
      (#"{"component": "@unknown-feature"}"#, "--jalv", "which jalv does not support", "another plugin"),
      (
        #"{"component": "@preset-state", "preset": "@preset:stored"}"#, "--pipewire", "restores none",
        "choose a preset that only sets parameters"
      ),
      (
        #"{"component": "@preset-state", "preset": "@preset:stored"}"#, "--jalv", "its preset has a state",
        "type `preset URI`"
      ),
      (#"{"component": "@mono-to-stereo", "bypass": true}"#, "--pipewire", "can't bypass it", "remove it"),
      (#"{"component": "@gain-mono", "bypass": true}"#, "--jalv", "can't bypass it", "remove `bypass`"),
      (#"{"component": "@gain-mono", "parameters": {"gain": 1000}}"#, "--pipewire", "has values from", "not 1000"),
    ])
  func refusals(stage: String, program: String, says: String, remedy: String) {
    let channels = stage.contains("mono-to-stereo") ? "1" : "2"
    let run = export(program, "--channels", channels, stages: stage)
    run.expectRefusal(2, saying: says)
    #expect(run.errors.contains(remedy) && run.errors.contains("urn:aucat:test:"), "\(run.errors)")
  }

  /// jalv knows some features without offering them, so it refuses a plugin that requires one.
  @Test(arguments: ["state#makePath", "state#threadSafeRestore", "core#hardRTCapable"])
  func featuresAreThoseThatTheProgramOffers(feature: String) {
    let uri = feature.hasPrefix("core") ? "http://lv2plug.in/ns/lv2\(feature)" : "http://lv2plug.in/ns/ext/\(feature)"
    studio.folder.write(
      """
      @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
      @prefix doap: <http://usefulinc.com/ns/doap#> .
      <urn:aucat:test:needy> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "Needy" ; lv2:requiredFeature <\(uri)> ;
        lv2:port [ a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ] .
      """, to: "lv2/needy.lv2/manifest.ttl")
    studio.folder.write("", to: "lv2/needy.lv2/plugin.so")
    studio.folder.write(Self.chain([#"{"component": "@needy"}"#]), to: "needy.json")
    studio.shell(
      #"exec "$aucat" chain export --jalv needy.json"#,
      ["LV2_PATH": studio.folder("lv2"), "AUCAT_CATALOG": studio.folder("catalog.sqlite")]
    ).expectRefusal(2, saying: "requires \(uri), which jalv does not support")
  }

  @Test("a chain that is empty, or too long for jalv, no chain, and words that don't belong together are refused")
  func wrongWords() {
    export("--pipewire").expectRefusal(2, saying: "has no components")
    export("--jalv", stages: #"{"component": "@gain-mono"}"#, #"{"component": "@gain-mono"}"#).expectRefusal(
      2, saying: "jalv hosts one component, and the chain has 2")
    export("--pipewire", stages: #"{"component": "@three-in"}"#).expectRefusal(2, saying: "it has 3 audio inputs")
    #expect(export(stages: #"{"component": "@gain-mono"}"#).status == 2)
    #expect(export("--pipewire", "--jalv", stages: #"{"component": "@gain-mono"}"#).status == 2)
    #expect(export("--pipewire", "--channels", "0", stages: #"{"component": "@gain-mono"}"#).status == 2)
    studio.shell(#"exec "$aucat" chain export --pipewire nosuch.json"#).expectRefusal(
      3, saying: "nosuch.json can't be read")
  }
}
