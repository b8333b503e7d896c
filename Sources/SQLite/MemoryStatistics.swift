private import CSQLite

/// What SQLite counts of its memory, under a lock at each allocation: an eighth of the instructions that open a store.
package enum MemoryStatistics {
  /// Turns them off (`SQLITE_CONFIG_MEMSTATUS`), for the whole process. Only for a program of our own: a host may use SQLite, too.
  ///
  /// Has no effect once anything has used SQLite. Other threads must not use it meanwhile.
  package static func turnOff() { _ = aucatTurnOffMemoryStatistics() }
}
