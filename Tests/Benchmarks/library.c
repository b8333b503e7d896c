/* What the C library costs a host: opening it, the first query, later queries; in the same run plain SQLite over the same views,
 * and lilv_world_load_all.
 *   library PREFIX CATALOG [rounds N]
 * With `rounds`, opens, queries and closes N times, and prints the resident memory before and after: for valgrind, and for
 * leaks. Times are medians in microseconds. */
#define _GNU_SOURCE
#include "aucat.h"

#include <dlfcn.h>
#include <lilv/lilv.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WORDS "tag contains drum"
#define SQL                                                                                                              \
  "SELECT uri, name, bundle FROM components WHERE id IN (SELECT component FROM component_tags WHERE tag LIKE '%drum%')" \
  " ORDER BY name"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static double median(double *times, int count) {
  qsort(times, (size_t)count, sizeof *times, compare);
  return times[count / 2];
}

static long resident(void) {
  long size = 0, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &size, &pages) != 2) pages = 0;
  if (file) fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static struct {
  aucat_config *(*config_new)(aucat_error **);
  bool (*set_catalog)(aucat_config *, const char *, aucat_error **);
  void (*config_free)(aucat_config *);
  aucat_catalog *(*open)(const aucat_config *, aucat_error **);
  void (*close)(aucat_catalog *);
  aucat_search *(*prepare)(aucat_catalog *, const char *, const aucat_value *, size_t, unsigned, aucat_error **);
  aucat_components *(*components)(aucat_search *, size_t, aucat_error **);
  size_t (*count)(const aucat_components *);
  const aucat_component *(*at)(const aucat_components *, size_t);
  const char *(*name)(const aucat_component *);
  void (*components_free)(aucat_components *);
  void (*search_free)(aucat_search *);
} library;

static void load(const char *prefix) {
  char path[4096];
  snprintf(path, sizeof path, "%s/lib/libaucat.so.0", prefix);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    fprintf(stderr, "library: %s\n", dlerror());
    exit(1);
  }
  *(void **)&library.config_new = dlsym(handle, "aucat_config_new");
  *(void **)&library.set_catalog = dlsym(handle, "aucat_config_set_catalog");
  *(void **)&library.config_free = dlsym(handle, "aucat_config_free");
  *(void **)&library.open = dlsym(handle, "aucat_open");
  *(void **)&library.close = dlsym(handle, "aucat_close");
  *(void **)&library.prepare = dlsym(handle, "aucat_prepare");
  *(void **)&library.components = dlsym(handle, "aucat_search_components");
  *(void **)&library.count = dlsym(handle, "aucat_components_count");
  *(void **)&library.at = dlsym(handle, "aucat_components_at");
  *(void **)&library.name = dlsym(handle, "aucat_component_name");
  *(void **)&library.components_free = dlsym(handle, "aucat_components_free");
  *(void **)&library.search_free = dlsym(handle, "aucat_search_free");
}

static aucat_catalog *opened(const char *path) {
  aucat_config *config = library.config_new(NULL);
  library.set_catalog(config, path, NULL);
  aucat_catalog *catalog = library.open(config, NULL);
  library.config_free(config);
  return catalog;
}

static size_t query(aucat_search *search) {
  aucat_components *found = library.components(search, SIZE_MAX, NULL);
  size_t count = library.count(found), bytes = 0;
  for (size_t i = 0; i < count; i++) bytes += strlen(library.name(library.at(found, i)));
  library.components_free(found);
  return bytes ? count : 0;
}

static void rounds(const char *catalog, int count) {
  long before = 0;
  for (int i = 0; i < count; i++) {
    if (i == (count < 400 ? 0 : 200)) before = resident();
    aucat_catalog *each = opened(catalog);
    aucat_search *search = library.prepare(each, WORDS, NULL, 0, 0, NULL);
    if (query(search) == 0) fprintf(stderr, "library: nothing found\n");
    library.search_free(search);
    library.close(each);
  }
  printf("%d rounds: %ld KiB resident before, %ld after\n", count, before, resident());
}

static size_t ask(sqlite3_stmt *statement) {
  size_t count = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) count += sqlite3_column_bytes(statement, 1) > 0;
  sqlite3_reset(statement);
  return count;
}

int main(int count, char **words) {
  if (count < 3) return fprintf(stderr, "usage: library PREFIX CATALOG [rounds N]\n"), 2;
  double start = now();
  load(words[1]);
  double loaded = now();
  if (count == 5) return rounds(words[2], atoi(words[4])), 0;

  aucat_catalog *catalog = opened(words[2]);
  double open = now();
  aucat_search *search = library.prepare(catalog, WORDS, NULL, 0, 0, NULL);
  size_t found = query(search);
  double first = now();
  double times[200];
  for (int i = 0; i < 200; i++) {
    double begin = now();
    query(search);
    times[i] = now() - begin;
  }
  printf("aucat   load %.0f, open %.0f, first query %.0f, later %.0f, found %zu\n", loaded - start, open - loaded,
         first - open, median(times, 200), found);

  start = now();
  sqlite3 *database;
  sqlite3_stmt *statement;
  if (sqlite3_open_v2(words[2], &database, SQLITE_OPEN_READONLY, NULL)) return 1;
  open = now();
  if (sqlite3_prepare_v2(database, SQL, -1, &statement, NULL)) return 1;
  found = ask(statement);
  first = now();
  for (int i = 0; i < 200; i++) {
    double begin = now();
    ask(statement);
    times[i] = now() - begin;
  }
  printf("sqlite  open %.0f, first query %.0f, later %.0f, found %zu\n", open - start, first - open, median(times, 200), found);
  sqlite3_finalize(statement);
  sqlite3_close(database);

  start = now();
  LilvWorld *world = lilv_world_new();
  lilv_world_load_all(world);
  printf("lilv    lilv_world_load_all %.0f, %u plugins\n", now() - start,
         lilv_plugins_size(lilv_world_get_all_plugins(world)));
  lilv_world_free(world);
  return 0;
}
