package import ComponentModel

/// The difference between what lies on the search path and what the catalog remembers.
package struct ScanPlan: Sendable {
  /// A bundle that a worker has to look at.
  package struct Job: Hashable, Sendable {
    /// The bundle.
    package var bundle: BundleSurvey.Bundle
    /// Where it equals the content hash, only the fingerprint has changed and nothing is read.
    package var knownContent: UInt64?

    /// A bundle that is read whatever is known of it.
    package init(bundle: BundleSurvey.Bundle) { self.bundle = bundle }

    init(bundle: BundleSurvey.Bundle, knownContent: UInt64?) {
      self.bundle = bundle
      self.knownContent = knownContent
    }
  }

  /// Bundles to read, the largest first: the last to end is then a small one.
  package private(set) var jobs: [Job] = []
  /// Bundles that are as the catalog has them.
  package private(set) var unchanged: [String] = []
  /// Bundles that can't be read, known without a worker.
  package private(set) var unreadable: [BundleSurvey.Bundle] = []
  /// Bundles that no directory of this scan has any more.
  package private(set) var gone: [String] = []
  /// Bundles whose roots have to be written anew.
  package private(set) var moved: [BundleSurvey.Bundle] = []

  /// The version of what the scanner records. A higher one reads every bundle again.
  package static let scannerVersion = 4

  /// Compares a survey with the catalog.
  ///
  /// - Parameter full: read everything again.
  package init(survey: BundleSurvey, known: [KnownBundle], full: Bool) {
    let byPath = Dictionary(known.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let looked = Set(survey.roots.filter(\.isReadable).map(\.path))
    for bundle in survey.bundles { decide(bundle, byPath[bundle.path], looked, full) }
    let found = Set(survey.bundles.map(\.path))
    gone = known.filter { !found.contains($0.path) && !$0.roots.isDisjoint(with: looked) }.map(\.path)
    jobs.sort { ($0.bundle.turtleBytes, $1.bundle.path) > ($1.bundle.turtleBytes, $0.bundle.path) }
  }

  /// Whether everything is as the catalog has it.
  package var isEmpty: Bool { jobs.isEmpty && unreadable.isEmpty && gone.isEmpty && moved.isEmpty }

  private mutating func decide(
    _ bundle: BundleSurvey.Bundle, _ known: KnownBundle?, _ looked: Set<String>, _ full: Bool
  ) {
    guard let known else {
      add(bundle, nil)
      return
    }
    if known.roots.intersection(looked) != Set(bundle.roots) { moved.append(bundle) }
    let isCurrent = known.scanner == Self.scannerVersion && !full
    guard isCurrent, let fingerprint = known.fingerprint, bundle.problem == nil else {
      add(bundle, nil)
      return
    }
    if fingerprint == bundle.fingerprint {
      unchanged.append(bundle.path)
    } else {
      // A new binary can change the verdict even where the Turtle is the same.
      add(bundle, fingerprint.other == bundle.fingerprint.other ? known.content : nil)
    }
  }

  private mutating func add(_ bundle: BundleSurvey.Bundle, _ knownContent: UInt64?) {
    if bundle.problem != nil {
      unreadable.append(bundle)
    } else {
      jobs.append(Job(bundle: bundle, knownContent: knownContent))
    }
  }
}
