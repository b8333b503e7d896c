import CAucat
import TestSupport
import Testing

/// Sources and MIDI by the C library; what they sound like, `Tests/Python` says.
struct SourceTests {
  @Test("what is missing or out of range is an argument's error, and nothing crashes")
  func arguments() {
    let catalog = Host.shared.catalog
    expectArgumentErrors([
      { aucat_source_file(nil, $0) != nil }, { aucat_source_tone(nil, 440, 0, 1, 48_000, 2, $0) != nil },
      { aucat_source_tone("sine", .nan, 0, 1, 48_000, 2, $0) != nil },
      { aucat_source_tone("sine", 440, 0, .nan, 48_000, 2, $0) != nil },
      { aucat_source_tone("sine", 440, 0, 1, .infinity, 2, $0) != nil },
      { aucat_source_noise("white", 0, 1, 1, 48_000, -1, $0) != nil },
      { aucat_source_silence(.infinity, 48_000, 2, $0) != nil }, { aucat_source_sequence(nil, 1, $0) != nil },
      { aucat_source_layers(nil, 0, $0) != nil }, { aucat_source_loop(nil, 1, $0) != nil },
      { aucat_source_loop(aucat_source_silence(1, 48_000, 2, nil), -1, $0) != nil },
      { aucat_source_fade(nil, 0, 0, $0) != nil }, { aucat_source_gain(nil, 0, $0) != nil },
      { aucat_source_convert(nil, 48_000, 2, $0) != nil }, { aucat_source_new(nil, nil, 48_000, 2, $0) != nil },
      { aucat_source_seek(nil, 0, $0) }, { aucat_source_read(nil, nil, 1, nil, $0) },
      { aucat_source_send(nil, nil, 0, $0) },
      { aucat_source_finish(nil, $0) }, { aucat_midi_file(nil, $0) != nil }, { aucat_midi_phrase("C4", 0, $0) != nil },
      { aucat_midi_phrase(nil, 120, $0) != nil }, { aucat_midi_add(nil, 0, [0x90], 1, $0) },
      { aucat_source_chain(catalog, nil, nil, nil, $0) != nil },
      { aucat_source_instrument(catalog, nil, nil, 48_000, nil, $0) != nil },
      { aucat_render_source(nil, nil, nil, "x.wav", nil, nil, nil, $0) },
      { aucat_render_midi(catalog, nil, nil, 48_000, "x.wav", nil, nil, nil, $0) },
    ])
    verify(aucat_source_rate(nil) == 0 && aucat_source_channels(nil) == 0 && !aucat_source_length(nil, nil))
  }

  @Test("a host's source stops by giving more than there is room for; an instrument takes what is sent")
  func reading() throws {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 1_024)
    defer { memory.deallocate() }
    let source = try demand(aucat_source_new({ _, frames, _ in frames + 1 }, nil, 48_000, 1, nil))
    verify(failure { aucat_source_read(source, [memory], 64, nil, $0) }.code, equals: AUCAT_ERROR_INTERRUPTED)
    expectArgumentErrors([{ aucat_source_read(source, [nil], 64, nil, $0) }, { aucat_source_seek(source, 0, $0) }])
    aucat_source_free(source)

    let host = Host.shared
    let chain = aucat_chain_copy(host.chain("organ"))
    let organ = try demand(aucat_source_instrument(host.catalog, chain, nil, 48_000, nil, nil))
    aucat_chain_free(chain)
    verify(aucat_source_channels(organ) == 2 && aucat_source_rate(organ) == 48_000)
    verify(aucat_source_send(organ, [0x90, 60, 100], 3, nil))
    var count = 0
    verify(aucat_source_read(organ, [memory, memory + 512], 512, &count, nil) && count == 512 && memory[0] != 0)
    aucat_source_free(organ)
  }
}
