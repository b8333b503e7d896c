/// The input of a test, sample by sample.
struct TestSignal {
  enum Form: Hashable {
    /// Noise with this peak for the first half, then silence.
    case burst(Float)
    case noise(Float)
    case silence
    /// One frame of full scale, then silence.
    case impulse
    /// A square wave of full scale.
    case fullScale
    /// Noise of denormal numbers.
    case denormals
    /// Infinities and NaNs for the first tenth, then silence.
    case notNumbers
  }

  private let form: Form
  private let length: Int
  private var generator: SplitMix

  /// - Parameter length: the length of the whole signal, in frames.
  init(_ form: Form, length: Int, seed: UInt64) {
    self.form = form
    self.length = length
    generator = SplitMix(seed: seed)
  }

  /// The next sample of a channel.
  mutating func sample(at frame: Int) -> Float {
    switch form {
    case .burst(let peak): frame < length / 2 ? noise() * peak : 0
    case .noise(let peak): noise() * peak
    case .silence: 0
    case .impulse: frame == 0 ? 1 : 0
    case .fullScale: frame / 50 % 2 == 0 ? 1 : -1
    case .denormals: noise() * 0x1p-130
    case .notNumbers: frame < length / 10 ? (frame % 2 == 0 ? .infinity : .nan) : 0
    }
  }

  /// A random sample from -1 to 1.
  private mutating func noise() -> Float { Float(Int32(truncatingIfNeeded: generator.next() >> 32)) / 2_147_483_648 }
}

/// Random numbers that are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
