import TestSupport
import Testing

/// Exported chains in the programs that they are for, each with a server of its own and without a sound card.
@Suite(.part(.hosts), .serialized, .enabled(if: Sanitizer.allowsForeignHosts, "hosts lack the sanitizer"))
struct ChainHostTests {
  private let studio = Studio()

  /// A constant is what a gain changes in the same way, whenever it begins.
  private static let level: [Float] = [0.5, 0.25]

  init() {
    let frames = 48_000 * 20
    studio.write(Sound(channels: Self.level.map { Array(repeating: $0, count: frames) }), to: "in.wav", rate: 48_000)
  }

  private static func chain(_ stages: [String]) -> String {
    let stages = stages.map { $0.replacing("@", with: TestPlugins.uri("")) }
    return #"{"aucat": "chain", "version": 1, "stages": [\#(stages.joined(separator: ", "))]}"#
  }

  private static let daemon = """
    context.properties = { support.dbus = false core.daemon = true core.name = pipewire-0 }
    context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
    context.modules = [
      { name = libpipewire-module-protocol-native } { name = libpipewire-module-spa-node-factory }
      { name = libpipewire-module-client-node } { name = libpipewire-module-access args = {} }
      { name = libpipewire-module-adapter } { name = libpipewire-module-link-factory }
    ]
    context.objects = [
      { factory = spa-node-factory
        args = { factory.name = support.node.driver node.name = driver node.group = pipewire.dummy priority.driver = 20000 } }
      { factory = adapter
        args = {
          factory.name = support.null-audio-sink node.name = nullsink media.class = Audio/Sink object.linger = true
          audio.position = [ FL FR ]
          adapter.auto-port-config = { mode = dsp monitor = true position = preserve } } }
    ]
    """

  private static let filterChains = """
    context.properties = { support.dbus = false }
    context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert support.* = support/libspa-support }
    context.modules = [
      { name = libpipewire-module-protocol-native } { name = libpipewire-module-client-node }
      { name = libpipewire-module-adapter }
    ]
    """

  /// Plays `in.wav` through the sink `vocals`, and records what comes out. The ports are configured and linked by hand, as a
  /// session manager would, for which there is no D-Bus.
  private static let session = #"""
    export XDG_RUNTIME_DIR="$folder/run" XDG_CONFIG_HOME="$folder/config"
    mkdir -m 700 "$XDG_RUNTIME_DIR"
    pids=
    trap 'kill $pids 2>/dev/null; wait' EXIT
    started() { "$@" >>log 2>&1 & pids="$! $pids"; last=$!; }
    # Tries a command until it succeeds, for 20 seconds.
    until_done() { n=0; until "$@" >>log 2>&1; do n=$((n + 1)); [ $n -lt 100 ] || { cat log >&2; exit 99; }; sleep 0.2; done; }
    id_of() { pw-cli ls Node | awk -v n="\"$1\"" '/^\tid/ { i = $2 + 0 } /node.name/ && $3 == n { print i }'; }
    configured() {
      id=$(id_of "$1"); [ -n "$id" ] || return 1
      format="{ mediaType: audio, mediaSubtype: raw, format: F32P, rate: 48000, channels: 2, position: [ FL, FR ] }"
      pw-cli set-param "$id" PortConfig "{ direction: $2, mode: dsp, format: $format }"
    }
    heard() { [ "$(wc -c < out.wav)" -gt 400000 ]; }
    started pipewire -c "$folder/daemon.conf"
    until_done pw-cli info 0
    started pipewire -c filter-chain.conf
    started pw-cat -p --target 0 -P '{ node.name = player }' in.wav
    started pw-cat -r --target 0 -P '{ node.name = recorder }' --format f32 --rate 48000 --channels 2 out.wav
    recorder=$last
    until_done configured effect_input.vocals Input
    until_done configured effect_output.vocals Output
    until_done configured player Output
    until_done configured recorder Input
    for side in FL FR; do
      until_done pw-link "effect_output.vocals:output_$side" "recorder:input_$side"
      until_done pw-link "effect_output.vocals:output_$side" "nullsink:playback_$side"
    done
    for side in FL FR; do until_done pw-link "player:output_$side" "effect_input.vocals:playback_$side"; done
    until_done heard
    pw-dump
    # It completes its file, and then says that it was interrupted.
    kill -INT "$recorder"
    wait "$recorder" || true
    """#

  @Test(
    "PipeWire loads an exported chain with its values, and sounds like a render",
    .enabled(if: Machine.has("pipewire") && Machine.has("pw-cat"), "pipewire-bin is not installed"))
  func pipewire() throws {
    let stages = [
      #"{"component": "@gain-mono", "parameters": {"gain": 0.5}}"#,
      #"{"component": "@side-chain", "sideChain": "input"}"#, #"{"component": "@side-chain"}"#,
      #"{"component": "@gain-stereo", "preset": "@preset:out-of-range"}"#,
      #"{"component": "@gain-stereo", "parameters": {"gain": 1e-1}}"#, #"{"component": "@gain-mono", "bypass": true}"#,
    ]
    studio.folder.write(Self.chain(stages), to: "vocals.json")
    studio.folder.write(Self.daemon, to: "daemon.conf")
    studio.folder.write(Self.filterChains, to: "config/pipewire/filter-chain.conf")
    _ = studio.shell("mkdir config/pipewire/filter-chain.conf.d")
    let render = studio.shell(
      """
      "$aucat" chain export --pipewire vocals.json -o config/pipewire/filter-chain.conf.d/vocals.conf &&
        "$aucat" render in.wav rendered.wav --chain vocals.json --tail 0
      """)
    verify(render.status, equals: 0, "\(render.errors)")
    let run = studio.shell(Self.session)
    try demand(run.status == 0, "\(run.errors)")
    let dump = run.text.filter { !$0.isWhitespace }
    for value in [
      #""1-gain-mono-1:gain",0.5"#, #""1-gain-mono-2:gain",0.5"#, #""4-gain-stereo:gain",2.0"#,
      #""5-gain-stereo:gain",0.1"#,
    ] {
      verify(dump.contains(value), "\(value)")
    }
    let rendered = try demand(studio.sound("rendered.wav"))
    let played = try demand(studio.sound("out.wav"))
    verify(played.channels.count, equals: 2)
    for (played, rendered) in zip(played.channels, rendered.channels) {
      let loudest = try demand(played.max())
      verify(abs(loudest - rendered[24_000]) < 1e-6 && loudest > 0, "\(loudest) \(rendered[24_000])")
      verify(played.allSatisfy { $0 == 0 || $0 == loudest })
    }
  }

  @Test(
    "jalv starts with an exported line, and has its values",
    .enabled(if: Machine.has("jalv") && Machine.has("jackd"), "jalv or jackd2 is not installed"))
  func jalv() throws {
    let stage = #"{"component": "@toggles", "parameters": {"integer": -3, "logarithmic": 440.5}}"#
    studio.folder.write(Self.chain([stage]), to: "one.json")
    let run = studio.shell(
      #"""
      export JACK_DEFAULT_SERVER="aucat-test-$$" JACK_NO_AUDIO_RESERVATION=1 JACK_NO_START_SERVER=1
      jackd -n "$JACK_DEFAULT_SERVER" -r -d dummy >log 2>&1 &
      server=$!
      trap 'kill $server; wait' EXIT
      n=0
      until jack_lsp >>log 2>&1 || [ $n -ge 50 ]; do n=$((n + 1)); sleep 0.2; done
      "$aucat" chain export --jalv one.json >line || exit 98
      { sleep 1; echo controls; sleep 1; } | sh ./line
      """#)
    verify(run.status, equals: 0, "\(run.errors)")
    for value in ["integer = -3.0", "logarithmic = 440.5", "rate = 12000.0"] {
      verify(run.text.contains(value), "\(run.text) \(run.errors)")
    }
  }
}
