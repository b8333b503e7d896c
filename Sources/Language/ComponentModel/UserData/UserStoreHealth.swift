/// The health of the user store, its backups and what lies beside it.
public struct UserStoreHealth: Hashable, Sendable {
  /// What is in the store's place.
  public enum State: Hashable, Sendable {
    /// A store that is sound.
    case sound
    /// There is no store, and no trace of one.
    case absent
    /// A store that is damaged, empty or missing although there are traces of it. The next command recovers it.
    case damaged(String)
    /// A file that is not ours. It is left alone.
    case foreign(String)
    /// A store that a newer version has made. It is left alone.
    case newer(String)
    /// A link on the path leads nowhere, or a file is in the place of a directory.
    case unreachable(String)
    /// A file that can't be read.
    case unreadable(String)
  }

  /// The store's path.
  public var path: String
  /// What is there.
  public var state: State
  /// What is in it; nil where it can't be read.
  public var content: UserStoreContent?
  /// Its backups, the newest first by revision; those that can't be used come last.
  public var backups: [UserStoreBackupHealth] = []
  /// Why the backups' folder can't be listed; nil if it can, or if there is none.
  public var backupProblem: String?
  /// Paths of damaged and forgotten stores that were set aside. Nothing deletes them.
  public var setAside: [String] = []
  /// Paths of files that an interrupted command has left. The next command that writes removes them.
  public var leftovers: [String] = []

  /// A store of which only the state is known.
  package init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}

/// What a user store or a backup holds.
public struct UserStoreContent: Hashable, Sendable {
  /// The number of its schema.
  public var schema: Int
  /// Grows with every change.
  public var revision: Int
  /// Taggings: pairs of a tag and a component.
  public var tags = 0
  /// Memberships in collections.
  public var memberships = 0
  /// Favourites.
  public var favorites = 0
  /// Hidden components.
  public var hidden = 0
  /// Collections, empty ones included.
  public var collections = 0
  /// Saved searches.
  public var searches = 0
  /// Use counts.
  public var uses = 0

  /// An empty store.
  package init(schema: Int, revision: Int) {
    self.schema = schema
    self.revision = revision
  }

  /// The number of things that the user has entered; uses that hosts have counted are not among them.
  public var entries: Int { tags + memberships + favorites + hidden + collections + searches }
}

/// The health of a backup of the user store.
public struct UserStoreBackupHealth: Hashable, Sendable {
  /// The backup's path.
  public var path: String
  /// When the file was written.
  public var written: UTCTime?
  /// What is in it; nil where it can't be read.
  public var content: UserStoreContent?
  /// Why it can't be used; nil if it is sound.
  public var problem: String?

  /// The health of the backup at a path.
  package init(path: String, written: UTCTime?, content: UserStoreContent? = nil, problem: String? = nil) {
    self.path = path
    self.written = written
    self.content = content
    self.problem = problem
  }
}

/// User data that was forgotten on purpose, and is kept in a file.
public struct ForgottenUserData: Hashable, Sendable {
  /// The path of the store that holds it.
  public var path: String
  /// What is in it.
  public var content: UserStoreContent

  /// User data that was forgotten.
  package init(path: String, content: UserStoreContent) {
    self.path = path
    self.content = content
  }
}
