internal import AudioComponents
internal import ComponentValidation
internal import Linux
internal import RenderChain

/// Measures components, each by itself in a process of its own.
struct ComponentMeter: Sendable {
  /// The environment of the children.
  let environment: [String: String]
  /// How long a block, or one step of a plugin's start, may take, in seconds.
  let timeout: Double
  /// The directories whose bundles may be loaded.
  let directories: [String]

  /// How long a block of sound lasts, in nanoseconds.
  static let blockDuration = Double(MeasurementPlan.surveyBlock) / MeasurementPlan.surveyRate * 1e9

  /// Removes the folders of measurements that were killed.
  func removeAbandoned() { Scratch.removeAbandoned(TemporaryDirectory.measurementPrefix, environment) }

  /// The total time limit for a component, in seconds: one that sleeps in each block uses no processor time, and
  /// finishes each block in time.
  private var limit: Double { max(30, 3 * timeout) }

  /// Measures a component. Blocks the calling thread.
  ///
  /// - Parameter isCancelled: called several times a second.
  /// - Returns: nil if it was cancelled.
  /// - Throws: `Scratch.Failure`, and a `ChainError` that isn't the component's fault.
  func measure(_ component: Component, isCancelled: () -> Bool) throws -> MeasurementReport? {
    let scratch = try Scratch(TemporaryDirectory.measurementPrefix, environment)
    let child = IsolatedRender(environment: scratch.environment, timeout: timeout, logs: false)
    let end = ContinuousClock.now + .seconds(limit)
    do {
      // The library's place in memory matters, and so do other programs: a new process is a new chance.
      let plans = [MeasurementPlan.survey, .survey.withoutDelays]
      let runs = try plans.map { plan in
        try child.measure(job(component), plan) {
          if isCancelled() { throw Cancellation() }
          if .now > end { throw Lateness() }
        }
      }
      return MeasurementReport(component, runs)
    } catch is Cancellation {
      return nil
    } catch is Lateness {
      return MeasurementReport(component, notWithin: limit)
    } catch let error as ChainError {
      guard let report = MeasurementReport(component, error) else { throw error }
      return report
    }
  }

  private struct Cancellation: Error {}
  private struct Lateness: Error {}

  private func job(_ component: Component) -> RenderJob {
    let stage = RenderChain.Stage(component: component.uri, bundle: component.bundle)
    var job = RenderJob(
      RenderChain([stage]), sampleRate: MeasurementPlan.surveyRate, blockLength: MeasurementPlan.surveyBlock,
      channels: component.audioInputs)
    job.bundleDirectories = directories
    return job
  }
}
