#define _GNU_SOURCE
#include "Manifests.h"

#include <stdlib.h>
#include <string.h>

#define LV2 "http://lv2plug.in/ns/lv2core#"
#define DOAP "http://usefulinc.com/ns/doap#"
#define FOAF "http://xmlns.com/foaf/0.1/"

// The properties that are answered by URI come first.
static const struct {
  char letter;
  const char *predicate;
} predicates[] = {
    {'N', DOAP "name"},
    {'C', "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"},
    {'R', LV2 "requiredFeature"},
    {'O', LV2 "optionalFeature"},
    {'X', LV2 "extensionData"},
    {'Q', "http://lv2plug.in/ns/ext/options#requiredOption"},
    {'J', LV2 "project"},
    {'M', DOAP "maintainer"},
    {'P', LV2 "port"},
    {'U', "http://lv2plug.in/ns/extensions/ui#ui"},
    {'B', LV2 "binary"},
    {'n', FOAF "name"},
    {'e', FOAF "mbox"},
    {'h', FOAF "homepage"},
};
enum { predicateCount = sizeof predicates / sizeof *predicates, answeredCount = 7 };

static int placeOf(char letter) {
  int place = 0;
  while (place < predicateCount && predicates[place].letter != letter) place++;
  return place;
}

char letterOf(const LilvNode *predicate) {
  const char *uri = uriOf(predicate);
  for (int place = 0; uri && place < answeredCount; place++)
    if (!strcmp(predicates[place].predicate, uri)) return predicates[place].letter;
  return 0;
}

/// Finds values in what lilv has read so far, which for a plugin that it has not read is what manifests say.
static LilvNodes *findNodes(struct world *world, const LilvNode *subject, char letter) {
  int place = placeOf(letter);
  if (place == predicateCount) return NULL;
  LilvNode *predicate = lilv()->lilv_new_uri(world->own, predicates[place].predicate);
  LilvNodes *nodes = lilv()->lilv_world_find_nodes(world->own, subject, predicate, NULL);
  lilv()->lilv_node_free(predicate);
  return nodes;
}

static bool equals(const char *value, const LilvNode *node) {
  if (!value) return false;
  const char *uri = uriOf(node);
  if (uri) return equalsURI(value, uri);
  return *value == 's' && lilv()->lilv_node_is_string(node) && !strcmp(value + 1, lilv()->lilv_node_as_string(node));
}

static bool isAmong(struct lines lines, char letter, const LilvNode *node) {
  for (const char *value; (value = nextValue(&lines, letter));)
    if (equals(value, node)) return true;
  return false;
}

/// Whether the author's lines contain a URI.
static bool isInAuthor(const struct plugin *plugin, char letter, const LilvNode *node) {
  const char *own = valueOf(plugin->facts.author, letter), *uri = uriOf(node);
  return own && uri && !strcmp(own, uri);
}

static bool isOwn(const struct plugin *plugin, char letter, const LilvNode *node) {
  if (letter == 'M') return isInAuthor(plugin, 'm', node);
  return isAmong(plugin->facts.plugin, letter, node) || (letter == 'J' && isInAuthor(plugin, 'j', node));
}

/// The number of blank nodes that the plugin's own manifest has.
static unsigned ownBlanks(const struct plugin *plugin, char letter) {
  struct lines lines = plugin->facts.plugin;
  for (const char *value; (value = nextValue(&lines, 'b'));)
    if (*value == letter) return (unsigned)strtoul(value + 1, NULL, 10);
  return 0;
}

static bool compare(struct plugin *plugin, char letter) {
  LilvNodes *nodes = findNodes(plugin->world, lilv()->lilv_plugin_get_uri(plugin->own), letter);
  unsigned blanks = 0;
  bool agree = true;
  for (LilvIter *item = lilv()->lilv_nodes_begin(nodes); agree && !lilv()->lilv_nodes_is_end(nodes, item);
       item = lilv()->lilv_nodes_next(nodes, item)) {
    const LilvNode *node = lilv()->lilv_nodes_get(nodes, item);
    if (lilv()->lilv_node_is_blank(node)) blanks++;
    else agree = isOwn(plugin, letter, node);
  }
  lilv()->lilv_nodes_free(nodes);
  return agree && blanks == ownBlanks(plugin, letter);
}

bool manifestsAgree(struct plugin *plugin, char letter) {
  int place = placeOf(letter);
  uint32_t bit = (uint32_t)1 << place;
  // lilv would have read the plugin for the first answer, and what came later would have changed nothing.
  if (!(plugin->compared & bit)) {
    plugin->compared |= bit;
    if (compare(plugin, letter)) plugin->agreeing |= bit;
    else note("<%s>: another bundle describes it as well", lilv()->lilv_node_as_uri(lilv()->lilv_plugin_get_uri(plugin->own)));
  }
  return plugin->agreeing & bit;
}

unsigned valuesInManifests(struct plugin *plugin, char letter, LilvNode **only) {
  LilvNodes *nodes = findNodes(plugin->world, lilv()->lilv_plugin_get_uri(plugin->own), letter);
  unsigned count = lilv()->lilv_nodes_size(nodes);
  if (only) *only = NULL;
  if (only && count == 1) {
    const LilvNode *node = lilv()->lilv_nodes_get(nodes, lilv()->lilv_nodes_begin(nodes));
    if (lilv()->lilv_node_is_uri(node)) *only = lilv()->lilv_node_duplicate(node);
  }
  lilv()->lilv_nodes_free(nodes);
  return count;
}

// Authors: a URI of a person or project belongs to no bundle, so it is known only if no bundle disagrees. ------------------------

enum field { name, mail, homepage, maintainer, fields };

/// What the bundles of a catalog say about one URI.
struct person {
  char *uri;
  /// Null for what no bundle says.
  char *values[fields];
  bool isDisputed;
  struct person *next;
};

static struct person *personWith(struct world *world, const char *uri) {
  struct person *person = world->people;
  while (person && strcmp(person->uri, uri)) person = person->next;
  return person;
}

static struct person *notedPerson(struct world *world, const char *uri) {
  struct person *person = personWith(world, uri);
  if (person || !(person = calloc(1, sizeof *person))) return person;
  person->uri = strdup(uri);
  person->next = world->people;
  if (!person->uri) return free(person), NULL;
  return world->people = person;
}

static void noteValue(struct person *person, enum field field, const char *value) {
  if (!value) return;
  if (!person->values[field]) person->values[field] = strdup(value);
  if (!person->values[field] || isUnknown(value) || strcmp(person->values[field], value)) person->isDisputed = true;
}

/// A project's maintainer: a URI, or the name of a person without one; null for none.
static const char *maintainerIn(struct lines author) {
  const char *uri = valueOf(author, 'm');
  return uri ? uri : valueOf(author, 'n');
}

/// Adds what the lines of one author say.
static void takeAuthor(void *context, const char *text) {
  struct world *world = context;
  struct lines author;
  char *copy = copyOfLines(text, &author);
  const char *uri = copy ? valueOf(author, 'm') : NULL, *project = copy ? valueOf(author, 'j') : NULL;
  struct person *person = uri ? notedPerson(world, uri) : NULL;
  if (person) {
    noteValue(person, name, valueOf(author, 'n'));
    noteValue(person, mail, valueOf(author, 'e'));
    noteValue(person, homepage, valueOf(author, 'h'));
  }
  person = project ? notedPerson(world, project) : NULL;
  if (person) noteValue(person, maintainer, maintainerIn(author));
  free(copy);
}

static struct person *knownPerson(struct world *world, const char *uri) {
  if (!world->hasPeople) world->hasPeople = forEachAuthor(world->catalog, takeAuthor, world);
  return world->hasPeople ? personWith(world, uri) : NULL;
}

static bool isUndisputed(struct world *world, const char *uri) {
  struct person *person = uri ? knownPerson(world, uri) : NULL;
  return !uri || (person && !person->isDisputed);
}

bool isDisputed(struct plugin *plugin) {
  struct lines author = plugin->facts.author;
  return !isUndisputed(plugin->world, valueOf(author, 'm')) || !isUndisputed(plugin->world, valueOf(author, 'j'));
}

/// Whether another bundle says something that this one doesn't: then the answer depends on which of them lilv has read.
static bool isSaidElsewhere(struct world *world, struct lines author, char letter) {
  const char *uri = valueOf(author, 'm'), *project = valueOf(author, 'j');
  enum field field = letter == 'n' ? name : letter == 'e' ? mail : homepage;
  struct person *person = uri ? knownPerson(world, uri) : NULL;
  if (person && person->values[field] && !valueOf(author, letter)) return true;
  person = project ? knownPerson(world, project) : NULL;
  return person && person->values[maintainer] && !maintainerIn(author);
}

static bool haveSame(struct lines one, struct lines other, char letter) {
  const char *uri = valueOf(one, letter), *otherURI = valueOf(other, letter);
  return uri && otherURI && !strcmp(uri, otherURI);
}

void loadOthersOfAuthor(struct plugin *plugin) {
  struct lines author = plugin->facts.author;
  if (!plugin->hasFacts) return;
  for (struct plugin *other = plugin->world->firstPending; other; other = other->nextPending)
    if (haveSame(author, other->facts.author, 'm') || haveSame(author, other->facts.author, 'j')) load(other);
}

void freePeople(struct world *world) {
  while (world->people) {
    struct person *next = world->people->next;
    free(world->people->uri);
    for (int field = 0; field < fields; field++) free(world->people->values[field]);
    free(world->people);
    world->people = next;
  }
}

/// Whether lilv's manifests and specifications say nothing about a URI but what the author's lines say.
static bool agreeOn(struct world *world, const char *uri, char letter, struct lines author) {
  LilvNode *subject = lilv()->lilv_new_uri(world->own, uri);
  LilvNodes *nodes = subject ? findNodes(world, subject, letter) : NULL;
  bool agree = subject != NULL;
  const char *person = valueOf(author, 'm');
  for (LilvIter *item = lilv()->lilv_nodes_begin(nodes); agree && !lilv()->lilv_nodes_is_end(nodes, item);
       item = lilv()->lilv_nodes_next(nodes, item)) {
    const LilvNode *node = lilv()->lilv_nodes_get(nodes, item);
    bool isPerson = letter == 'M' && person && lilv()->lilv_node_is_uri(node);
    agree = isPerson ? !strcmp(person, lilv()->lilv_node_as_uri(node)) : letter != 'M' && isAmong(author, letter, node);
  }
  lilv()->lilv_nodes_free(nodes);
  lilv()->lilv_node_free(subject);
  return agree;
}

static bool isAgreed(struct world *world, struct lines author) {
  const char *person = valueOf(author, 'm'), *project = valueOf(author, 'j');
  if (person && !(agreeOn(world, person, 'n', author) && agreeOn(world, person, 'e', author) &&
                  agreeOn(world, person, 'h', author)))
    return false;
  return !project || agreeOn(world, project, 'M', author);
}

bool knowsAuthor(struct plugin *plugin, char letter) {
  struct lines author = plugin->facts.author;
  return isKnown(plugin) && !valueOf(author, '?') && !hasUnknown(author, letter) && manifestsAgree(plugin, 'M') &&
         manifestsAgree(plugin, 'J') && isAgreed(plugin->world, author) && !isSaidElsewhere(plugin->world, author, letter);
}
