package import ComponentModel

/// The difference between the search path and the catalog.
package struct ScanPlan: Sendable {
  /// A bundle for a worker to read.
  package struct Job: Hashable, Sendable {
    package var bundle: SurveyedBundle
    /// Whether the catalog has nothing of it yet.
    package var isNew = true
    /// The content hash in the catalog, whatever has changed; nil for none.
    package var lastContent: UInt64?
    /// The content hash in the catalog. If it still matches, only the fingerprint has changed and nothing is read.
    package var knownContent: UInt64?

    /// A bundle to read, unless its content is known.
    package init(
      bundle: SurveyedBundle, isNew: Bool = true, lastContent: UInt64? = nil, knownContent: UInt64? = nil
    ) {
      self.bundle = bundle
      self.isNew = isNew
      self.lastContent = lastContent
      self.knownContent = knownContent
    }
  }

  /// Bundles to read, the largest first, so that workers finish at about the same time.
  package private(set) var jobs: [Job] = []
  /// Bundles that match the catalog.
  package private(set) var unchanged: [String] = []
  /// Bundles that are known to be unreadable, so that no worker has to try.
  package private(set) var unreadable: [SurveyedBundle] = []
  /// Bundles that can't be examined at the moment, which is not a verdict on them.
  package private(set) var interrupted: [SurveyedBundle] = []
  /// Bundles that no directory of this scan has any longer.
  package private(set) var gone: [String] = []
  /// Bundles whose roots have changed.
  package private(set) var moved: [SurveyedBundle] = []

  /// The version of what the scanner records. Raising it makes a scan read every bundle again.
  package static let scannerVersion = 9

  /// Compares a survey with the catalog.
  ///
  /// - Parameter full: whether to read everything again.
  package init(survey: BundleSurvey, known: [KnownBundle], full: Bool) {
    let byPath = Dictionary(known.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let looked = Set(survey.roots.filter(\.isReadable).map(\.path))
    for bundle in survey.bundles { decide(bundle, known: byPath[bundle.path], roots: looked, full: full) }
    let found = Set(survey.bundles.map(\.path))
    gone = known.filter { !found.contains($0.path) && !$0.roots.isDisjoint(with: looked) }.map(\.path)
    jobs.sort { ($0.bundle.turtleBytes, $1.bundle.path) > ($1.bundle.turtleBytes, $0.bundle.path) }
  }

  /// Whether the catalog is up to date.
  package var isEmpty: Bool {
    jobs.isEmpty && unreadable.isEmpty && interrupted.isEmpty && gone.isEmpty && moved.isEmpty
  }

  /// Whether all directories can be read, and a catalog has what a scan would find in them.
  package static func isCurrent(_ known: [KnownBundle], for survey: BundleSurvey) -> Bool {
    guard survey.roots.allSatisfy(\.isReadable) else { return false }
    let plan = ScanPlan(survey: survey, known: known, full: false)
    guard plan.jobs.isEmpty && plan.interrupted.isEmpty && plan.gone.isEmpty && plan.moved.isEmpty else { return false }
    // If everything visible of a rejected bundle is the same, a scan has already rejected it for the same reason.
    let byPath = Dictionary(known.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    return plan.unreadable.allSatisfy { byPath[$0.path]?.fingerprint == $0.fingerprint }
  }

  private mutating func decide(
    _ bundle: SurveyedBundle, known: KnownBundle?, roots looked: Set<String>, full: Bool
  ) {
    if let known, known.roots.intersection(looked) != Set(bundle.roots) { moved.append(bundle) }
    if !bundle.isExamined, let known, known.fingerprint != nil, known.scanner > 0 {
      unchanged.append(bundle.path)
      return
    }
    guard let bundle = bundle.examined else { return }
    guard let known else {
      add(bundle, isNew: true)
      return
    }
    let isCurrent = known.scanner == Self.scannerVersion && !full && !known.isDue
    guard isCurrent, let fingerprint = known.fingerprint, bundle.problem == nil, bundle.interruption == nil else {
      add(bundle, isNew: known.fingerprint == nil)
      return
    }
    if fingerprint == bundle.fingerprint {
      unchanged.append(bundle.path)
    } else {
      // A new binary can change the verdict even if the Turtle is the same.
      add(
        bundle, isNew: false, lastContent: known.content,
        knownContent: fingerprint.other == bundle.fingerprint.other ? known.content : nil)
    }
  }

  private mutating func add(
    _ bundle: SurveyedBundle, isNew: Bool, lastContent: UInt64? = nil, knownContent: UInt64? = nil
  ) {
    if bundle.interruption != nil {
      interrupted.append(bundle)
    } else if bundle.problem != nil {
      unreadable.append(bundle)
    } else {
      jobs.append(Job(bundle: bundle, isNew: isNew, lastContent: lastContent, knownContent: knownContent))
    }
  }
}
