/// User data that was forgotten on purpose, and is kept in a file.
public struct ForgottenUserData: Hashable, Sendable {
  /// The path of the store that holds it.
  public var path: String
  /// What is in it.
  public var content: UserStoreContent

  /// User data that was forgotten.
  public init(path: String, content: UserStoreContent) {
    self.path = path
    self.content = content
  }
}
