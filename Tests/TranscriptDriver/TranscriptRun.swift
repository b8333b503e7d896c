import Dispatch
internal import Foundation
import Synchronization
import TestSupport

/// Transcripts that run side by side, as many as there are processors.
final class TranscriptRun: Sendable {
  /// How they ended.
  struct Tally {
    var (passed, failed, skipped, commands) = (0, 0, 0, 0)
    var times: [(path: String, time: Duration)] = []
  }

  private let folder: String
  private let updates: Bool
  private let version: String
  private let counts = Mutex(Tally())

  /// - Parameter updates: whether what is printed goes into the files.
  init(in folder: String, updates: Bool) {
    self.folder = folder
    self.updates = updates
    version =
      Child.run(Machine.program, ["--version"], environment: [:]).text
      .split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
  }

  /// How those that have run ended.
  var tally: Tally { counts.withLock(\.self) }

  /// Runs files.
  func perform(_ paths: [String]) {
    DispatchQueue.concurrentPerform(iterations: paths.count) { perform(paths[$0]) }
  }

  private func perform(_ path: String) {
    let file = folder + "/" + path
    let transcript = Transcript(String(decoding: Child.contents(file), as: UTF8.self), path: path)
    do {
      let stage = try Stage(for: transcript, version: version)
      let runs = transcript.steps.map { stage.run($0.command) }
      let time = runs.reduce(.zero) { $0 + $1.time }
      let differences = zip(transcript.steps, runs).filter { $0.expected != $1.lines }.map { step, run in
        "\(file):\(step.line): $ \(step.command)\n" + Difference.lines(from: step.expected, to: run.lines)
      }
      if updates, !differences.isEmpty {
        try transcript.text(expecting: runs.map(\.lines)).write(toFile: file, atomically: true, encoding: .utf8)
        print("updated \(path)")
      } else if !differences.isEmpty {
        print(differences.joined(), terminator: "")
      }
      counts.withLock { counts in
        if updates || differences.isEmpty { counts.passed += 1 } else { counts.failed += 1 }
        counts.commands += runs.count
        counts.times.append((path, time))
      }
    } catch {
      counts.withLock { $0.skipped += 1 }
      print("skipped \(path): \((error as? Stage.Shortage)?.reason ?? "\(error)")")
    }
  }
}
