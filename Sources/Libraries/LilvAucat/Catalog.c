#define _GNU_SOURCE
#include "Catalog.h"

#include "Lilv.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// SQLite is loaded for the first answer, because most programs that load this library never ask lilv.
#define SQLITE_FUNCTIONS(function)                                                                                       \
  function(sqlite3_open_v2) function(sqlite3_close_v2) function(sqlite3_busy_timeout) function(sqlite3_prepare_v2)      \
  function(sqlite3_bind_text) function(sqlite3_step) function(sqlite3_reset) function(sqlite3_finalize)                 \
  function(sqlite3_column_int64) function(sqlite3_column_text) function(sqlite3_column_bytes)                           \
  function(sqlite3_column_type)

static struct {
#define DECLARE_FUNCTION(name) __typeof__(name) *name;
  SQLITE_FUNCTIONS(DECLARE_FUNCTION)
#undef DECLARE_FUNCTION
} sqlite;
static bool hasSQLite;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void loadSQLite(void) {
  void *library = dlopen("libsqlite3.so.0", RTLD_LAZY | RTLD_LOCAL);
  hasSQLite = library != NULL;
#define LOOK_UP(name) hasSQLite = hasSQLite && (*(void **)&sqlite.name = dlsym(library, #name));
  SQLITE_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
}

enum { mark = 1635083009 };

/// One catalog file: the user's own, or the system catalog.
struct store {
  sqlite3 *connection;
  sqlite3_stmt *row;
};

struct catalog {
  struct store stores[2];
  int count;
  /// The `LV2_PATH` that applies; null if there is none.
  char *path;
  /// Whether there is a catalog of other folders.
  bool isElsewhere;
  /// SQLite's connections must not be used after a fork.
  pid_t process;
};

static void closeStore(struct store *store) {
  sqlite.sqlite3_finalize(store->row);
  sqlite.sqlite3_close_v2(store->connection);
}

static sqlite3_int64 numberOf(struct store *store, const char *sql) {
  sqlite3_stmt *statement = NULL;
  sqlite3_int64 number = -1;
  if (sqlite.sqlite3_prepare_v2(store->connection, sql, -1, &statement, NULL) == SQLITE_OK &&
      sqlite.sqlite3_step(statement) == SQLITE_ROW)
    number = sqlite.sqlite3_column_int64(statement, 0);
  sqlite.sqlite3_finalize(statement);
  return number;
}

static bool isUsable(struct store *store) {
  static const char sql[] =
      "SELECT fingerprint, author, facts FROM lilv_values WHERE uri = ?1 AND bundle = ?2";
  return numberOf(store, "PRAGMA application_id") == mark &&
         sqlite.sqlite3_prepare_v2(store->connection, sql, -1, &store->row, NULL) == SQLITE_OK;
}

/// Writes a path as a URI, which can have parameters for SQLite.
static void writeURI(char *uri, size_t size, const char *path, const char *parameters) {
  size_t length = (size_t)snprintf(uri, size, "file:");
  for (; *path && length + 4 < size; path++) {
    bool isPlain = *path != '%' && *path != '?' && *path != '#';
    length += (size_t)snprintf(uri + length, size - length, isPlain ? "%c" : "%%%02X", (unsigned char)*path);
  }
  snprintf(uri + length, size - length, "%s", parameters);
}

// Folders ---------------------------------------------------------------------------------------------------------------------

enum { mostFolders = 64 };

/// Folders that exist, each once.
struct folders {
  char *paths[mostFolders];
  int count;
  /// Whether the list is complete.
  bool isWhole;
};

static void freeFolders(struct folders *folders) {
  while (folders->count > 0) free(folders->paths[--folders->count]);
}

static void addFolder(struct folders *folders, const char *path) {
  struct stat status;
  char *canonical = realpath(path, NULL);
  bool isNew = canonical && !stat(canonical, &status) && S_ISDIR(status.st_mode);
  for (int index = 0; isNew && index < folders->count; index++) isNew = strcmp(folders->paths[index], canonical) != 0;
  if (isNew && folders->count < mostFolders) {
    folders->paths[folders->count++] = canonical;
    return;
  }
  if (isNew) folders->isWhole = false;
  free(canonical);
}

/// Adds the folders of a search path, as lilv reads it.
static void addSearchPath(struct folders *folders, const char *path) {
  char entry[4096], whole[8192];
  const char *home = getenv("HOME");
  while (*path) {
    size_t length = strcspn(path, ":");
    // lilv expands variables in an entry.
    if (length >= sizeof entry || memchr(path, '$', length)) folders->isWhole = false;
    snprintf(entry, sizeof entry, "%.*s", (int)length, path);
    bool isHome = entry[0] == '~' && (entry[1] == '/' || !entry[1]) && home;
    snprintf(whole, sizeof whole, "%s%s", isHome ? home : "", isHome ? entry + 1 : entry);
    if (*entry) addFolder(folders, whole);
    path += length + (path[length] == ':');
  }
}

static void addStoreFolders(struct folders *folders, struct store *store) {
  sqlite3_stmt *rows = NULL;
  int status =
      sqlite.sqlite3_prepare_v2(store->connection, "SELECT path FROM root WHERE place NOT NULL ORDER BY place", -1, &rows, NULL);
  if (status == SQLITE_OK) {
    while ((status = sqlite.sqlite3_step(rows)) == SQLITE_ROW) {
      const char *path = (const char *)sqlite.sqlite3_column_text(rows, 0);
      if (path) addFolder(folders, path);
    }
  }
  if (status != SQLITE_DONE) folders->isWhole = false;
  sqlite.sqlite3_finalize(rows);
}

/// Whether a search path names the folders of a catalog, in its order.
static bool hasFolders(struct store *store, const char *path) {
  struct folders named = {.isWhole = true}, known = {.isWhole = true};
  addSearchPath(&named, path);
  addStoreFolders(&known, store);
  bool isSame = named.isWhole && known.isWhole && named.count == known.count;
  for (int index = 0; isSame && index < named.count; index++)
    isSame = !strcmp(named.paths[index], known.paths[index]);
  freeFolders(&named);
  freeFolders(&known);
  return isSame;
}

// Files -----------------------------------------------------------------------------------------------------------------------

static bool openStore(struct store *store, const char *path) {
  // The log of a catalog in a read-only folder can't be read; if there is no log, the file is complete without it.
  static const char *const ways[] = {"?mode=ro", "?mode=ro&immutable=1"};
  char uri[8192], log[4096];
  struct stat status;
  snprintf(log, sizeof log, "%s-wal", path);
  for (int way = 0; way < 2; way++) {
    if (way == 1 && !stat(log, &status) && status.st_size > 0) break;
    *store = (struct store){NULL, NULL};
    writeURI(uri, sizeof uri, path, ways[way]);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    bool isOpen = sqlite.sqlite3_open_v2(uri, &store->connection, flags, NULL) == SQLITE_OK;
    if (isOpen) sqlite.sqlite3_busy_timeout(store->connection, 100);
    if (isOpen && isUsable(store)) return true;
    closeStore(store);
  }
  return false;
}

/// Finds where aucat keeps the user's catalog; false if nothing names a place.
static bool ownPath(char *path, size_t size) {
  const char *set = secure_getenv("AUCAT_CATALOG"), *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
  int length;
  if (set && *set) length = snprintf(path, size, "%s", set);
  else if (cache && *cache == '/') length = snprintf(path, size, "%s/aucat/catalog.sqlite", cache);
  else if (home && *home) length = snprintf(path, size, "%s/.cache/aucat/catalog.sqlite", home);
  else return false;
  return length > 0 && (size_t)length < size;
}

static void addStore(struct catalog *catalog, const char *path) {
  struct stat status;
  if (stat(path, &status) || !S_ISREG(status.st_mode)) return;
  struct store *store = &catalog->stores[catalog->count];
  if (!openStore(store, path)) {
    note("%s can't be used; `aucat scan` rebuilds it", path);
  } else if (catalog->path && !hasFolders(store, catalog->path)) {
    closeStore(store);
    catalog->isElsewhere = true;
  } else {
    catalog->count++;
  }
}

/// Whether nobody but root can have written a file or folder, and it isn't a link.
static bool isRoots(const char *path, mode_t kind) {
  struct stat status;
  return !lstat(path, &status) && (status.st_mode & S_IFMT) == kind && status.st_uid == 0 && !(status.st_mode & 022);
}

/// Adds the system catalog, but only if nobody but root can have written it or put it there.
static void addMachineStore(struct catalog *catalog) {
  static const char folder[] = "/var/cache/aucat", path[] = "/var/cache/aucat/catalog.sqlite";
  if (isRoots(folder, S_IFDIR) && isRoots(path, S_IFREG)) addStore(catalog, path);
}

static void openStores(struct catalog *catalog) {
  char path[4096];
  catalog->count = 0;
  catalog->process = getpid();
  if (ownPath(path, sizeof path)) addStore(catalog, path);
  addMachineStore(catalog);
}

struct catalog *openCatalog(const char *path) {
  pthread_once(&once, loadSQLite);
  struct catalog *catalog = hasSQLite ? calloc(1, sizeof *catalog) : NULL;
  if (!catalog) return complain("lilv answers, since SQLite can't be loaded; install libsqlite3"), NULL;
  catalog->path = path ? strdup(path) : NULL;
  openStores(catalog);
  if (catalog->count > 0) return catalog;
  if (catalog->isElsewhere)
    complain("lilv answers, since LV2_PATH names other folders than the catalog has, or in another order; unset it");
  else complain("lilv answers, since there is no catalog that can be used; `aucat scan` makes it");
  free(catalog->path);
  free(catalog);
  return NULL;
}

void closeCatalog(struct catalog *catalog) {
  if (!catalog) return;
  // After a fork, the connections belong to the parent.
  if (catalog->process == getpid())
    for (int index = 0; index < catalog->count; index++) closeStore(&catalog->stores[index]);
  free(catalog->path);
  free(catalog);
}

static char *copyOfText(sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite.sqlite3_column_text(row, column);
  size_t length = (size_t)sqlite.sqlite3_column_bytes(row, column);
  if (!text || strlen(text) != length) return NULL;
  return strdup(text);
}

static bool takeRow(sqlite3_stmt *row, const char *uri, struct answers *answers) {
  static const int types[] = {SQLITE_INTEGER, SQLITE_TEXT, SQLITE_TEXT};
  for (int column = 0; column < 3; column++)
    if (sqlite.sqlite3_column_type(row, column) != types[column]) return false;
  answers->fingerprint = (uint64_t)sqlite.sqlite3_column_int64(row, 0);
  answers->author = copyOfText(row, 1);
  answers->facts = copyOfText(row, 2);
  if (answers->author && answers->facts) return true;
  note("<%s>: the catalog's row is damaged", uri);
  free(answers->author);
  free(answers->facts);
  return false;
}

static bool findInStore(struct store *store, const char *uri, const char *bundle, struct answers *answers) {
  sqlite.sqlite3_bind_text(store->row, 1, uri, -1, SQLITE_STATIC);
  sqlite.sqlite3_bind_text(store->row, 2, bundle, -1, SQLITE_STATIC);
  bool isFound = sqlite.sqlite3_step(store->row) == SQLITE_ROW && takeRow(store->row, uri, answers);
  sqlite.sqlite3_reset(store->row);
  return isFound;
}

bool findAnswers(struct catalog *catalog, const char *uri, const char *bundle, struct answers *answers) {
  if (catalog->process != getpid()) openStores(catalog);
  for (int index = 0; index < catalog->count; index++)
    if (findInStore(&catalog->stores[index], uri, bundle, answers)) return true;
  return false;
}

bool forEachAuthor(struct catalog *catalog, void (*take)(void *, const char *), void *context) {
  if (catalog->process != getpid()) openStores(catalog);
  bool isComplete = true;
  for (int index = 0; index < catalog->count; index++) {
    sqlite3_stmt *rows = NULL;
    static const char sql[] = "SELECT DISTINCT author FROM lilv_values";
    int status = sqlite.sqlite3_prepare_v2(catalog->stores[index].connection, sql, -1, &rows, NULL);
    while (status == SQLITE_OK && (status = sqlite.sqlite3_step(rows)) == SQLITE_ROW) {
      const char *author = (const char *)sqlite.sqlite3_column_text(rows, 0);
      if (author) take(context, author);
      status = SQLITE_OK;
    }
    isComplete = isComplete && status == SQLITE_DONE;
    sqlite.sqlite3_finalize(rows);
  }
  return isComplete;
}
