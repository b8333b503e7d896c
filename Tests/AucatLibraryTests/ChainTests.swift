import CAucat
import Foundation
import TestSupport
import Testing

/// Render chains by the C library.
@Suite struct ChainTests {
  /// Sound in memory through a chain.
  private func render(
    _ host: Host, _ chain: OpaquePointer?, _ channels: [[Float]], frames: Int, _ options: aucat_render_options? = nil,
    _ error: UnsafeMutablePointer<OpaquePointer?>? = nil
  ) -> [[Float]]? {
    let memory = channels.map { samples in
      let channel = UnsafeMutablePointer<Float>.allocate(capacity: samples.count)
      channel.initialize(from: samples, count: samples.count)
      return channel
    }
    defer { for channel in memory { channel.deallocate() } }
    var input: [UnsafePointer<Float>?] = memory.map { UnsafePointer($0) }
    var options = options ?? aucat_render_defaults()
    let audio = aucat_render(
      host.catalog, chain, &input, channels.count, frames, 48_000, &options, nil, nil, error)
    guard let audio else { return nil }
    defer { aucat_audio_free(audio) }
    let count = aucat_audio_frames(audio)
    return (0..<aucat_audio_channels(audio)).map { index in
      aucat_audio_channel(audio, index).map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
    }
  }

  private func exact(inProcess: Bool = false) -> aucat_render_options {
    var options = aucat_render_defaults()
    options.tail = 0
    options.is_in_process = inProcess
    return options
  }

  @Test(
    "memory is rendered with the parameters that are set, in a process of its own and here", arguments: [false, true])
  func memory(inProcess: Bool) throws {
    let host = Host()
    let chain = host.chain("gain-stereo")
    let left = (0..<3_000).map { Float($0) / 3_000 }
    let input = [left, left.map { -$0 }]
    #expect(outcome(aucat_chain_set(chain, 0, "gain", 0.5, nil)))
    let output = try #require(render(host, chain, input, frames: 3_000, exact(inProcess: inProcess)))
    #expect(output == input.map { $0.map { $0 * 0.5 } })
    #expect(aucat_chain_set_bypassed(chain, 0, true, nil))
    #expect(render(host, chain, input, frames: 3_000, exact(inProcess: inProcess)) == input)
  }

  @Test("a chain that generates its sound gets as many frames as the host wants")
  func generator() {
    let host = Host()
    let chain = host.chain("generator")
    let output = render(host, chain, [], frames: 1_000, exact())
    #expect(output?.first?.count == 1_000 && output?.first?.contains { $0 != 0 } == true)
  }

  @Test("a chain is a text, which is read back with its bundles")
  func texts() {
    let host = Host()
    let made = host.chain("gain-stereo", "echo")
    #expect(aucat_chain_set(made, 0, "gain", 0.25, nil) && aucat_chain_set_side_chained(made, 1, true, nil))
    let text = taken(aucat_chain_text(made, nil)) ?? ""
    let read = aucat_chain_read(host.catalog, text, nil)
    defer { aucat_chain_free(read) }
    #expect(aucat_chain_count(read) == 2 && taken(aucat_chain_text(read, nil)) == text)
    let copy = aucat_chain_copy(read)
    defer { aucat_chain_free(copy) }
    #expect(aucat_chain_remove(read, 0, nil) && aucat_chain_count(read) == 1 && aucat_chain_count(copy) == 2)
    var error: OpaquePointer?
    #expect(aucat_chain_read(host.catalog, "[", &error) == nil)
    #expect(taken(error).code == AUCAT_ERROR_CHAIN_TEXT)
    let foreign = text.replacingOccurrences(of: TestPlugins.uri("echo"), with: "urn:nothing")
    #expect(aucat_chain_read(host.catalog, foreign, &error) == nil)
    let failure = taken(error)
    #expect(failure.code == AUCAT_ERROR_NOT_FOUND && failure.component == "urn:nothing", "\(failure)")
  }

  @Test("a preset is chosen by name or URI")
  func presets() throws {
    let host = Host()
    let chain = host.chain("gain-stereo")
    let uri = host.with("gain-stereo") { component in
      let details = aucat_describe(host.catalog, component, nil)
      defer { aucat_details_free(details) }
      return text(aucat_preset_uri(details, 0))
    }
    try #require(!uri.isEmpty)
    #expect(outcome(aucat_chain_set_preset(chain, host.catalog, 0, uri, nil)))
    #expect(taken(aucat_chain_text(chain, nil))?.contains(uri) == true)
    #expect(aucat_chain_set_preset(chain, host.catalog, 0, nil, nil))
    #expect(taken(aucat_chain_text(chain, nil))?.contains(uri) == false)
    var error: OpaquePointer?
    #expect(!outcome(aucat_chain_set_preset(chain, host.catalog, 0, "nothing", &error)))
    #expect(taken(error).code == AUCAT_ERROR_NOT_FOUND)
  }

  @Test("a plugin that crashes is named, and the host goes on")
  func crash() {
    let host = Host()
    let chain = host.chain("crash-instantiate")
    var error: OpaquePointer?
    #expect(render(host, chain, [[0, 0]], frames: 2, exact(), &error) == nil)
    let failure = taken(error)
    #expect(
      failure.code == AUCAT_ERROR_PLUGIN && failure.component == TestPlugins.uri("crash-instantiate"), "\(failure)")
  }

  @Test("what can't be set or rendered is an error with its cause")
  func errors() {
    let host = Host()
    let chain = host.chain("gain-stereo")
    #expect(code { aucat_chain_set(chain, 1, "gain", 1, $0) } == AUCAT_ERROR_NOT_FOUND)
    #expect(code { aucat_chain_set(chain, 0, "gain", .nan, $0) } == AUCAT_ERROR_PARAMETER)
    #expect(code { aucat_chain_remove(chain, -1, $0) } == AUCAT_ERROR_NOT_FOUND)
    #expect(outcome(aucat_chain_set(chain, 0, "gian", 1, nil)))
    var error: OpaquePointer?
    #expect(render(host, chain, [[0], [0]], frames: 1, exact(), &error) == nil)
    #expect(taken(error).code == AUCAT_ERROR_PARAMETER)
    #expect(
      code { aucat_render(host.catalog, chain, nil, 2, 4, 48_000, nil, nil, nil, $0) != nil } == AUCAT_ERROR_ARGUMENT)
    #expect(
      code { aucat_render_file(host.catalog, chain, host.folder("none.wav"), host.folder("o.wav"), nil, nil, nil, $0) }
        == AUCAT_ERROR_AUDIO_FILE)
  }

  @Test("a file is rendered, or not written when the host stops")
  func files() {
    let host = Host()
    let chain = host.chain("gain-stereo")
    host.folder.write(
      WAVFile(.format(channels: 2), .data(Array(repeating: 1_000, count: 96_000))).bytes, to: "in.wav")
    var error: OpaquePointer?
    let stop: aucat_render_fn = { _, _ in false }
    #expect(
      !aucat_render_file(
        host.catalog, chain, host.folder("in.wav"), host.folder("out.wav"), nil, stop, nil, &error))
    #expect(taken(error).code == AUCAT_ERROR_INTERRUPTED && !host.folder.names(in: "").contains("out.wav"))
    #expect(
      aucat_render_file(host.catalog, chain, host.folder("in.wav"), host.folder("out.wav"), nil, nil, nil, &error),
      "\(taken(error))")
    #expect(Child.contents(host.folder("out.wav")).count > 96_000)
  }
}
