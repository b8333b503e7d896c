// SQLite's one header, found through pkg-config. Only module SQLite imports this.
#include <sqlite3.h>
