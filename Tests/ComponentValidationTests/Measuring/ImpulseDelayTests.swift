import TestSupport
import Testing

@testable import ComponentValidation

/// When a delay is certain.
struct ImpulseDelayTests {
  /// An answer of 12,000 samples that is silent but for some.
  private func delay(_ samples: [Int: Float], reported: Double? = nil) -> Int? {
    var answer = [Float](repeating: 0, count: 12_000)
    for (frame, value) in samples { answer[frame] = value }
    return ImpulseDelay(answer).frames(reported: reported)
  }

  @Test func anImpulseThatComesBackAtOnceIsNotLate() {
    verify(delay([0: 0.5]), equals: 0)
    verify(delay([0: 0.5], reported: 0), equals: 0)
    verify(delay([0: 0.5], reported: 64), equals: 0, "the plugin reports what isn't so")
  }

  @Test("a filter smears the impulse, and is not late for that")
  func filters() {
    verify(delay([0: 0.1, 1: 0.3, 2: 0.4, 3: 0.3, 4: 0.1, 5: 0.05]), equals: 0)
    verify(delay([0: 0.4, 2_000: 0.3]), equals: 0, "an echo after the sound itself")
    verify(delay([0: 0.2, 5_000: 0.9]), equals: 0, "an echo that is louder")
  }

  @Test("what is reported and heard is certain, however long")
  func reported() {
    verify(delay([4_096: 0.5], reported: 4_096), equals: 4_096)
    verify(delay([4_090: 0.1, 4_096: 0.5, 4_099: 0.3], reported: 4_094), equals: 4_094)
    verify(delay([4_095: 0.2, 4_096: 0.5, 4_097: 0.2], reported: 4_096), equals: 4_096)
  }

  @Test("a filter of linear phase is late by its middle")
  func linearPhase() {
    var samples: [Int: Float] = [200: 0.5]
    for step in 1...60 {
      let value = 0.4 / Float(step)
      (samples[200 - step], samples[200 + step]) = (value, value)
    }
    verify(delay(samples), equals: 200)
    verify(delay(samples, reported: 200), equals: 200)
    verify(delay(samples, reported: 150) == 150 || delay(samples, reported: 150) == 200)
  }

  @Test("a short delay that isn't reported is one, a long one may be an effect")
  func unreported() {
    verify(delay([100: 0.5]), equals: 100)
    verify(delay([100: 0.5], reported: 0), equals: 100)
    verify(delay([481: 0.5]) == nil)
    verify(delay([100: 0.5, 3_000: 0.4]) == nil, "echoes")
  }

  @Test func whatIsNotClearIsUnknown() {
    verify(delay([:]) == nil)
    verify(delay([50: 0.1, 90: 0.3, 400: 0.5]) == nil)
    verify(delay([0: 1e-9]) == nil)
    verify(delay([3_000: 0.5], reported: 64) == nil)
    verify(ImpulseDelay([]).frames(reported: nil) == nil)
  }
}
