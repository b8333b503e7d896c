/// Finds the delay of an impulse response, if it is certain.
struct ImpulseDelay {
  /// Magnitudes from the impulse on.
  private let answer: [Float]

  /// The start of the answer, below its peak: -40 dB.
  private static let onset: Float = 0.01
  /// A filter may smear an impulse over this many frames without being late.
  private static let spread = 64
  /// Above this, a delay that isn't reported may be an effect: 10 ms at 48 kHz.
  private static let mostUnreported = 480

  init(_ answer: [Float]) { self.answer = answer }

  /// The delay in frames; nil if it is not certain.
  ///
  /// A late response may be latency or an echo, which can't be told apart. So a delay counts if the plugin reports it,
  /// or if it is short and the answer is a single sharp one. None counts if the answer begins with the impulse.
  ///
  /// - Parameter reported: the latency that the plugin reports; nil if it reports none.
  func frames(reported: Double?) -> Int? {
    guard let peak = answer.max(), peak > 1e-6, let top = answer.firstIndex(of: peak),
      let start = answer.firstIndex(where: { $0 >= peak * Self.onset })
    else { return nil }
    if let reported, reported > 0 {
      let frames = Int(reported.rounded())
      if (start...top).contains(frames), top - start <= 2 * Self.spread || isSymmetric(around: top) {
        return top - start <= 1 || isSymmetric(around: top) ? top : frames
      }
    }
    guard top - start <= Self.spread else { return start == 0 ? 0 : nil }
    if start == 0 { return 0 }
    if isSymmetric(around: top), top <= Self.mostUnreported { return top }
    return top - start <= 1 && start <= Self.mostUnreported && isSingle(from: start) ? start : nil
  }

  /// Whether it rises as it falls, like the response of a linear-phase filter, whose delay is that of the peak.
  private func isSymmetric(around top: Int) -> Bool {
    let reach = min(top, answer.count - 1 - top, Self.spread)
    guard reach > 2 else { return false }
    var (difference, sum): (Float, Float) = (0, 0)
    for step in 1...reach {
      difference += abs(answer[top - step] - answer[top + step])
      sum += answer[top - step] + answer[top + step]
    }
    return sum > answer[top] * 0.05 && difference < sum * 0.02
  }

  /// Whether nearly all of the answer's energy comes within a short time.
  private func isSingle(from start: Int) -> Bool {
    let energy = answer.reduce(0) { $0 + $1 * $1 }
    let near = answer[start..<min(answer.count, start + Self.spread)].reduce(0) { $0 + $1 * $1 }
    return near > energy * 0.99
  }
}
