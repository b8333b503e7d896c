/// What the catalog says that lilv answers about a plugin: see `schema/lilv.md`.
#ifndef AUCAT_FACTS_H
#define AUCAT_FACTS_H

#include "Catalog.h"

#include <lilv/lilv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Lines of facts, each a text of its own: a letter and a value.
struct lines {
  const char *next, *end;
};

/// The value of the next line with this letter; null if there is none. Skips the lines before it.
const char *nextValue(struct lines *lines, char letter);

/// The only value; null if there is none.
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

/// Lines of a text, in a copy that has to be freed; null if memory is exhausted.
char *copyOfLines(const char *text, struct lines *lines);

/// The node that lilv has for a value; null if its constructors can't make the same.
LilvNode *newNode(LilvWorld *world, const char *value);

/// lilv's collection of the nodes of all values with a letter; null if that is empty, or if it can't be made.
LilvNodes *newNodes(LilvWorld *world, struct lines lines, char letter);

/// As `lilv_node_as_float` of a number, else NaN; false if only lilv knows.
bool floatOf(const char *value, float *number);

/// A plugin's facts.
struct facts {
  char *authorText, *text;
  struct lines author, plugin;
  /// By index; null if only lilv knows the ports.
  struct lines *ports;
  uint32_t portCount;
};

/// Takes the texts; false if they are not what a scan writes.
bool takeFacts(struct facts *facts, struct answers *answers);
void freeFacts(struct facts *facts);

#endif
