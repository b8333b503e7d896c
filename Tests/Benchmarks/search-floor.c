// What a search must cost at least as a whole process: the public views, asked by C.
//   search-floor CATALOG    the components with a tag that contains "drum": name, type, manufacturer, tags
#include <sqlite3.h>
#include <stdio.h>

static const char *question =
    "SELECT c.name, c.type, c.manufacturer,"
    " (SELECT group_concat(t.tag, ', ') FROM component_tags AS t WHERE t.component = c.id)"
    " FROM components AS c WHERE EXISTS"
    " (SELECT 1 FROM component_tags AS t WHERE t.component = c.id AND t.tag LIKE '%drum%')"
    " ORDER BY c.name COLLATE NOCASE";

int main(int count, char **words) {
  sqlite3 *catalog;
  sqlite3_stmt *query;
  if (count < 2 || sqlite3_open_v2(words[1], &catalog, SQLITE_OPEN_READONLY, 0)) return 2;
  if (sqlite3_prepare_v2(catalog, question, -1, &query, 0)) {
    fprintf(stderr, "%s\n", sqlite3_errmsg(catalog));
    return 2;
  }
  while (sqlite3_step(query) == SQLITE_ROW) {
    for (int column = 0; column < 4; column++) {
      const unsigned char *text = sqlite3_column_text(query, column);
      printf("%s%c", text ? (const char *)text : "", column < 3 ? '\t' : '\n');
    }
  }
  return 0;
}
