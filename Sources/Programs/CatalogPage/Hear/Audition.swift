internal import AudioComponents
internal import AudioSources

/// A sound through a component. The plugin runs in a child process, so that its faults affect nothing else.
struct Audition {
  /// The maximum length of the tail, in seconds.
  static let tail = 0.5
  /// The timeout for a block, or for one step of a plugin's start, in seconds.
  private static let patience = 5.0
  /// The timeout for the whole render, in seconds: other auditions wait for it.
  private static let limit = 20
  private static let sampleRate = 48_000.0
  /// How many frames generators and instruments play.
  private static let length = 144_000

  let component: Component
  var preset: RenderChain.Preset?
  /// The values of controls, by the symbols of their ports.
  var controls: [(symbol: String, value: Float)] = []
  /// The sound; nil for a component that makes its own.
  var sound: HeardSound?

  var chain: RenderChain {
    var chain = RenderChain()
    chain.append(component)
    chain.stages[0].preset = preset
    for (symbol, value) in controls { chain.stages[0].parameters[symbol] = value }
    return chain
  }

  /// Renders the sound through the component.
  ///
  /// - Throws: `ChainError` with the code `failed` for a plugin that crashed or hung; a ``PageRefusal`` for one that takes too
  ///   long.
  func rendered(environment: [String: String], for request: PageRequest) throws -> (sound: HeardSound, latency: Int) {
    let source: any FrameSource =
      if component.audioInputs > 0, let sound {
        HeardSource(sound, channelCount: component.audioInputs)
      } else if component.hasMIDIInput {
        MessageFeed(TestSounds.phrase, channelCount: 0, limit: Self.length)
      } else {
        HeardSource(.silence(frames: Self.length, sampleRate: Self.sampleRate), channelCount: 0)
      }
    var job = RenderJob(chain, sampleRate: sound?.sampleRate ?? Self.sampleRate, channels: source.channelCount)
    job.options.tail = .seconds(Self.tail)
    job.options.tempo = 120
    job.options.allowsNonFinite = false
    var heard = SoundCollector(channelCount: 0)
    let end = ContinuousClock.now + .seconds(Self.limit)
    let report = try IsolatedRender(environment: environment, timeout: Self.patience).render(
      job, from: source,
      opened: { count in
        heard = SoundCollector(channelCount: count)
        return heard
      },
      progress: { _ in
        guard ContinuousClock.now < end, request.isAwaited() else {
          throw PageRefusal(422, "\(component.name): the render took longer than \(Self.limit) s and was ended")
        }
      })
    return (HeardSound(sampleRate: job.sampleRate, channels: heard.channels), report.latency)
  }
}
