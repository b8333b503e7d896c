import CJack
import Linux
import Synchronization
import TestSupport
import Testing

@testable import LiveSound
@testable import ChainHosting

/// A chain on a device that changes, goes and comes back.
struct LiveSessionTests {
  let bench = SessionBench()
  var server: FakeServer { bench.server }

  /// The largest second difference of a sound: what a click is heard by.
  private func roughness(_ sound: [[Float]]) -> Float {
    sound.map { channel in
      zip(channel, zip(channel.dropFirst(), channel.dropFirst(2))).map { abs($0 - 2 * $1.0 + $1.1) }.max() ?? 0
    }.max() ?? 0
  }

  /// A session with one gain.
  private func gain(_ value: Float = 1) throws -> LiveSession {
    try bench.session(bench.stage("gain-stereo", ["gain": value]))
  }

  @Test("the sound begins softly, is the chain's, and ends softly")
  func plays() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5])) { $0.longestEnd = .seconds(20) }
    let server = server
    var sound = try server.run(0.5, frames: 4_800)
    verify(abs(sound[0][0]) < 0.001 && sound[0][4_799] == 0.25 && sound[1][4_799] == 0.25)
    verify(session.format.blockLength == 64 && session.state.load == 0.25 && session.state.isConnected)
    verify(session.state.chain?.stages.map(\.name), equals: ["Gain stereo"])
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
    verify(sound[0].last == 0 && roughness(sound) < 1e-4)
    verify(server.log, equals: ["open", "start", "stop", "close"])
  }

  @Test(
    "another block length: the chain is loaded for it, and nothing clicks; shorter blocks are played by the one that is"
  )
  func blockLengths() throws {
    let session = try gain(0.5)
    var sound = try server.run(0.5, frames: 4_800)
    let first = session.relay.chain
    server.setBlockLength(256)
    verify(session.news(), equals: [.format(sampleRate: 48_000, blockLength: 256)])
    verify(session.relay.chain !== first && !session.relay.isSettled)
    for (channel, more) in try server.run(0.5, frames: 9_600).enumerated() { sound[channel] += more }
    verify(session.relay.isSettled && roughness(sound) < 1e-4 && sound[0].last == 0.25 && sound[0].contains(0))
    verify(session.news(), equals: [])
    let chain = session.relay.chain
    for length in [32, 256] {
      server.setBlockLength(length)
      verify(session.news() == [.format(sampleRate: 48_000, blockLength: length)] && session.relay.chain === chain)
    }
    try verify(server.run(0.5, frames: 256)[0] == [Float](repeating: 0.25, count: 256) && session.news() == [])
  }

  @Test("changes that come during a change are followed after it, and only the last of them")
  func changes() throws {
    let session = try gain()
    _ = try server.run(0.5, frames: 64)
    for length in [128, 256] {
      server.setBlockLength(length)
      _ = session.news()
    }
    verify(session.loaded.blockLength == 128 && session.format.blockLength == 256)
    _ = try server.run(0.5, frames: 4_800)
    for length in [512, 1_024, 2_048] { server.setBlockLength(length) }
    verify(session.news(), equals: [.format(sampleRate: 48_000, blockLength: 2_048)])
    _ = try server.run(0.5, frames: 9_600)
    verify(session.news() == [] && session.loaded.blockLength == 2_048)
    try verify(server.run(0.5, frames: 4_800)[0].last, equals: 0.5)
  }

  @Test("a plugin that needs blocks of one length gets them again, also one that was inserted")
  func fixedBlocks() throws {
    let session = try bench.session(bench.stage("fixed-block"))
    _ = try server.run(0.5, frames: 640)
    verify(session.stages, equals: [.runs])
    server.setBlockLength(100)
    _ = try server.run(0.5, frames: 100)
    verify(session.stages, equals: [.unsuited])
    _ = session.news()
    _ = try server.run(0.5, frames: 10_000)
    _ = session.news()
    verify(session.stages, equals: [.runs])
    session.end()

    let edited = try gain(0.5)
    for length in [256, 64] {
      server.setBlockLength(length)
      _ = edited.news()
      _ = try server.run(0.5, frames: 9_600)
    }
    let done = Atomic(false)
    try edited.relay.chain?.insert(bench.stage("fixed-block"), at: 1) { _ in done.store(true, ordering: .releasing) }
    for _ in 0..<10_000 where !done.load(ordering: .acquiring) {
      try verify(server.run(0.5, frames: 64)[0].allSatisfy { $0 == 0.25 })
      CurrentThread.sleep(milliseconds: 1)
    }
    verify(edited.stages, equals: [.runs, .unsuited])
    _ = edited.news()
    _ = try server.run(0.5, frames: 9_600)
    verify(edited.stages, equals: [.runs, .runs])
    verify(edited.state.chain?.stages.map(\.number.value) == [1, 2] && edited.relay.isSettled)
    let chain = edited.relay.chain
    verify(edited.news() == [] && edited.relay.chain === chain)
  }

  @Test(
    "another sample rate leaves parameters as they are; a chain that can't be loaded plays on, and that is said once")
  func otherFormats() throws {
    let session = try gain(0.25)
    _ = try server.run(0.5, frames: 640)
    server.tell(.sampleRate(44_100))
    verify(session.news(), equals: [.format(sampleRate: 44_100, blockLength: 64)])
    _ = try server.run(0.5, frames: 4_800)
    try verify(server.run(0.5, frames: 64)[0].last == 0.125 && session.loaded.sampleRate == 44_100)
    session.end()

    let unsuitable = try bench.session(bench.stage("power-of-two"))
    _ = try server.run(0.5, frames: 4_800)
    server.setBlockLength(100)
    let notices = unsuitable.news()
    verify(notices.count == 2 && notices.first == .format(sampleRate: 48_000, blockLength: 100))
    guard case .failed(let error)? = notices.last else { return verify(Bool(false), "\(notices)") }
    verify(error.code == .blockLength && unsuitable.news() == [])
    _ = try server.run(0.5, frames: 4_800)
  }

  @Test("the server goes: the chain plays on, and when the server is back, in any format, so is the sound")
  func loss() throws {
    let session = try bench.session(bench.stage("delay", ["frames": 100]))
    _ = try server.run(0.5, frames: 4_800)
    _ = session.news()
    verify(server.latency, equals: 100)
    server.lose()
    verify(session.news() == [.lost(reason: "gone for a test")] && !session.state.isConnected)
    // What was heard goes on unheard, without an input.
    try verify(bench.standIn.run(0.5, frames: 4_800)[0].last, equals: 0.5)
    try verify(bench.standIn.run(0, frames: 4_800)[0].last, equals: 0)
    _ = session.news()
    _ = session.news()
    verify(Array(server.log.suffix(2)), equals: ["no server", "no server"])
    server.comeBack()
    guard case .back(let format)? = session.news().last else { return verify(Bool(false), "it is not back") }
    verify(format.sampleRate == 48_000 && session.state.isConnected)
    verify(Array(server.log.suffix(3)), equals: ["open", "start", "reconnect"])
    verify(Array(bench.standIn.log.suffix(2)) == ["stop", "close"] && server.latency == 100)
    let sound = try server.run(0.5, frames: 4_800)
    verify(abs(sound[0][0]) < 0.001 && sound[0].last == 0.5 && roughness(sound) < 1e-4)
    server.lose()
    _ = session.news()
    // A device that was left says nothing more.
    server.tell(.freewheel(true))
    server.tell(.lost(reason: "again"))
    verify(session.news(), equals: [])
    server.comeBack(sampleRate: 96_000, blockLength: 512)
    verify(session.news().first, equals: .format(sampleRate: 96_000, blockLength: 512))
    verify(session.loaded.sampleRate == 96_000 && session.state.isConnected)
    try verify(server.run(0.5, frames: 9_600)[0].last, equals: 0.5)
  }

  @Test("a server that refuses to be opened or started, or lacks ports, is tried again; why is told once")
  func refusals() throws {
    let session = try gain()
    server.lose()
    _ = session.news()
    verify(session.news(), equals: [], "that there is no server is known")
    server.refuse(.versions)
    verify(session.news() == [.message("\(DeviceError(.versions))")] && session.news() == [])
    server.comeBack()
    server.refuseStart(true)
    let notices = session.news()
    verify(notices.contains { if case .message = $0 { true } else { false } } && !session.state.isConnected)
    try verify(bench.standIn.run(0.5, frames: 64).count, equals: 2)
    server.refuseStart(false)
    let missing = [DeviceConnection("aucat:out_1", "late:in_1")]
    server.miss([missing, missing, []])
    for _ in 0..<6 { _ = session.news() }
    verify(session.state.isConnected && server.log.filter { $0 == "reconnect" }.count == 3)
  }

  @Test("the latency of a chain is the device's, also when it changes, and stays while a chain is loaded again")
  func latency() throws {
    let session = try bench.session(bench.stage("late-latency"))
    for (frames, latency) in [(64, 64), (640, 256)] {
      _ = try server.run(0.5, frames: frames)
      verify(session.news().contains(.latency(latency)) && server.latency == latency)
    }
    session.end()
    let delay = try bench.session(bench.stage("delay", ["frames": 100]))
    _ = try server.run(0.5, frames: 640)
    verify(delay.news() == [.latency(100)] && server.latency == 100)
    server.setBlockLength(128)
    verify(delay.news(), equals: [.format(sampleRate: 48_000, blockLength: 128)])
    verify(server.latency, equals: 100, "the new chain has not rendered yet")
    _ = try server.run(0.5, frames: 4_800)
    verify(delay.news() == [] && server.latency == 100)
  }

  @Test("however much plugins log, what a device tells arrives")
  func fullInbox() {
    let inbox = SessionInbox()
    for number in 0..<10_000 {
      inbox.add(.plugin(PluginMessage(component: "urn:x", level: .note, text: "\(number)")))
    }
    inbox.add(.device(.lost(reason: "gone"), number: 1))
    let news = inbox.take(milliseconds: 0)
    guard case .device(.lost, 1)? = news.last else { return verify(Bool(false), "it is lost") }
    verify(news.count < 5_000)
  }

  @Test("a block in C has the layout of a cycle, a message and a position in Swift")
  func layout() {
    func offsets<Root>(_ fields: PartialKeyPath<Root>...) -> [Int] {
      fields.map { MemoryLayout<Root>.offset(of: $0) ?? -1 } + [MemoryLayout<Root>.stride]
    }
    verify(
      offsets(
        \LiveCycle.inputs, \.outputs, \.frames, \.startsInput, \.startsOutput, \.midi, \.sent, \.sentCount,
        \.position, \.entry, \.period),
      equals: offsets(
        \AucatDeviceCycle.inputs, \.outputs, \.frames, \.startsInput, \.startsOutput, \.midi, \.sent, \.sentCount,
        \.position, \.entry, \.period))
    verify(
      offsets(
        \LivePosition.frame, \.speed, \.beatsPerMinute, \.bar, \.barBeat, \.beatsPerBar, \.beatUnit, \.hasBeats,
        \.isFreewheeling),
      equals: offsets(
        \AucatDevicePosition.frame, \.speed, \.beatsPerMinute, \.bar, \.barBeat, \.beatsPerBar, \.beatUnit,
        \.hasBeats, \.isFreewheeling))
    verify(offsets(\MIDIEvent.frame, \.size, \.bytes), equals: offsets(\AucatDeviceMIDI.frame, \.size, \.bytes))
  }

  @Test("MIDI reaches the chain, and the device; what is too loud is silenced and named")
  func midiAndMuting() throws {
    let session = try bench.session(bench.stage("midi-gate"))
    try verify(server.run(0.5, frames: 4_800)[0].allSatisfy { $0 == 0 })
    let sound = try server.run(0.5, frames: 640, events: [.init(frame: 100, bytes: [0x90, 60, 100])])
    verify(sound.channels[0].prefix(100).allSatisfy { $0 == 0 } && sound.channels[0][100...].allSatisfy { $0 == 0.5 })
    verify(sound.events, equals: [.init(frame: 100, bytes: [0x90, 60, 100])])
    session.end()

    let loud = try bench.session(bench.stage("gain-stereo"), bench.stage("loud"))
    try verify(server.run(0.5, frames: 4_800).allSatisfy { $0.allSatisfy { abs($0) <= 15.85 } })
    let muted = loud.news().compactMap { notice in if case .muted(let place, _) = notice { place } else { nil } }
    verify(muted == [.stage(1)] && loud.stages == [.runs, .muted])
  }

  @Test("freewheeling, messages and lost blocks are told")
  func notices() throws {
    let session = try gain()
    for notice in [DeviceNotice.freewheel(true), .message("hello"), .xrun(count: 3)] { server.tell(notice) }
    verify(session.news(), equals: [.freewheel(true), .message("hello"), .xruns(count: 3, total: 3)])
    verify(session.state.xruns, equals: 3)
  }

  @Test("what can't be loaded or opened leaves nothing behind")
  func failures() throws {
    verify(throws: ChainError.self) { try bench.session(bench.stage("null-instantiate")) }
    verify(server.log, equals: ["open", "close"])
    server.refuseStart(true)
    verify(throws: DeviceError(.noPort("nowhere"))) { try gain() }
    verify(server.log.last, equals: "close")
    server.refuseStart(false)
    server.lose()
    verify(throws: DeviceError(.noServer)) { try gain() }
    server.comeBack()
    try gain().end()
  }

  @Test("the clock plays a chain, and the end ends it")
  func clock() throws {
    let session = try LiveSession(
      RenderChain([bench.stage("gain-stereo")]), on: NullDevice(), standIn: NullDevice(),
      settings: SessionBench.settings())
    for _ in 0..<200 where session.state.chain?.blocks ?? 0 < 3 { _ = session.step(milliseconds: 20) }
    verify(session.state.chain?.blocks ?? 0 >= 3)
    session.end()
    verify(session.state.chain == nil && session.news() == [])
  }
}
