import ChainHosting
import TestSupport
import Testing

@testable import LiveSound

/// A parameter that follows the host, in a session.
struct SessionHostControlTests {
  private let bench = SessionBench()

  @Test("undoing its first value lets it follow the host again; redoing sets it")
  func undo() throws {
    let session = try bench.session(bench.stage("host-controls"))
    session.setTempo(90)
    var tempo: Float? {
      session.parts[0].values.first { $0.port.symbol == "saw_bpm" }?.value
    }
    func run() throws {
      for _ in 0..<3 {
        _ = try bench.server.run(0, frames: 64)
        _ = session.news()
      }
    }
    try run()
    verify(tempo, equals: 90)
    _ = try session.begin(.settings([StageSetting(place: 0, parameters: ["bpm": 150])]))
    try run()
    verify(tempo, equals: 150)
    _ = try demand(session.undo())
    try run()
    verify(tempo == 90 && session.parts[0].settings.parameters["bpm"] == nil)
    _ = try demand(session.redo())
    try run()
    verify(tempo, equals: 150)
  }
}
