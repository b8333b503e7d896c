internal import ComponentModel
internal import Linux
internal import RenderChain

// The conditions under which a component must give finite output and stay within its buffers.

extension TestBench {
  /// A quarter of a second at 48 kHz, in frames.
  static var quarter: Int { 12_000 }

  /// Whether it runs at usual sample rates.
  func rates() throws(ChainError) -> ValidationProblem? {
    for rate in [44_100.0, 48_000, 96_000, 192_000] {
      let condition = "\(Int(rate)) Hz"
      log.begin(condition)
      do throws(ChainError) {
        let player = try player(Setup(rate: rate))
        let heard = play(.noise(0.25), on: player)
        if let problem = problem(heard, player.control, condition, rate: rate) { return problem }
      } catch {
        guard case .instantiationFailed = error.cause else { throw error }
        return ValidationProblem(.refusesRate, [], [rate])
      }
    }
    return nil
  }

  /// Whether it runs with blocks of many lengths.
  func blocks() throws(ChainError) -> ValidationProblem? {
    for length in [1, 7, 64, 512, 4_096] where length & (length - 1) == 0 || !needsPowerOfTwo {
      let frames = max(length * 4, 2_400)
      if let problem = try blocks(length, [length], frames, "blocks of \(length)") { return problem }
    }
    // The host gives blocks of one length to a component that requires it.
    if needsFixedBlocks { return nil }
    if let problem = try blocks(512, [1, 511, 64, 7, 512, 3, 200], Self.quarter, "changing blocks") { return problem }
    return try blocks(512, [0, 512, 0, 0, 64], Self.quarter, "blocks of 0 between others")
  }

  private func blocks(
    _ longest: Int, _ lengths: [Int], _ frames: Int, _ condition: String
  ) throws(ChainError) -> ValidationProblem? {
    log.begin(condition)
    let player = try player(Setup(blockLength: longest))
    let heard = player.play(signal(.noise(0.25), frames), frames: frames, blocks: lengths, events: events(frames))
    if heard.hasWrittenNoFrames { return ValidationProblem(.wroteOutside, [condition]) }
    return problem(heard, player.control, condition)
  }

  private var needsPowerOfTwo: Bool {
    record.requiredFeatures.contains(Namespace.bufferSize + "powerOf2BlockLength")
  }

  /// Whether all blocks of a run have the same length.
  var needsFixedBlocks: Bool {
    needsPowerOfTwo || record.requiredFeatures.contains(Namespace.bufferSize + "fixedBlockLength")
  }

  /// Plays a quarter of a second.
  private func play(_ form: TestSignal.Form, on player: borrowing TestPlayer) -> HeardSound {
    player.play(signal(form, Self.quarter), frames: Self.quarter, events: events(Self.quarter))
  }

  /// Whether it gives finite output for extreme input.
  func signals() throws(ChainError) -> ValidationProblem? {
    let forms: [(TestSignal.Form, String)] = [
      (.silence, "silence"), (.impulse, "an impulse"), (.fullScale, "full scale"), (.denormals, "denormals"),
      (.noise(1), "loud noise"),
    ]
    for (form, condition) in forms {
      if let problem = try play(form, condition, playsSignals: false) { return problem }
    }
    guard record.ports.contains(where: { $0.kind == .cv && $0.direction == .input }) else { return nil }
    for (form, condition) in forms {
      if let problem = try play(form, "\(condition), also at its CV inputs", playsSignals: true) { return problem }
    }
    return nil
  }

  private func play(
    _ form: TestSignal.Form, _ condition: String, playsSignals: Bool
  ) throws(ChainError) -> ValidationProblem? {
    log.begin(condition)
    var player = try player()
    player.playsSignals = playsSignals
    return problem(play(form, on: player), player.control, condition)
  }

  /// Whether it can be activated again.
  func reactivation() throws(ChainError) -> ValidationProblem? {
    let first = try player()
    _ = play(.noise(0.25), on: first)
    let second = try TestPlayer(first.stop())
    let heard = play(.noise(0.25), on: second)
    return problem(heard, second.control, "after a second activation")
  }

  /// Whether it runs on another thread.
  func threads() throws(ChainError) -> ValidationProblem? {
    let player = SharedPlayer(try player(), events: events(Self.quarter))
    let signal = signal(.noise(0.25), Self.quarter)
    do throws(SystemError) {
      let thread = try BackgroundThread { player.play(signal, frames: Self.quarter) }
      thread.join()
    } catch {
      throw ChainError(.noThread(reason: error.reasonAndRemedy))
    }
    return problem(player.heard, player.control, "on another thread")
  }
}
