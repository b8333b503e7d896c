/// What lilv would answer about a plugin, according to the catalog: see `schema/lilv.md`.
#ifndef AUCAT_FACTS_H
#define AUCAT_FACTS_H

#include "Catalog.h"

#include <lilv/lilv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Lines of facts, each a separate string: a letter and a value.
struct lines {
  const char *next, *end;
};

/// The value of the next line with this letter; null if there is none. Skips the lines before it.
const char *nextValue(struct lines *lines, char letter);

/// The value of the only line with this letter; null if there is none.
const char *valueOf(struct lines lines, char letter);

/// Whether only lilv knows a value.
bool isUnknown(const char *value);

/// Whether lilv has to be asked for some value with this letter.
bool hasUnknown(struct lines lines, char letter);

bool isURI(const char *value);

/// The text of a URI node; null for any other node, and for null.
const char *uriOf(const LilvNode *node);

/// Whether a value is this URI.
bool equalsURI(const char *value, const char *uri);

/// Whether this URI is among the values with a letter.
bool hasURI(struct lines lines, char letter, const char *uri);

/// The lines of a text, in a copy that the caller frees; null if memory is exhausted.
char *copyOfLines(const char *text, struct lines *lines);

/// The node that lilv would have for a value; null if its constructors can't create the same one.
LilvNode *newNode(LilvWorld *world, const char *value);

/// lilv's collection of the nodes of all values with a letter; null if that is empty, or if it can't be made.
LilvNodes *newNodes(LilvWorld *world, struct lines lines, char letter);

/// Sets the number as `lilv_node_as_float` returns it, or NaN if the value isn't one; false if only lilv
/// knows the value.
bool floatOf(const char *value, float *number);

/// A plugin's facts.
struct facts {
  char *authorText, *text;
  struct lines author, plugin;
  /// The lines of each port, by index; null if only lilv knows the ports.
  struct lines *ports;
  uint32_t portCount;
};

/// Takes ownership of the texts; false if they are not what a scan writes.
bool takeFacts(struct facts *facts, struct answers *answers);
void freeFacts(struct facts *facts);

#endif
