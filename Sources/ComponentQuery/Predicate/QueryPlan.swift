/// How a search is done, for people who wonder why it is slow, or what it found.
public struct QueryPlan: Sendable {
  /// One way in which a part of the predicate is decided, in the order of the search.
  public struct Step: Sendable {
    /// The ways.
    public enum Way: String, Sendable {
      /// By sets of components that are kept: tags, types, favourites, hidden components.
      case sets
      /// By the index of names, which gives candidates.
      case nameIndex = "name index"
      /// By SQLite, row by row or by an index of its own.
      case sql
      /// By a test in memory of each component that is left.
      case memory
      /// By a test of the host's in memory of each component that is left.
      case host
    }

    /// The way.
    public var way: Way
    /// The parts of the predicate that it decides.
    public var parts: [ComponentPredicate]
    /// Of a test of the host's: what it tests.
    public var conditions: [String]
    /// How many components are left after it.
    public var remaining: Int
    /// What it took, in seconds.
    public var seconds: Double

    /// A step.
    package init(
      way: Way, parts: [ComponentPredicate], conditions: [String] = [], remaining: Int, seconds: Double
    ) {
      self.way = way
      self.parts = parts
      self.conditions = conditions
      self.remaining = remaining
      self.seconds = seconds
    }
  }

  /// The predicate with what it stands for: saved searches, collections, words that were probably meant.
  public var predicate: ComponentPredicate
  /// The steps.
  public var steps: [Step]
  /// The condition in SQL; nil where SQLite tests nothing.
  public var sql: String?
  /// SQLite's plan, one step a line.
  public var sqliteSteps: [String]
  /// How many components are found.
  public var found: Int
  /// What making the plan took, in seconds; sets that were not kept yet are read meanwhile.
  public var planningSeconds: Double
  /// What building the components with their tags, and sorting them by name, took, in seconds.
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
