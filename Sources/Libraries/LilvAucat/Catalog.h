/// The catalog, read through its public view `lilv_values`.
#ifndef AUCAT_CATALOG_H
#define AUCAT_CATALOG_H

#include <stdbool.h>
#include <stdint.h>

struct catalog;

/// One plugin's row.
struct answers {
  uint64_t fingerprint;
  /// Allocated.
  char *author, *facts;
};

/// Opens the catalogs that exist; null, with a complaint, if none of them can be used.
///
/// - Parameter path: the `LV2_PATH` with which lilv has found its bundles; null if there is none. Its order decides
///   between bundles with the same plugins, so only a catalog of the same folders in the same order is used.
struct catalog *openCatalog(const char *path);
void closeCatalog(struct catalog *catalog);

/// Reads a plugin of a bundle, whose path is canonical; false if it has no row, or a damaged one.
bool findAnswers(struct catalog *catalog, const char *uri, const char *bundle, struct answers *answers);

/// Calls `take` with what the catalog knows about every author; false if that can't be read.
bool forEachAuthor(struct catalog *catalog, void (*take)(void *context, const char *author), void *context);

#endif
