/// The health of the user store, its backups and what lies beside it.
public struct UserStoreHealth: Hashable, Sendable {
  /// The state of the store's path.
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

  /// The path of the store.
  public var path: String
  /// What was found at the path.
  public var state: State
  /// Its contents; nil if they can't be read.
  public var content: UserStoreContent?
  /// Its backups, the newest first by revision; those that can't be used come last.
  public var backups: [UserStoreBackupHealth] = []
  /// Why the backups' folder can't be listed; nil if it can, or if there is none.
  public var backupProblem: String?
  /// Paths of damaged and forgotten stores that were set aside. Nothing deletes them.
  public var setAside: [String] = []
  /// Paths of files that an interrupted command left behind. The next command that writes removes them.
  public var leftovers: [String] = []

  /// A store of which only the state is known.
  package init(path: String, state: State) {
    self.path = path
    self.state = state
  }
}

/// The contents of a user store or a backup.
public struct UserStoreContent: Hashable, Sendable {
  /// The number of its schema.
  public var schema: Int
  /// A number that grows with every change.
  public var revision: Int
  /// The number of taggings: pairs of a tag and a component.
  public var tags = 0
  /// How many memberships in collections there are.
  public var memberships = 0
  /// How many favourites there are.
  public var favorites = 0
  /// How many components are hidden.
  public var hidden = 0
  /// The number of collections, empty ones included.
  public var collections = 0
  /// How many searches are saved.
  public var searches = 0
  /// How many use counts there are.
  public var uses = 0

  /// Creates the contents of an empty store.
  package init(schema: Int, revision: Int) {
    self.schema = schema
    self.revision = revision
  }

  /// The number of things that the user has entered; uses that hosts have counted are not among them.
  public var entries: Int { tags + memberships + favorites + hidden + collections + searches }
}

/// The health of a backup of the user store.
public struct UserStoreBackupHealth: Hashable, Sendable {
  /// The path of the backup.
  public var path: String
  /// When the file was written.
  public var written: UTCTime?
  /// Its contents; nil if they can't be read.
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
  /// The contents of the file.
  public var content: UserStoreContent

  /// User data that was forgotten.
  package init(path: String, content: UserStoreContent) {
    self.path = path
    self.content = content
  }
}
