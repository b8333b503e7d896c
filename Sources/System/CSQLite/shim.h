// SQLite's one header, found through pkg-config. Only module SQLite imports this.
#include <sqlite3.h>

// `sqlite3_config` is variadic, which Swift can't call.
static inline int aucatTurnOffMemoryStatistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
