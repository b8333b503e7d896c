#define _GNU_SOURCE
#include "Facts.h"

#include "Lilv.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  char letter;
  const char *namespace;
} prefixes[] = {
    {'u', ""},
    {'l', "http://lv2plug.in/ns/lv2core#"},
    {'a', "http://lv2plug.in/ns/ext/atom#"},
    {'p', "http://lv2plug.in/ns/ext/port-props#"},
    {'e', "http://lv2plug.in/ns/ext/event#"},
};
enum { prefixCount = sizeof prefixes / sizeof *prefixes };

const char *nextValue(struct lines *lines, char letter) {
  while (lines->next < lines->end) {
    const char *line = lines->next;
    lines->next += strlen(line) + 1;
    if (*line == letter) return line + 1;
  }
  return NULL;
}

const char *valueOf(struct lines lines, char letter) { return nextValue(&lines, letter); }

bool isUnknown(const char *value) { return value && *value == '?'; }

bool hasUnknown(struct lines lines, char letter) { return isUnknown(valueOf(lines, letter)); }

static const char *namespaceOf(const char *value) {
  for (int index = 0; index < prefixCount; index++)
    if (prefixes[index].letter == *value) return prefixes[index].namespace;
  return NULL;
}

bool isURI(const char *value) { return namespaceOf(value) != NULL; }

const char *uriOf(const LilvNode *node) {
  return node && lilv()->lilv_node_is_uri(node) ? lilv()->lilv_node_as_uri(node) : NULL;
}

bool equalsURI(const char *value, const char *uri) {
  const char *namespace = namespaceOf(value);
  if (!namespace) return false;
  size_t length = strlen(namespace);
  return !strncmp(uri, namespace, length) && !strcmp(uri + length, value + 1);
}

bool hasURI(struct lines lines, char letter, const char *uri) {
  for (const char *value; (value = nextValue(&lines, letter));)
    if (equalsURI(value, uri)) return true;
  return false;
}

static LilvNode *newURI(LilvWorld *world, const char *namespace, const char *local) {
  char *uri = NULL;
  if (asprintf(&uri, "%s%s", namespace, local) < 0) return NULL;
  LilvNode *node = lilv()->lilv_new_uri(world, uri);
  free(uri);
  return node;
}

/// lilv keeps the spelling of a number, so a node can be created only for a number that lilv would
/// write the same way.
static LilvNode *newInteger(LilvWorld *world, const char *text) {
  char written[32];
  errno = 0;
  long number = strtol(text, NULL, 10);
  if (errno || number < INT_MIN || number > INT_MAX) return NULL;
  snprintf(written, sizeof written, "%ld", number);
  return strcmp(written, text) ? NULL : lilv()->lilv_new_int(world, (int)number);
}

static LilvNode *newDecimal(LilvWorld *world, const char *text) {
  char written[512];
  float number;
  if (!lilv()->serd_strtod) return NULL;
  number = (float)lilv()->serd_strtod(text, NULL);
  // Written in the host's locale, as lilv does.
  snprintf(written, sizeof written, "%f", (double)number);
  return strcmp(written, text) || strlen(text) > 31 ? NULL : lilv()->lilv_new_float(world, number);
}

static LilvNode *newBoolean(LilvWorld *world, const char *text) {
  bool isTrue = !strcmp(text, "true");
  return isTrue || !strcmp(text, "false") ? lilv()->lilv_new_bool(world, isTrue) : NULL;
}

LilvNode *newNode(LilvWorld *world, const char *value) {
  const char *namespace = namespaceOf(value);
  if (namespace) return newURI(world, namespace, value + 1);
  switch (*value) {
    case 's': return lilv()->lilv_new_string(world, value + 1);
    case 'i': return newInteger(world, value + 1);
    case 'f': return newDecimal(world, value + 1);
    case 'b': return newBoolean(world, value + 1);
    default: return NULL;
  }
}

static bool addNode(LilvNodes *nodes, LilvWorld *world, const char *value) {
  LilvNode *node = newNode(world, value);
  if (!node) return false;
  if (!lilv()->zix_tree_insert(nodes, node, NULL)) return true;
  lilv()->lilv_node_free(node);
  return false;
}

LilvNodes *newNodes(LilvWorld *world, struct lines lines, char letter) {
  if (!lilv()->zix_tree_insert || !valueOf(lines, letter)) return NULL;
  // The only one of lilv's functions that creates an empty collection.
  LilvNodes *nodes = lilv()->lilv_nodes_merge(NULL, NULL);
  for (const char *value; nodes && (value = nextValue(&lines, letter));) {
    if (addNode(nodes, world, value)) continue;
    lilv()->lilv_nodes_free(nodes);
    nodes = NULL;
  }
  return nodes;
}

bool floatOf(const char *value, float *number) {
  *number = NAN;
  if (!value) return true;
  switch (*value) {
    case 'i': *number = (float)(int)strtol(value + 1, NULL, 10); return true;
    case 'f':
      if (!lilv()->serd_strtod) return false;
      *number = (float)lilv()->serd_strtod(value + 1, NULL);
      return true;
    default: return !isUnknown(value);
  }
}

static struct lines linesIn(char *text) {
  struct lines lines = {text, text + strlen(text)};
  for (char *end = text; (end = strchr(end, '\n'));) *end++ = '\0';
  return lines;
}

char *copyOfLines(const char *text, struct lines *lines) {
  char *copy = strdup(text);
  if (copy) *lines = linesIn(copy);
  return copy;
}

/// Every port begins with a line that has only its letter.
static const char *nextPort(struct lines lines) {
  const char *value = nextValue(&lines, 'P');
  return value ? value - 1 : NULL;
}

static bool splitPorts(struct facts *facts) {
  const char *start = nextPort(facts->plugin), *end = facts->plugin.end;
  if (!start) return (facts->ports = calloc(1, sizeof *facts->ports)) != NULL;
  facts->plugin.end = start;
  if (isUnknown(start + 1)) return true;
  size_t room = 0;
  while (start) {
    struct lines port = {start + strlen(start) + 1, end};
    start = nextPort(port);
    if (start) port.end = start;
    if (facts->portCount == room) {
      struct lines *more = realloc(facts->ports, (room = 2 * room + 16) * sizeof *more);
      if (!more) return false;
      facts->ports = more;
    }
    facts->ports[facts->portCount++] = port;
  }
  return true;
}

bool takeFacts(struct facts *facts, struct answers *answers) {
  *facts = (struct facts){.authorText = answers->author, .text = answers->facts};
  facts->author = linesIn(facts->authorText);
  facts->plugin = linesIn(facts->text);
  if (splitPorts(facts)) return true;
  freeFacts(facts);
  return false;
}

void freeFacts(struct facts *facts) {
  free(facts->authorText);
  free(facts->text);
  free(facts->ports);
  *facts = (struct facts){.authorText = NULL};
}
