import AudioSources
import TestSupport
import Testing

@Suite(.serialized) struct SourceTreeTests {
  @Test("random trees of sources sound as their model, in any portions, and from any frame")
  func trees() throws { try check(cases: 400) }

  @Test("the same of many", .part(.laws)) func manyTrees() throws { try check(cases: SeededGenerator.cases(10_000)) }

  private func check(cases: Int) throws {
    var random = SeededGenerator(environment: [:], purpose: "trees of sources")
    var frames = 0
    var worst = 0.0
    for number in 0..<cases {
      let channels = Int.random(in: 1...2, using: &random)
      let tree = Tree(&random, rate: 48_000, channels: channels, size: 3)
      let source = try tree.source(rate: 48_000, channels: channels)
      let model = tree.sound(rate: 48_000, channels: channels)
      let sound = try source.frames(by: .random(in: 1...300, using: &random))
      frames += sound[0].count
      let hasLength = source.length == model[0].count && sound[0].count == model[0].count && source.canSeek
      verify(hasLength, "\(number): \(sound[0].count) frames, \(source.length ?? -1), not \(model[0].count): \(tree)")
      if !hasLength { continue }
      try verify(source.frames()[0].isEmpty, "nothing comes after the end")
      let loudest = model.joined().reduce(1) { max($0, abs($1)) }
      let difference = zip(sound.joined(), model.joined()).reduce(0) { max($0, abs(Double($1.0) - $1.1)) } / loudest
      worst = max(worst, difference)
      verify(difference <= 3e-6, "\(number): \(difference): \(tree)")
      for _ in 0..<3 {
        let start = Int.random(in: 0...sound[0].count + 10, using: &random)
        try source.seek(to: start)
        let count = Int.random(in: 1...100, using: &random)
        let rest = try source.frames(count, by: .random(in: 1...50, using: &random))
        verify(rest == sound.map { Array($0.dropFirst(start).prefix(count)) }, "\(number): from \(start): \(tree)")
      }
    }
    print("measured: \(frames) frames of trees, at most \(worst) beside the model")
  }
}
