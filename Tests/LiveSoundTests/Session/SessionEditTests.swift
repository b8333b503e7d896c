import ChainHosting
import TestSupport
import Testing

@testable import LiveSound

/// Edits of a session, and what takes them back.
struct SessionEditTests {
  let bench = SessionBench()
  var server: FakeServer { bench.server }

  private func gain(_ value: Float, at place: Int = 0) -> LiveEdit {
    .settings([StageSetting(place: place, parameters: ["gain": value])])
  }

  /// Runs blocks until edits have finished.
  @discardableResult private func finish(_ session: LiveSession, _ count: Int = 1) throws -> [EditOutcome] {
    var outcomes: [EditOutcome] = []
    for _ in 0..<4_000 where outcomes.count < count {
      _ = try server.run(0.5, frames: 256)
      _ = session.step(milliseconds: 1)
      outcomes += session.takeFinishedEdits().map(\.outcome)
    }
    return outcomes
  }

  private func gains(_ session: LiveSession) -> [Float?] { session.parts.map { $0.settings.parameters["gain"] } }

  @Test("a setting is finished with the next block, and not before; unheard where none comes")
  func settings() throws {
    let session = try bench.session(bench.stage("gain-stereo"))
    _ = try server.run(0.5, frames: 64)
    let number = try session.begin(gain(0.25))
    _ = session.news()
    verify(session.takeFinishedEdits().isEmpty)
    _ = try server.run(0.5, frames: 64)
    _ = session.news()
    let finished = session.takeFinishedEdits()
    verify(finished.map(\.number) == [number] && finished.map(\.outcome) == [.heard])
    try verify(server.run(0.5, frames: 4_800)[0].last, equals: 0.125)
    _ = try session.begin(gain(0.5))
    var outcomes: [EditOutcome] = []
    let end = ContinuousClock.now + .seconds(10)
    while outcomes.isEmpty, .now < end {
      _ = session.step(milliseconds: 50)
      outcomes += session.takeFinishedEdits().map(\.outcome)
    }
    verify(outcomes == [.unheard] && gains(session) == [0.5])
  }

  @Test("what is not possible changes nothing")
  func refusals() throws {
    let session = try bench.session(bench.stage("gain-stereo"), bench.stage("gain-stereo"))
    let edits: [LiveEdit] = [
      gain(3), gain(1, at: 2), .remove(place: 2), .move(place: 0, to: 2), .insert(bench.stage("gain-stereo"), place: 3),
      .settings([
        StageSetting(place: 0, parameters: ["gain": 0.5]), StageSetting(place: 1, parameters: ["gain": 7]),
      ]),
      .settings([StageSetting(place: 0, parameters: ["nosuch": 1])]),
    ]
    for edit in edits { verify(throws: ChainError.self, "\(edit)") { try session.begin(edit) } }
    verify(gains(session) == [1, 1] && session.undoCount == 0 && !session.isEditing)
    _ = try session.begin(.insert(bench.stage("null-instantiate"), place: 1))
    if case .failed? = try finish(session).first {} else { verify(Bool(false), "it does not start") }
    verify(gains(session) == [1, 1] && session.undoCount == 0)
  }

  @Test("every edit is undone and done again")
  func undo() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]), bench.stage("echo"))
    func state() -> [RenderChain.Stage] {
      let snapshots = session.document.snapshots.sorted { $0.name < $1.name }
      return session.saved().chain.stages + snapshots.flatMap { [bench.stage($0.name)] + $0.chain.stages }
    }
    let edits: [LiveEdit] = [
      gain(0.25), .settings([StageSetting(place: 1, isBypassed: true)]),
      .insert(bench.stage("gain-stereo", ["gain": 0.75]), place: 1), .move(place: 0, to: 2), .remove(place: 1),
      .replace(place: 0, bench.stage("state")), .preset(place: 0, nil),
      .all(RenderChain([bench.stage("gain-stereo", ["gain": 2])])), .snapshot("a", RenderChain([bench.stage("echo")])),
      .snapshot("b", RenderChain()), .snapshot("a", RenderChain()), .snapshot("a", nil),
    ]
    var states = [state()]
    for edit in edits {
      _ = try session.begin(edit)
      try verify(finish(session), equals: [.heard], "\(edit)")
      states.append(state())
    }
    verify(session.undoCount, equals: edits.count)
    for number in edits.indices.reversed() {
      try verify(session.undo() != nil)
      try verify(finish(session) == [.heard] && state() == states[number], "undo of \(edits[number])")
    }
    try verify(session.undo() == nil && session.redoCount == edits.count)
    for number in edits.indices {
      try verify(session.redo() != nil)
      try verify(finish(session) == [.heard] && state() == states[number + 1], "redo of \(edits[number])")
    }
    _ = try session.undo()
    try finish(session)
    _ = try session.begin(.settings([StageSetting(place: 0, isBypassed: true)]))
    try finish(session)
    try verify(session.redo() == nil, "another edit follows")
  }

  @Test("values of one parameter that follow each other are one step; others wait for an undo, even of a setting")
  func sweeps() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]), bench.stage("gain-stereo"))
    for value in 1...20 {
      _ = try session.begin(gain(Float(value) / 20))
      verify(!session.isEditing)
      try finish(session)
    }
    verify(session.undoCount, equals: 1)
    _ = try session.begin(gain(0.3, at: 1))
    try finish(session)
    verify(session.undoCount, equals: 2)
    for count in 1...2 {
      _ = try session.undo()
      verify(session.isEditing)
      try finish(session)
      verify(!session.isEditing && session.undoCount == 2 - count && session.redoCount == count)
    }
    verify(gains(session), equals: [0.5, 1])
  }

  @Test("a snapshot right after a value of its parameter is a step of its own, and so is a value right after it")
  func snapshots() throws {
    let session = try bench.session(bench.stage("gain-stereo", ["gain": 0.5]))
    for (value, isStep) in [(Float(0.75), false), (0.5, true), (0.5, true), (0.25, false)] {
      _ = try session.begin(gain(value), isStep: isStep)
      try finish(session)
    }
    verify(session.undoCount, equals: 3, "the snapshot that changed nothing is no step")
    for value in [Float(0.5), 0.75, 0.5] {
      try verify(session.undo() != nil)
      try finish(session)
      verify(gains(session), equals: [value])
    }
  }

  @Test("states are saved on another thread, and used with the present settings until they are forgotten")
  func states() throws {
    let session = try bench.session(bench.stage("state"), bench.stage("gain-stereo"))
    session.beginSaving()
    verify(session.isSaving && !session.hasStates)
    for _ in 0..<4_000 where session.isSaving { _ = session.step(milliseconds: 1) }
    verify(session.hasStates && !session.isSaving)
    _ = try session.begin(gain(0.25, at: 1))
    try finish(session)
    let (chain, unsaved) = session.saved()
    verify(unsaved.isEmpty && chain.stages[1].parameters["gain"] == 0.25 && !chain.stages[0].state.isEmpty)
    session.forgetStates()
    verify(!session.hasStates && session.saved().chain.stages[1] == chain.stages[1])
  }

  @Test("a hundred steps are kept, and values that follow later are a step of their own")
  func steps() {
    var desk = EditDesk()
    for number in 0..<150 {
      let edit = EditDesk.Open(edit: .restart(place: 0), inverse: .remove(place: number), purpose: .wish)
      desk.finish(desk.begin(edit), .heard)
    }
    verify(desk.undoCount, equals: 100)
    if case .remove(149)? = desk.next(.undo) {} else { verify(Bool(false), "the oldest are forgotten") }
    var values = EditDesk()
    let now = ContinuousClock.now
    for (number, time) in [(1, 0), (2, 500), (3, 1_400), (4, 2_500)] {
      let edit = EditDesk.Open(edit: gain(Float(number)), inverse: gain(Float(number - 1)), purpose: .wish)
      values.finish(values.begin(edit), .heard, at: now + .milliseconds(time))
    }
    verify(values.undoCount, equals: 2)
  }

  @Test("all notes end at once, and instruments are told")
  func panic() throws {
    let session = try bench.session(bench.stage("midi-gate"))
    _ = try server.run(
      0.5, frames: 256, events: [.init(frame: 3, bytes: [0x91, 60, 99]), .init(frame: 9, bytes: [0x90, 1, 2])])
    session.endNotes()
    let sound = try server.run(0.5, frames: 64, events: [.init(frame: 5, bytes: [0x92, 50, 9])])
    let bytes = sound.events.map(\.bytes)
    verify(bytes.contains([0x81, 60, 64]) && bytes.contains([0x80, 1, 64]))
    try verify(server.run(0.5, frames: 64).count, equals: 2)
    try verify(server.run(0.5, frames: 64, events: []).events.isEmpty)
  }
}
