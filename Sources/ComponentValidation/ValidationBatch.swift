internal import Linux
internal import Synchronization

/// Validates many components at once.
package final class ValidationBatch: Sendable {
  private struct State {
    var next = 0
    var done = 0
    var reports: [Int: ValidationReport] = [:]
    var failure: Validator.Failure?
    var isCancelled = false

    /// The number of the next component; nil if there is none.
    mutating func takeNext(of count: Int) -> Int? {
      guard next < count, !isCancelled else { return nil }
      next += 1
      return next - 1
    }
  }

  private let validator: Validator
  private let subjects: [ValidationSubject]
  private let state = Mutex(State())

  /// A batch of components.
  package init(_ validator: Validator, _ subjects: [ValidationSubject]) {
    self.validator = validator
    self.subjects = subjects
  }

  /// How often the caller's functions are called, in milliseconds.
  private static let interval = 50

  /// Validates the components, several at a time. Blocks the calling thread.
  ///
  /// - Parameters:
  ///   - jobs: how many at a time.
  ///   - isCancelled: called several times a second.
  ///   - progress: called several times a second with the number of components that are done.
  ///   - deliver: called with each report, in the order of the components.
  /// - Throws: ``Validator/Failure``, and errors of `deliver`.
  package func run(
    jobs: Int, isCancelled: () -> Bool, progress: (Int) -> Void, deliver: (ValidationReport) throws -> Void
  ) throws {
    Scratch.removeAbandoned(validator.options.environment)
    var threads: [BackgroundThread] = []
    defer {
      state.withLock { $0.isCancelled = true }
      for thread in threads { thread.join() }
    }
    for _ in 0..<max(1, min(jobs, subjects.count)) {
      do throws(SystemError) { threads.append(try BackgroundThread { self.work() }) } catch {
        throw Validator.Failure.noThread(error)
      }
    }
    var delivered = 0
    while delivered < subjects.count {
      if isCancelled() { return }
      let (report, done, failure) = state.withLock { ($0.reports.removeValue(forKey: delivered), $0.done, $0.failure) }
      if let failure { throw failure }
      progress(done)
      if let report {
        try deliver(report)
        delivered += 1
      } else {
        CurrentThread.sleep(milliseconds: Self.interval)
      }
    }
  }

  private func work() {
    while let number = state.withLock({ $0.takeNext(of: subjects.count) }) {
      do throws(Validator.Failure) {
        let report = try validator.validate(subjects[number]) { state.withLock { $0.isCancelled } }
        state.withLock {
          $0.reports[number] = report
          $0.done += 1
        }
      } catch {
        state.withLock {
          $0.failure = error
          $0.isCancelled = true
        }
      }
    }
  }
}
