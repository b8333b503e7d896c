/// Sines of angles in turns, computed with basic arithmetic only: unlike those of C libraries, they are the same on
/// every machine.
enum Turns {
  static func sine(_ turns: Double) -> Double {
    let quarter = (turns * 4).rounded()
    let rest = (turns - quarter / 4) * (2 * .pi)
    // Within ±π/4, either series is exact to the last bit but one.
    switch Int(quarter - (quarter / 4).rounded(.down) * 4) {
    case 0: return sineSeries(rest)
    case 1: return cosineSeries(rest)
    case 2: return -sineSeries(rest)
    default: return -cosineSeries(rest)
    }
  }

  static func cosine(_ turns: Double) -> Double { sine(turns + 0.25) }

  private static func sineSeries(_ x: Double) -> Double {
    let s = x * x
    var sum = 0.0
    for n in stride(from: 17.0, to: 1, by: -2) { sum = (1 + sum) * -s / (n * (n - 1)) }
    return x * (1 + sum)
  }

  private static func cosineSeries(_ x: Double) -> Double {
    let s = x * x
    var sum = 0.0
    for n in stride(from: 18.0, to: 0, by: -2) { sum = (1 + sum) * -s / (n * (n - 1)) }
    return 1 + sum
  }
}
