internal import AucatProgram
internal import RenderChain

/// Looks for a block length at which a chain starts, after one of its plugins has refused to.
struct BlockTrial {
  private let job: RenderJob

  /// - Returns: nil if no plugin refused to start.
  init?(_ job: RenderJob, _ error: ChainError) {
    guard case .instantiationFailed = error.cause else { return nil }
    self.job = job
  }

  /// The remedy at the command line; nil if the block length is not the reason, as far as one can tell.
  var remedy: String? { lengths.first { !Interruption.isRequested && starts($0) }.map { "--block \($0) works" } }

  /// Powers of two, which suit most plugins; the nearest ones first.
  private var lengths: [Int] {
    func distance(_ length: Int) -> Int { max(length, job.blockLength) / min(length, job.blockLength) }
    return (5...13).map { 1 << $0 }.filter { $0 != job.blockLength }.sorted { distance($0) < distance($1) }
  }

  /// Whether the chain starts, in a process of its own.
  private func starts(_ length: Int) -> Bool {
    var job = job
    job.blockLength = length
    do {
      _ = try IsolatedRender(timeout: 2, logs: false).render(job, from: NoSound(channelCount: job.channels)) { _ in
        throw Started()
      }
      return true
    } catch {
      return error is Started
    }
  }

  /// All plugins have been loaded, which is enough.
  private struct Started: Error {}
}

/// An input without frames.
private final class NoSound: FrameSource {
  let channelCount: Int

  init(channelCount: Int) { self.channelCount = channelCount }

  // SAFETY: Nothing is written.
  func read(into channels: [UnsafeMutablePointer<Float>], count: Int) -> Int { 0 }
}
