import CJack
import Linux
import Synchronization
import Testing

@testable import LiveSound
@testable import ChainHosting

/// A chain on a device that changes, goes and comes back.
@Suite struct LiveSessionTests {
  let bench = SessionBench()
  var server: FakeServer { bench.server }

  /// The largest second difference of a sound: what a click is heard by.
  private func roughness(_ sound: [[Float]]) -> Float {
    sound.map { channel in
      zip(channel, zip(channel.dropFirst(), channel.dropFirst(2))).map { abs($0 - 2 * $1.0 + $1.1) }.max() ?? 0
    }.max() ?? 0
  }

  @Test("the sound begins softly, and is the chain's")
  func plays() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]))
    let sound = try server.run(0.5, frames: 4_800)
    #expect(abs(sound[0][0]) < 0.001 && sound[0][4_799] == 0.25 && sound[1][4_799] == 0.25)
    #expect(roughness(sound) < 1e-4)
    #expect(session.format.blockLength == 64 && session.state.load == 0.25 && session.state.isConnected)
    #expect(session.state.chain?.stages.map(\.name) == ["Gain stereo"])
    session.end()
    #expect(server.log == ["open", "start", "stop", "close"])
  }

  @Test("the end is soft as well")
  func ends() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5])) { $0.longestEnd = .seconds(20) }
    let server = server
    var sound = try server.run(0.5, frames: 4_800)
    let rest = Mutex([[Float]](repeating: [], count: 2))
    let thread = try BackgroundThread {
      while let more = try? server.run(0.5, frames: 64) {
        rest.withLock { rest in
          for channel in 0..<2 { rest[channel] += more[channel] }
        }
      }
    }
    session.end()
    thread.join()
    for (channel, more) in rest.withLock({ $0 }).enumerated() { sound[channel] += more }
    #expect(sound[0][4_799] == 0.25 && sound[0].last == 0 && roughness(sound) < 1e-4)
  }

  @Test("another block length: the chain is loaded for it, and nothing clicks")
  func blockLength() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]))
    var sound = try server.run(0.5, frames: 4_800)
    let first = session.relay.chain
    server.setBlockLength(256)
    #expect(session.news() == [.format(sampleRate: 48_000, blockLength: 256)])
    #expect(session.relay.chain !== first && !session.relay.isSettled)
    for (channel, more) in try server.run(0.5, frames: 9_600).enumerated() { sound[channel] += more }
    #expect(session.relay.isSettled)
    #expect(roughness(sound) < 1e-4)
    #expect(sound[0].last == 0.25 && sound[0].contains(0))
    #expect(session.news() == [] && session.relay.isSettled)
  }

  @Test("shorter blocks are played by the chain that there is")
  func shorterBlocks() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]))
    server.setBlockLength(256)
    _ = session.news()
    _ = try server.run(0.5, frames: 9_600)
    #expect(session.relay.isSettled)
    let chain = session.relay.chain
    server.setBlockLength(32)
    #expect(session.news() == [.format(sampleRate: 48_000, blockLength: 32)] && session.relay.chain === chain)
    server.setBlockLength(256)
    #expect(session.news() == [.format(sampleRate: 48_000, blockLength: 256)] && session.relay.chain === chain)
    #expect(try server.run(0.5, frames: 256)[0] == [Float](repeating: 0.25, count: 256) && session.news() == [])
  }

  @Test("changes that come during a change are followed after it, and only the last of them")
  func changes() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    _ = try server.run(0.5, frames: 64)
    for length in [128, 256] {
      server.setBlockLength(length)
      _ = session.news()
    }
    #expect(session.loaded.blockLength == 128 && session.format.blockLength == 256)
    _ = try server.run(0.5, frames: 4_800)
    for length in [512, 1_024, 2_048] { server.setBlockLength(length) }
    #expect(session.news() == [.format(sampleRate: 48_000, blockLength: 2_048)])
    _ = try server.run(0.5, frames: 9_600)
    #expect(session.news() == [] && session.loaded.blockLength == 2_048)
    #expect(try server.run(0.5, frames: 4_800)[0].last == 0.5)
  }

  @Test("a plugin that needs blocks of one length gets them again")
  func fixedBlocks() throws {
    let session = try bench.session(bench.stage("fixed-block"))
    _ = try server.run(0.5, frames: 640)
    #expect(session.state.chain?.stages.map(\.state) == [.runs])
    server.setBlockLength(100)
    _ = try server.run(0.5, frames: 100)
    #expect(session.state.chain?.stages.map(\.state) == [.unsuited])
    _ = session.news()
    _ = try server.run(0.5, frames: 10_000)
    _ = session.news()
    #expect(session.state.chain?.stages.map(\.state) == [.runs])
  }

  @Test("a component that needs other blocks than the chain was loaded for gets them")
  func fixedBlocksOfAnEdit() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]))
    server.setBlockLength(256)
    _ = session.news()
    _ = try server.run(0.5, frames: 9_600)
    server.setBlockLength(64)
    _ = session.news()
    let done = Atomic(false)
    try session.relay.chain?.insert(bench.stage("fixed-block"), at: 1) { _ in done.store(true, ordering: .releasing) }
    for _ in 0..<10_000 where !done.load(ordering: .acquiring) {
      #expect(try server.run(0.5, frames: 64)[0].allSatisfy { $0 == 0.25 })
      CurrentThread.sleep(milliseconds: 1)
    }
    #expect(session.state.chain?.stages.map(\.state) == [.runs, .unsuited])
    _ = session.news()
    _ = try server.run(0.5, frames: 9_600)
    #expect(session.state.chain?.stages.map(\.state) == [.runs, .runs])
    #expect(session.state.chain?.stages.map(\.number.value) == [1, 2] && session.relay.isSettled)
    let chain = session.relay.chain
    #expect(session.news() == [] && session.relay.chain === chain)
  }

  @Test("another sample rate; parameters stay as they are")
  func sampleRate() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.25]))
    _ = try server.run(0.5, frames: 640)
    server.tell(.sampleRate(44_100))
    #expect(session.news() == [.format(sampleRate: 44_100, blockLength: 64)])
    _ = try server.run(0.5, frames: 4_800)
    #expect(try server.run(0.5, frames: 64)[0].last == 0.125)
    #expect(session.loaded.sampleRate == 44_100)
  }

  @Test("a chain that can't be loaded for a format plays on as it was, and that is said once")
  func unsuitable() throws {
    let session = try bench.session(bench.stage("power-of-two"))
    _ = try server.run(0.5, frames: 4_800)
    server.setBlockLength(100)
    let notices = session.news()
    #expect(notices.count == 2 && notices.first == .format(sampleRate: 48_000, blockLength: 100))
    guard case .failed(let error)? = notices.last else { return #expect(Bool(false), "\(notices)") }
    #expect(error.code == .blockLength)
    #expect(session.news() == [])
    _ = try server.run(0.5, frames: 4_800)
  }

  @Test("the server goes: the chain plays on, and when the server is back, so is the sound")
  func loss() throws {
    let session = try bench.session(bench.stage("delay", ["frames": 100]))
    _ = try server.run(0.5, frames: 4_800)
    _ = session.news()
    #expect(server.latency == 100)
    server.lose()
    #expect(session.news() == [.lost(reason: "gone for a test")])
    #expect(!session.state.isConnected)
    // What was heard goes on unheard, without an input.
    #expect(try bench.standIn.run(0.5, frames: 4_800)[0].last == 0.5)
    #expect(try bench.standIn.run(0, frames: 4_800)[0].last == 0)
    _ = session.news()
    _ = session.news()
    #expect(Array(server.log.suffix(2)) == ["no server", "no server"])
    server.comeBack()
    guard case .back(let format)? = session.news().last else { return #expect(Bool(false), "it is not back") }
    #expect(format.sampleRate == 48_000 && session.state.isConnected)
    #expect(Array(server.log.suffix(3)) == ["open", "start", "reconnect"])
    #expect(Array(bench.standIn.log.suffix(2)) == ["stop", "close"])
    #expect(server.latency == 100)
    let sound = try server.run(0.5, frames: 4_800)
    #expect(abs(sound[0][0]) < 0.001 && sound[0].last == 0.5 && roughness(sound) < 1e-4)
  }

  @Test("connections to ports that come late are tried again until all are there")
  func latePorts() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    server.lose()
    _ = session.news()
    let missing = [DeviceConnection("aucat:out_1", "late:in_1")]
    server.miss([missing, missing, []])
    server.comeBack()
    for _ in 0..<6 { _ = session.news() }
    #expect(server.log.filter { $0 == "reconnect" }.count == 3)
  }

  @Test("why a device can't be opened again is told once; that there is no server is known")
  func refusalAfterLoss() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    server.lose()
    _ = session.news()
    #expect(session.news() == [])
    server.refuse(.versions)
    #expect(session.news() == [.message("\(DeviceError(.versions))")] && session.news() == [])
  }

  @Test("while a chain is loaded again, its latency does not change")
  func lessLatency() throws {
    let session = try bench.session(bench.stage("delay", ["frames": 100]))
    _ = try server.run(0.5, frames: 640)
    #expect(session.news() == [.latency(100)] && server.latency == 100)
    server.setBlockLength(128)
    #expect(session.news() == [.format(sampleRate: 48_000, blockLength: 128)])
    #expect(server.latency == 100, "the new chain has not rendered yet")
    _ = try server.run(0.5, frames: 4_800)
    #expect(session.news() == [] && server.latency == 100)
  }

  @Test("however much plugins log, what a device tells arrives")
  func fullInbox() {
    let inbox = SessionInbox()
    for number in 0..<10_000 {
      inbox.add(.plugin(PluginMessage(component: "urn:x", level: .note, text: "\(number)")))
    }
    inbox.add(.device(.lost(reason: "gone"), number: 1))
    let news = inbox.take(milliseconds: 0)
    guard case .device(.lost, 1)? = news.last else { return #expect(Bool(false), "it is lost") }
    #expect(news.count < 5_000)
  }

  @Test("a server that comes back with another format")
  func lossAndChange() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    _ = try server.run(0.5, frames: 640)
    server.lose()
    _ = session.news()
    server.comeBack(sampleRate: 96_000, blockLength: 512)
    let notices = session.news()
    #expect(notices.first == .format(sampleRate: 96_000, blockLength: 512))
    #expect(session.loaded.sampleRate == 96_000 && session.state.isConnected)
    #expect(try server.run(0.5, frames: 9_600)[0].last == 0.5)
  }

  @Test("a server that refuses its ports for the moment is tried again")
  func refusal() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    server.lose()
    _ = session.news()
    server.comeBack()
    server.refuseStart(true)
    let notices = session.news()
    #expect(notices.contains { if case .message = $0 { true } else { false } } && !session.state.isConnected)
    #expect(try bench.standIn.run(0.5, frames: 64).count == 2)
    server.refuseStart(false)
    _ = session.news()
    #expect(session.state.isConnected)
  }

  @Test("a device that was left says nothing more")
  func strangers() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    server.lose()
    _ = session.news()
    server.tell(.freewheel(true))
    server.tell(.lost(reason: "again"))
    #expect(session.news() == [])
  }

  @Test("the latency of a chain is the device's, also when it changes")
  func latency() throws {
    let session = try bench.session(bench.stage("late-latency"))
    _ = try server.run(0.5, frames: 64)
    #expect(session.news().contains(.latency(64)) && server.latency == 64)
    _ = try server.run(0.5, frames: 640)
    #expect(session.news().contains(.latency(256)) && server.latency == 256)
  }

  @Test("what is too loud is silenced and named")
  func muting() throws {
    let session = try bench.session(bench.stage("gain-stereo"), bench.stage("loud"))
    let sound = try server.run(0.5, frames: 4_800)
    #expect(sound.allSatisfy { $0.allSatisfy { abs($0) <= 15.85 } })
    let muted = session.news().compactMap { notice in if case .muted(let place, _) = notice { place } else { nil } }
    #expect(muted == [.stage(1)])
    #expect(session.state.chain?.stages.map(\.state) == [.runs, .muted])
  }

  @Test("a block in C has the layout of a cycle, a message and a position in Swift")
  func layout() {
    func offsets<Root>(_ fields: PartialKeyPath<Root>...) -> [Int] {
      fields.map { MemoryLayout<Root>.offset(of: $0) ?? -1 } + [MemoryLayout<Root>.stride]
    }
    #expect(
      offsets(
        \LiveCycle.inputs, \.outputs, \.frames, \.startsInput, \.startsOutput, \.midi, \.sent, \.sentCount,
        \.position, \.entry, \.period)
        == offsets(
          \AucatDeviceCycle.inputs, \.outputs, \.frames, \.startsInput, \.startsOutput, \.midi, \.sent, \.sentCount,
          \.position, \.entry, \.period))
    #expect(
      offsets(
        \LivePosition.frame, \.speed, \.beatsPerMinute, \.bar, \.barBeat, \.beatsPerBar, \.beatUnit, \.hasBeats,
        \.isFreewheeling)
        == offsets(
          \AucatDevicePosition.frame, \.speed, \.beatsPerMinute, \.bar, \.barBeat, \.beatsPerBar, \.beatUnit,
          \.hasBeats, \.isFreewheeling))
    #expect(offsets(\MIDIEvent.frame, \.size, \.bytes) == offsets(\AucatDeviceMIDI.frame, \.size, \.bytes))
  }

  @Test("MIDI reaches the chain, and the device")
  func midi() throws {
    let session = try bench.session(bench.stage("midi-gate"))
    #expect(try server.run(0.5, frames: 4_800)[0].allSatisfy { $0 == 0 })
    let sound = try server.run(0.5, frames: 640, events: [.init(frame: 100, bytes: [0x90, 60, 100])])
    #expect(sound.channels[0].prefix(100).allSatisfy { $0 == 0 } && sound.channels[0][100...].allSatisfy { $0 == 0.5 })
    #expect(sound.events == [.init(frame: 100, bytes: [0x90, 60, 100])])
    session.end()
  }

  @Test("freewheeling, messages and lost blocks are told")
  func notices() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    server.tell(.freewheel(true))
    server.tell(.message("hello"))
    server.tell(.xrun(count: 3))
    #expect(session.news() == [.freewheel(true), .message("hello"), .xruns(count: 3, total: 3)])
    #expect(session.state.xruns == 3)
  }

  @Test("what can't be loaded or opened leaves nothing behind")
  func failures() throws {
    #expect(throws: ChainError.self) { try bench.session(bench.stage("null-instantiate")) }
    #expect(server.log == ["open", "close"])
    server.refuseStart(true)
    #expect(throws: DeviceError(.noPort("nowhere"))) { try bench.session(bench.stage("gain-stereo")) }
    #expect(server.log.last == "close")
    server.refuseStart(false)
    server.lose()
    #expect(throws: DeviceError(.noServer)) { try bench.session(bench.stage("gain-stereo")) }
    server.comeBack()
    try bench.session(bench.stage("gain-stereo")).end()
  }

  @Test("the clock plays a chain, and the end ends it")
  func clock() throws {
    let session = try LiveSession(
      RenderChain([bench.stage("gain-stereo")]), on: NullDevice(), standIn: NullDevice(),
      settings: SessionBench.settings())
    for _ in 0..<200 where session.state.chain?.blocks ?? 0 < 3 { _ = session.step(milliseconds: 20) }
    #expect(session.state.chain?.blocks ?? 0 >= 3)
    session.end()
    #expect(session.state.chain == nil && session.news() == [])
  }
}
