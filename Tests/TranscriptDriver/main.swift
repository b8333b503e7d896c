// Runs the transcripts of a folder side by side and compares what their commands print.
//   transcripts [--update] [--times] FOLDER [WORD...]   those whose paths contain one of the words
//   --update   writes what is printed into the files, for review
//   --times    lists the processor time of each
internal import Foundation
import TestSupport

var words = Array(CommandLine.arguments.dropFirst())
let options = Set(words.filter { $0.hasPrefix("--") })
words.removeAll { $0.hasPrefix("--") }
guard let folder = words.first, options.isSubset(of: ["--update", "--times"]) else {
  print("usage: transcripts [--update] [--times] FOLDER [WORD...]")
  exit(2)
}
let wanted = words.dropFirst()
let paths = (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
  .filter { path in path.hasSuffix(".txt") && (wanted.isEmpty || wanted.contains { path.contains($0) }) }.sorted()
let run = TranscriptRun(in: folder, updates: options.contains("--update"))
run.perform(paths)
let result = run.tally
if options.contains("--times") {
  for (path, time) in result.times.sorted(by: { $0.time > $1.time }) {
    print("\(Int(time / .milliseconds(1))) ms \(path)")
  }
}
print("\(paths.count) transcripts, \(result.commands) commands")
print("\(result.passed) passed, \(result.failed) failed, \(result.skipped) skipped")
exit(result.failed > 0 || paths.isEmpty ? 1 : 0)
