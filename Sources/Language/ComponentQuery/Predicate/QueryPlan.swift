/// How a search was done, to explain its speed or its results.
public struct QueryPlan: Hashable, Sendable {
  /// One step of the search, which decides a part of the predicate.
  public struct Step: Hashable, Sendable {
    /// How a step decides its part.
    public enum Method: String, Sendable {
      /// By cached sets of components: words, tags, types, names, favourites and hidden components.
      case sets
      /// With SQLite, row by row or by an index of its own.
      case sql
      /// In memory, for each remaining component.
      case memory
      /// By the host's test, for each remaining component.
      case host
    }

    /// How this step finds components.
    public var method: Method
    /// The parts of the predicate it decides.
    public var parts: [ComponentPredicate]
    /// For the host's test: what it tests.
    public var conditions: [String]
    /// The number of components that remain.
    public var remaining: Int
    /// Its duration, in seconds; nil if it is a part of the planning.
    public var seconds: Double?

    package init(
      method: Method, parts: [ComponentPredicate], conditions: [String] = [], remaining: Int, seconds: Double?
    ) {
      self.method = method
      self.parts = parts
      self.conditions = conditions
      self.remaining = remaining
      self.seconds = seconds
    }
  }

  /// The predicate with saved searches and collections expanded and misspelt words corrected.
  public var predicate: ComponentPredicate
  /// The steps, in the order in which they run.
  public var steps: [Step]
  /// The condition in SQL; nil if SQLite tests nothing.
  public var sql: String?
  /// SQLite's plan, one line per step.
  public var sqliteSteps: [String]
  /// The number of components found.
  public var found: Int
  /// The time for planning, in seconds, including reading sets that were not cached.
  public var planningSeconds: Double
  /// The time for building the components with their tags and sorting them by name, in seconds.
  public var buildingSeconds: Double

  /// A plan without steps.
  package init(_ predicate: ComponentPredicate, sql: String?, sqliteSteps: [String], planningSeconds: Double) {
    self.predicate = predicate
    steps = []
    self.sql = sql
    self.sqliteSteps = sqliteSteps
    found = 0
    self.planningSeconds = planningSeconds
    buildingSeconds = 0
  }
}
