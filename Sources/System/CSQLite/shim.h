// SQLite's only header, found through pkg-config. Only the module SQLite imports this one.
#include <sqlite3.h>

// `sqlite3_config` is variadic, which Swift can't call.
static inline int aucatTurnOffMemoryStatistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
