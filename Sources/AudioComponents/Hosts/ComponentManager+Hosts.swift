public import ComponentModel

extension ComponentManager {
  /// The hosts that `usableIn` knows: those that aucat has a profile of, and those of ``Configuration/hostFolder``, by name.
  /// Read when a query first asks; a file that is no profile is left out, which ``Configuration/notice`` is told.
  public var hosts: [HostProfile] { hostProfiles.all }
}
