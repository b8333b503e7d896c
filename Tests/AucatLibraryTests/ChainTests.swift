import CAucat
import Foundation
import TestSupport
import Testing

/// Render chains by the C library.
struct ChainTests {
  private let host = Host.shared

  /// Sound in memory through a chain.
  private func render(
    _ chain: OpaquePointer?, _ channels: [[Float]], frames: Int, inProcess: Bool = false, rate: Double = 48_000,
    _ error: ErrorPlace? = nil
  ) -> [[Float]]? {
    let memory = channels.map { samples in
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
      channel.initialize(from: samples, count: samples.count)
      return channel
    }
    defer { for channel in memory { channel.deallocate() } }
    var input: [UnsafePointer<Float>?] = memory.map { UnsafePointer($0) }
    var options = aucat_render_defaults()
    (options.tail, options.is_in_process) = (0, inProcess)
    let audio = aucat_render(host.catalog, chain, &input, channels.count, frames, rate, &options, nil, nil, error)
    guard let audio else { return nil }
    defer { aucat_audio_free(audio) }
    let count = aucat_audio_frames(audio)
    return (0..<aucat_audio_channels(audio)).map { index in
      aucat_audio_channel(audio, index).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }
  }

  @Test("memory is rendered with the parameters that are set, or as many frames as the host wants, in either process")
  func memory() {
    let left = (0..<3_000).map { Float($0) / 3_000 }
    let input = [left, left.map { -$0 }]
    for inProcess in [false, true] {
      let chain = host.chain("gain-stereo")
      verify(aucat_chain_set(chain, 0, "gain", 0.5, nil))
      let output = render(chain, input, frames: 3_000, inProcess: inProcess)
      verify(output, equals: input.map { $0.map { $0 * 0.5 } })
      verify(aucat_chain_set_bypassed(chain, 0, true, nil))
      verify(render(chain, input, frames: 3_000, inProcess: inProcess), equals: input)
      let generator = host.chain("generator")
      let sound = render(generator, [], frames: 1_000, inProcess: inProcess)?.first
      verify(sound?.count == 1_000 && sound?.contains { $0 != 0 } == true)

      let silent = failure { render(host.chain(), [], frames: 480, inProcess: inProcess, $0) != nil }
      verify(silent.code == AUCAT_ERROR_CHANNELS && silent.message.contains("add a component"), "\(silent)")
      let rate = failure { render(generator, [], frames: 10, inProcess: inProcess, rate: .nan, $0) != nil }
      verify(rate.code == AUCAT_ERROR_ARGUMENT && rate.message.contains("nan Hz"), "\(rate)")
    }
  }

  @Test("a chain is a text, which is read back with its bundles; a preset is chosen by its URI")
  func texts() throws {
    let made = host.chain("gain-stereo", "echo")
    verify(aucat_chain_set(made, 0, "gain", 0.25, nil) && aucat_chain_set_side_chained(made, 1, true, nil))
    let chainText = taken(aucat_chain_text(made, nil)) ?? ""
    let read = aucat_chain_read(host.catalog, chainText, nil)
    defer { aucat_chain_free(read) }
    verify(aucat_chain_count(read) == 2 && taken(aucat_chain_text(read, nil)) == chainText)
    let copy = aucat_chain_copy(read)
    defer { aucat_chain_free(copy) }
    verify(aucat_chain_remove(read, 0, nil) && aucat_chain_count(read) == 1 && aucat_chain_count(copy) == 2)
    verify(failure { aucat_chain_read(host.catalog, "[", $0) }.code, equals: AUCAT_ERROR_CHAIN_TEXT)
    let foreign = chainText.replacingOccurrences(of: TestPlugins.uri("echo"), with: "urn:nothing")
    let missing = failure { aucat_chain_read(host.catalog, foreign, $0) }
    verify(missing.code == AUCAT_ERROR_NOT_FOUND && missing.component == "urn:nothing", "\(missing)")

    let chain = host.chain("gain-stereo")
    let uri = host.with("gain-stereo") { component in
      let details = aucat_describe(host.catalog, component, nil)
      defer { aucat_details_free(details) }
      return text(aucat_preset_uri(details, 0))
    }
    try demand(!uri.isEmpty)
    for preset in [uri, nil] {
      verify(aucat_chain_set_preset(chain, host.catalog, 0, preset, nil))
      verify(taken(aucat_chain_text(chain, nil))?.contains(uri), equals: preset != nil)
    }
    verify(
      failure { aucat_chain_set_preset(chain, host.catalog, 0, "nothing", $0) }.code, equals: AUCAT_ERROR_NOT_FOUND)
  }

  @Test("a parameter is set by a text as `--set` takes it")
  func settings() {
    let chain = host.chain("toggles")
    for (parameter, word, value) in [
      ("enumeration", "HIGH", "10"), ("Toggled", "yes", "1"), ("integer", "-4", "-4"), ("rate", "0.125", "0.125"),
    ] {
      verify(aucat_chain_set_text(chain, host.catalog, 0, parameter, word, nil), "\(parameter)")
      let text = taken(aucat_chain_text(chain, nil)) ?? ""
      verify(text.contains("\"\(parameter.lowercased())\":\(value)"), "\(text)")
    }
    for (parameter, word) in [("enumeration", "Highest"), ("gian", "1"), ("toggled", "maybe")] {
      let wrong = failure { aucat_chain_set_text(chain, host.catalog, 0, parameter, word, $0) }
      verify(wrong.code == AUCAT_ERROR_PARAMETER && wrong.component == TestPlugins.uri("toggles"), "\(wrong)")
    }
    let stage = failure { aucat_chain_set_text(chain, host.catalog, 1, "toggled", "yes", $0) }
    verify(stage.code, equals: AUCAT_ERROR_NOT_FOUND)
    expectArgumentErrors([
      { aucat_chain_set_text(chain, nil, 0, "toggled", "yes", $0) },
      { aucat_chain_set_text(chain, host.catalog, 0, "toggled", nil, $0) },
    ])
  }

  @Test("what can't be set or rendered is an error with its cause, and a plugin that crashes is named")
  func errors() {
    let chain = host.chain("gain-stereo")
    verify(failure { aucat_chain_set(chain, 1, "gain", 1, $0) }.code, equals: AUCAT_ERROR_NOT_FOUND)
    verify(failure { aucat_chain_set(chain, 0, "gain", .nan, $0) }.code, equals: AUCAT_ERROR_PARAMETER)
    let stage = failure { aucat_chain_remove(chain, sizeMax, $0) }
    verify(stage.code == AUCAT_ERROR_NOT_FOUND && stage.message.contains("no stage \(UInt.max)"), "\(stage)")
    verify(aucat_chain_set(chain, 0, "gian", 1, nil))
    verify(failure { render(chain, [[0], [0]], frames: 1, $0) != nil }.code, equals: AUCAT_ERROR_PARAMETER)
    let crash = failure { render(host.chain("crash-instantiate"), [[0, 0]], frames: 2, $0) != nil }
    verify(crash.code == AUCAT_ERROR_PLUGIN && crash.component == TestPlugins.uri("crash-instantiate"), "\(crash)")
  }

  @Test("a file is rendered, or not written when it is missing or the host stops")
  func files() {
    let chain = host.chain("gain-stereo")
    let folder = TemporaryFolder()
    let (input, output) = (folder("in.wav"), folder("out.wav"))
    let missing = failure { aucat_render_file(host.catalog, chain, input, output, nil, nil, nil, $0) }
    verify(missing.code, equals: AUCAT_ERROR_AUDIO_FILE)
    folder.write(WAVFile(.format(channels: 2), .data(Array(repeating: 1_000, count: 96_000))).bytes, to: "in.wav")
    let stop: aucat_render_fn = { _, _ in false }
    let stopped = failure { aucat_render_file(host.catalog, chain, input, output, nil, stop, nil, $0) }
    verify(stopped.code == AUCAT_ERROR_INTERRUPTED && folder.names(in: "") == ["in.wav"])
    verify(aucat_render_file(host.catalog, chain, input, output, nil, nil, nil, nil))
    verify(Child.contents(output).count > 96_000)
  }
}
