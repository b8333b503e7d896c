import Foundation
import TestSupport
import Testing

/// The measure by which edits are found not to click finds clicks, and only these.
struct ClickMetricTests {
  private let length = 6_000

  private func wave(_ gain: Double, _ hertz: Double) -> [Float] {
    (0..<length).map { Float(gain * sin(2 * .pi * hertz * Double($0) / 48_000)) }
  }

  /// How much a change at 2,000 bends, as a share of what a fade there may.
  private func excess(_ a: [Float], _ b: [Float], _ heard: [Float]) -> Double {
    let bends = max(Bends.largest(a), Bends.largest(b))
    let fade = Bends.ofFade(a, b) { Bends.gain($0 - 2_000) }
    return Bends.largest(heard) / (bends + fade + 1e-6)
  }

  private func mixed(_ a: [Float], _ b: [Float], _ gain: (Int) -> Double) -> [Float] {
    a.indices.map { Float(Double(a[$0]) + gain($0) * (Double(b[$0]) - Double(a[$0]))) }
  }

  @Test(arguments: [(0.3, 0.3), (0.3, 0.0), (0.1, 0.9), (0.5, -0.5)]) func aFadeIsNoClick(first: Double, second: Double)
  {
    for hertz in [50.0, 220, 900, 5_000] {
      let (a, b) = (wave(first, hertz), wave(second, hertz))
      verify(excess(a, b, mixed(a, b) { Bends.gain($0 - 2_000) }) <= 1)
    }
  }

  @Test func aSwitchIsOne() {
    let (a, b) = (wave(0.3, 220), wave(0.2, 220))
    // Not where the wave is at zero.
    for place in [2_020, 2_050, 2_080] { verify(excess(a, b, Array(a[..<place] + b[place...])) > 2) }
  }

  @Test(arguments: [Float.nan, .infinity]) func whatIsNoSampleIsOne(value: Float) {
    var heard = wave(0.3, 220)
    heard[3_000] = value
    verify(excess(wave(0.3, 220), wave(0.3, 220), heard), equals: .infinity)
  }

  @Test func aStraightFadeThatIsTooShortIsOne() {
    let (a, b) = (wave(0.3, 220), wave(-0.3, 220))
    verify(excess(a, b, mixed(a, b) { min(max(Double($0 - 2_050) / 32, 0), 1) }) > 2)
  }

  @Test func aSampleThatIsLostOrAddedIsOne() {
    let a = wave(0.3, 220)
    verify(excess(a, a, Array(a[..<3_010] + a[3_011...])) > 2)
    verify(excess(a, a, Array(a[..<3_010] + a[3_009...])) > 2)
  }

  @Test func blocksInTheWrongOrderAreOne() {
    let a = wave(0.3, 220)
    verify(excess(a, a, Array(a[..<3_000] + a[3_064..<3_128] + a[3_000..<3_064] + a[3_128...])) > 2)
  }
}
