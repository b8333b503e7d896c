// What the same questions cost in plain SQLite, in one process, prepared and warm: sqlite-floor CATALOG. Prints medians in
// microseconds. The catalog's own tables and indexes, no cache of our own.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

static void measure(sqlite3 *database, const char *name, const char *sql) {
  static double times[2000];
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK) {
    printf("%-44s %s\n", name, sqlite3_errmsg(database));
    return;
  }
  int runs = 5, rows = 0;
  for (int run = -2; run < runs; run++) {
    double start = now();
    rows = 0;
    while (sqlite3_step(statement) == SQLITE_ROW) {
      rows++;
      sqlite3_column_text(statement, 0);
    }
    sqlite3_reset(statement);
    double time = now() - start;
    if (run == -1) runs = time > 1e5 ? 5 : time > 250 ? (int)(5e5 / time) : 2000;
    if (run >= 0) times[run] = time;
  }
  qsort(times, (size_t)runs, sizeof *times, compare);
  printf("%-44s %14.1f us %9d rows\n", name, times[runs / 2], rows);
  sqlite3_finalize(statement);
}

int main(int count, char **words) {
  sqlite3 *database;
  if (count != 2 || sqlite3_open_v2(words[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) return 2;
  measure(database, "by URI",
          "SELECT uri FROM component WHERE uri = (SELECT uri FROM component WHERE id = (SELECT max(id) / 2 FROM component))");
  measure(database, "one tag (Reverb), first 50",
          "SELECT c.uri FROM component_tag AS x CROSS JOIN component AS c ON c.id = x.component"
          " WHERE x.tag = (SELECT id FROM tag WHERE identifier = 'reverb') LIMIT 50");
  measure(database, "two tags, AND, count",
          "SELECT count(*) FROM component_tag AS a CROSS JOIN component_tag AS b ON b.component = a.component"
          " WHERE a.tag = (SELECT id FROM tag WHERE identifier = 'equalizer')"
          " AND b.tag = (SELECT id FROM tag WHERE identifier = 'mastering')");
  measure(database, "name contains verb, first 50: LIKE", "SELECT uri FROM component WHERE name LIKE '%verb%' LIMIT 50");
  measure(database, "name contains a rare word, first 50: LIKE",
          "SELECT uri FROM component WHERE name LIKE '%Plumes%' LIMIT 50");
  measure(database, "counts by tag over everything", "SELECT tag, count(DISTINCT component) FROM component_tag GROUP BY tag");
  sqlite3_close(database);
  return 0;
}
