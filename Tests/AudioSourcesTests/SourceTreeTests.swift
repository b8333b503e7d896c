import AudioSources
import TestSupport
import Testing

@Suite(.serialized) struct SourceTreeTests {
  @Test("random trees of sources sound as their model, in any portions, and from any frame")
  func trees() throws {
    var random = SeededGenerator(environment: [:], purpose: "trees of sources")
    var frames = 0
    var worst = 0.0
    for number in 0..<SeededGenerator.cases(10_000) {
      let channels = Int.random(in: 1...2, using: &random)
      let tree = Tree(&random, rate: 48_000, channels: channels, size: 3)
      let source = try tree.source(rate: 48_000, channels: channels)
      let model = tree.sound(rate: 48_000, channels: channels)
      let portion = Int.random(in: 1...300, using: &random)
      let sound = try source.frames(by: portion)
      frames += sound[0].count
      guard source.length == model[0].count, sound[0].count == model[0].count, source.canSeek else {
        Issue.record(
          "\(number): \(sound[0].count) frames, \(String(describing: source.length)), not \(model[0].count): \(tree)")
        continue
      }
      #expect(try source.frames()[0].isEmpty, "nothing comes after the end")
      let loudest = model.joined().reduce(1) { max($0, abs($1)) }
      let difference = zip(sound.joined(), model.joined()).reduce(0) { max($0, abs(Double($1.0) - $1.1)) } / loudest
      worst = max(worst, difference)
      if difference > 3e-6 { Issue.record("\(number): \(difference): \(tree)") }
      for _ in 0..<3 {
        let start = Int.random(in: 0...sound[0].count + 10, using: &random)
        try source.seek(to: start)
        let count = Int.random(in: 1...100, using: &random)
        let rest = try source.frames(count, by: Int.random(in: 1...50, using: &random))
        let isEqual = rest == sound.map { Array($0.dropFirst(start).prefix(count)) }
        if !isEqual { Issue.record("\(number): from \(start): \(tree)") }
      }
    }
    print("measured: \(frames) frames of trees, at most \(worst) beside the model")
  }
}
