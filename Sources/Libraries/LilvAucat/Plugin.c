// lilv's functions for plugins, as programs see them. Each is answered from the catalog, or by lilv once it has read
// the plugin.
#define _GNU_SOURCE
#include "Manifests.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LV2 "http://lv2plug.in/ns/lv2core#"

/// The plugin of a call by the program; null if lilv calls, or if only lilv knows it.
#define PLUGIN(own) (CALLED_BY_LILV() ? NULL : pluginFor(own))

/// Lets lilv read what it would have, before it answers.
static const LilvPlugin *lilvs(const LilvPlugin *own, struct plugin *plugin) {
  if (plugin) load(plugin);
  return own;
}

/// Lets lilv answer if the catalog has no answer.
#define READ(own) lilvs(own, PLUGIN(own))

static LilvWorld *worldOf(const struct plugin *plugin) { return plugin->world->own; }

// Texts -----------------------------------------------------------------------------------------------------------------------

LilvNode *lilv_plugin_get_name(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  // Without a name, lilv complains.
  const char *name = plugin && knows(plugin, 'N') ? valueOf(plugin->facts.plugin, 'N') : NULL;
  LilvNode *node = name && *name == 's' ? newNode(worldOf(plugin), name) : NULL;
  if (!node) return lilv()->lilv_plugin_get_name(lilvs(own, plugin));
  noteAnswer(plugin);
  return node;
}

LilvNode *lilv_plugin_get_project(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  bool isAnswered = plugin && knows(plugin, 'J');
  const char *project = isAnswered ? valueOf(plugin->facts.plugin, 'J') : NULL;
  LilvNode *node = project ? newNode(worldOf(plugin), project) : NULL;
  if (!isAnswered || (project && !node)) return lilv()->lilv_plugin_get_project(lilvs(own, plugin));
  noteAnswer(plugin);
  return node;
}

/// - Returns: whether the catalog answers; the answer may be that there is none.
static bool answerAuthor(struct plugin *plugin, char letter, LilvNode **node) {
  *node = NULL;
  if (!plugin) return false;
  bool isAnswered = knowsAuthor(plugin, letter);
  const char *value = isAnswered ? valueOf(plugin->facts.author, letter) : NULL;
  if (value) isAnswered = (*node = newNode(worldOf(plugin), value)) != NULL;
  if (isAnswered) noteAnswer(plugin);
  else loadOthersOfAuthor(plugin);
  return isAnswered;
}

#define ANSWER_AUTHOR(function, letter)                                                                                  \
  LilvNode *function(const LilvPlugin *own) {                                                                            \
    struct plugin *plugin = PLUGIN(own);                                                                                 \
    LilvNode *node;                                                                                                      \
    return answerAuthor(plugin, letter, &node) ? node : lilv()->function(lilvs(own, plugin));                            \
  }
ANSWER_AUTHOR(lilv_plugin_get_author_name, 'n')
ANSWER_AUTHOR(lilv_plugin_get_author_email, 'e')
ANSWER_AUTHOR(lilv_plugin_get_author_homepage, 'h')

// Classes, files --------------------------------------------------------------------------------------------------------------

/// The class that lilv takes: the first by URI among those that it knows.
static const LilvPluginClass *classOf(struct plugin *plugin) {
  LilvWorld *world = worldOf(plugin);
  const LilvPluginClasses *all = lilv()->lilv_world_get_plugin_classes(world);
  const LilvPluginClass *first = NULL;
  const char *firstURI = NULL;
  struct lines lines = plugin->facts.plugin;
  for (const char *value; (value = nextValue(&lines, 'C'));) {
    LilvNode *uri = equalsURI(value, LV2 "Plugin") ? NULL : newNode(world, value);
    const LilvPluginClass *found = uri ? lilv()->lilv_plugin_classes_get_by_uri(all, uri) : NULL;
    lilv()->lilv_node_free(uri);
    if (!found) continue;
    const char *foundURI = lilv()->lilv_node_as_uri(lilv()->lilv_plugin_class_get_uri(found));
    if (first && strcmp(foundURI, firstURI) >= 0) continue;
    first = found;
    firstURI = foundURI;
  }
  return first ? first : lilv()->lilv_world_get_plugin_class(world);
}

const LilvPluginClass *lilv_plugin_get_class(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knows(plugin, 'C')) return lilv()->lilv_plugin_get_class(lilvs(own, plugin));
  if (!plugin->pluginClass) plugin->pluginClass = classOf(plugin);
  noteAnswer(plugin);
  return plugin->pluginClass;
}

/// - Returns: null unless all files together name one binary, and a manifest is what names it.
static LilvNode *libraryOf(struct plugin *plugin) {
  LilvNode *library = NULL;
  const char *count = isKnown(plugin) ? valueOf(plugin->facts.plugin, 'B') : NULL;
  if (count && !strcmp(count, "1")) valuesInManifests(plugin, 'B', &library);
  return library;
}

const LilvNode *lilv_plugin_get_library_uri(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  // The node that a program has been given continues to belong to the plugin.
  if (plugin && !plugin->library && plugin->state != loaded) plugin->library = libraryOf(plugin);
  if (!plugin || !plugin->library) return lilv()->lilv_plugin_get_library_uri(lilvs(own, plugin));
  noteAnswer(plugin);
  return plugin->library;
}

/// User interfaces are lilv's own objects; only the answer that there are none needs no files.
LilvUIs *lilv_plugin_get_uis(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  const char *count = plugin && isKnown(plugin) ? valueOf(plugin->facts.plugin, 'U') : NULL;
  if (!count || strcmp(count, "0") || valuesInManifests(plugin, 'U', NULL) > 0)
    return lilv()->lilv_plugin_get_uis(lilvs(own, plugin));
  noteAnswer(plugin);
  return NULL;
}

// Lists -----------------------------------------------------------------------------------------------------------------------

/// - Returns: whether the catalog answers; the answer may be that there is nothing.
static bool answerList(struct plugin *plugin, char letter, LilvNodes **nodes) {
  *nodes = NULL;
  if (!plugin || !knows(plugin, letter)) return false;
  *nodes = newNodes(worldOf(plugin), plugin->facts.plugin, letter);
  if (!*nodes && valueOf(plugin->facts.plugin, letter)) return false;
  noteAnswer(plugin);
  return true;
}

#define ANSWER_LIST(function, letter)                                                                                    \
  LilvNodes *function(const LilvPlugin *own) {                                                                           \
    struct plugin *plugin = PLUGIN(own);                                                                                 \
    LilvNodes *nodes;                                                                                                    \
    return answerList(plugin, letter, &nodes) ? nodes : lilv()->function(lilvs(own, plugin));                            \
  }
ANSWER_LIST(lilv_plugin_get_required_features, 'R')
ANSWER_LIST(lilv_plugin_get_optional_features, 'O')
ANSWER_LIST(lilv_plugin_get_extension_data, 'X')

LilvNodes *lilv_plugin_get_supported_features(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  LilvNodes *optional, *required, *both = NULL;
  bool isAnswered = answerList(plugin, 'O', &optional);
  if (isAnswered) {
    isAnswered = answerList(plugin, 'R', &required);
    if (isAnswered) both = lilv()->lilv_nodes_merge(optional, required);
    lilv()->lilv_nodes_free(optional);
    lilv()->lilv_nodes_free(required);
  }
  return isAnswered ? both : lilv()->lilv_plugin_get_supported_features(lilvs(own, plugin));
}

bool lilv_plugin_has_feature(const LilvPlugin *own, const LilvNode *feature) {
  struct plugin *plugin = PLUGIN(own);
  const char *uri = uriOf(feature);
  if (!plugin || !uri || !knows(plugin, 'R') || !knows(plugin, 'O'))
    return lilv()->lilv_plugin_has_feature(lilvs(own, plugin), feature);
  noteAnswer(plugin);
  return hasURI(plugin->facts.plugin, 'R', uri) || hasURI(plugin->facts.plugin, 'O', uri);
}

bool lilv_plugin_has_extension_data(const LilvPlugin *own, const LilvNode *data) {
  struct plugin *plugin = PLUGIN(own);
  const char *uri = uriOf(data);
  if (!plugin || !uri || !knows(plugin, 'X'))
    return lilv()->lilv_plugin_has_extension_data(lilvs(own, plugin), data);
  noteAnswer(plugin);
  return hasURI(plugin->facts.plugin, 'X', uri);
}

// Ports -----------------------------------------------------------------------------------------------------------------------

static bool isOfClass(struct lines port, const LilvNode *type) {
  const char *uri = uriOf(type);
  return uri && hasURI(port, 't', uri);
}

uint32_t lilv_plugin_get_num_ports(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knowsPorts(plugin)) return lilv()->lilv_plugin_get_num_ports(lilvs(own, plugin));
  notePortAnswer(plugin);
  return plugin->facts.portCount;
}

static uint32_t countOfClass(struct plugin *plugin, const LilvNode *first, va_list others) {
  uint32_t count = 0;
  for (uint32_t index = 0; index < plugin->facts.portCount; index++) {
    struct lines port = plugin->facts.ports[index];
    bool matches = isOfClass(port, first);
    va_list rest;
    va_copy(rest, others);
    for (const LilvNode *type; (type = va_arg(rest, const LilvNode *));) matches = matches && isOfClass(port, type);
    va_end(rest);
    count += matches;
  }
  notePortAnswer(plugin);
  return count;
}

uint32_t lilv_plugin_get_num_ports_of_class_va(const LilvPlugin *own, const LilvNode *first, va_list others) {
  struct plugin *plugin = PLUGIN(own);
  if (plugin && knowsPorts(plugin)) return countOfClass(plugin, first, others);
  return lilv()->lilv_plugin_get_num_ports_of_class_va(lilvs(own, plugin), first, others);
}

uint32_t lilv_plugin_get_num_ports_of_class(const LilvPlugin *own, const LilvNode *first, ...) {
  struct plugin *plugin = PLUGIN(own);
  va_list others;
  va_start(others, first);
  uint32_t count = plugin && knowsPorts(plugin)
                       ? countOfClass(plugin, first, others)
                       : lilv()->lilv_plugin_get_num_ports_of_class_va(lilvs(own, plugin), first, others);
  va_end(others);
  return count;
}

static bool knowsRanges(struct plugin *plugin) {
  if (!knowsPorts(plugin)) return false;
  float number;
  for (uint32_t index = 0; index < plugin->facts.portCount; index++)
    for (const char *letter = "mxd"; *letter; letter++)
      if (!floatOf(valueOf(plugin->facts.ports[index], *letter), &number)) return false;
  return true;
}

void lilv_plugin_get_port_ranges_float(const LilvPlugin *own, float *minima, float *maxima, float *defaults) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knowsRanges(plugin)) {
    lilv()->lilv_plugin_get_port_ranges_float(lilvs(own, plugin), minima, maxima, defaults);
    return;
  }
  for (uint32_t index = 0; index < plugin->facts.portCount; index++) {
    struct lines port = plugin->facts.ports[index];
    if (minima) floatOf(valueOf(port, 'm'), &minima[index]);
    if (maxima) floatOf(valueOf(port, 'x'), &maxima[index]);
    if (defaults) floatOf(valueOf(port, 'd'), &defaults[index]);
  }
  notePortAnswer(plugin);
}

/// Whether the values with a letter are known for all ports.
static bool knowsOfPorts(struct plugin *plugin, char letter) {
  if (!knowsPorts(plugin)) return false;
  for (uint32_t index = 0; index < plugin->facts.portCount; index++)
    if (hasUnknown(plugin->facts.ports[index], letter)) return false;
  return true;
}

/// The index of the first port with a value, and of a class unless that is null; the number of ports if there is none.
static uint32_t firstWith(struct plugin *plugin, char letter, const char *uri, const char *type) {
  uint32_t index = 0;
  for (; index < plugin->facts.portCount; index++) {
    struct lines port = plugin->facts.ports[index];
    if (hasURI(port, letter, uri) && (!type || hasURI(port, 't', type))) break;
  }
  return index;
}

bool lilv_plugin_has_latency(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knowsOfPorts(plugin, 'p') || !knowsOfPorts(plugin, 'g'))
    return lilv()->lilv_plugin_has_latency(lilvs(own, plugin));
  noteAnswer(plugin);
  uint32_t count = plugin->facts.portCount;
  return firstWith(plugin, 'p', LV2 "reportsLatency", NULL) < count || firstWith(plugin, 'g', LV2 "latency", NULL) < count;
}

uint32_t lilv_plugin_get_latency_port_index(const LilvPlugin *own) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knowsOfPorts(plugin, 'p') || !knowsOfPorts(plugin, 'g'))
    return lilv()->lilv_plugin_get_latency_port_index(lilvs(own, plugin));
  notePortAnswer(plugin);
  uint32_t count = plugin->facts.portCount, index = firstWith(plugin, 'p', LV2 "reportsLatency", NULL);
  if (index == count) index = firstWith(plugin, 'g', LV2 "latency", LV2 "OutputPort");
  return index < count ? index : (uint32_t)-1;
}

/// The program continues with the ports that it has been given, no matter whether lilv or the catalog finds them.
static const LilvPort *given(struct plugin *plugin, const LilvPort *port) {
  if (!port || !plugin || !plugin->ports) return port;
  uint32_t index = lilv()->lilv_port_get_index(plugin->own, port);
  return index < plugin->facts.portCount ? portOf(plugin, index) : port;
}

static const LilvPort *portAt(struct plugin *plugin, uint32_t index) {
  notePortAnswer(plugin);
  return index < plugin->facts.portCount ? portOf(plugin, index) : NULL;
}

const LilvPort *lilv_plugin_get_port_by_index(const LilvPlugin *own, uint32_t index) {
  struct plugin *plugin = PLUGIN(own);
  if (plugin && knowsPorts(plugin)) return portAt(plugin, index);
  return given(plugin, lilv()->lilv_plugin_get_port_by_index(lilvs(own, plugin), index));
}

const LilvPort *lilv_plugin_get_port_by_symbol(const LilvPlugin *own, const LilvNode *symbol) {
  struct plugin *plugin = PLUGIN(own);
  if (!plugin || !knowsPorts(plugin))
    return given(plugin, lilv()->lilv_plugin_get_port_by_symbol(lilvs(own, plugin), symbol));
  const char *text = symbol && lilv()->lilv_node_is_string(symbol) ? lilv()->lilv_node_as_string(symbol) : NULL;
  uint32_t index = 0;
  for (; text && index < plugin->facts.portCount; index++) {
    const char *value = valueOf(plugin->facts.ports[index], 'y');
    if (value && !strcmp(value + 1, text)) break;
  }
  return portAt(plugin, text ? index : plugin->facts.portCount);
}

const LilvPort *lilv_plugin_get_port_by_designation(
    const LilvPlugin *own, const LilvNode *type, const LilvNode *designation) {
  struct plugin *plugin = PLUGIN(own);
  const char *uri = uriOf(designation);
  const char *typeURI = uriOf(type);
  if (!plugin || !uri || (type && !typeURI) || !knowsOfPorts(plugin, 'g'))
    return given(plugin, lilv()->lilv_plugin_get_port_by_designation(lilvs(own, plugin), type, designation));
  return portAt(plugin, firstWith(plugin, 'g', uri, typeURI));
}

// What needs the files --------------------------------------------------------------------------------------------------------

bool lilv_plugin_verify(const LilvPlugin *own) { return lilv()->lilv_plugin_verify(READ(own)); }

LilvNodes *lilv_plugin_get_related(const LilvPlugin *own, const LilvNode *type) {
  struct plugin *plugin = PLUGIN(own);
  // Any plugin's files may declare a preset of this one.
  if (plugin && plugin->world->isAnswering) loadPending(plugin->world);
  return lilv()->lilv_plugin_get_related(lilvs(own, plugin), type);
}

LilvInstance *lilv_plugin_instantiate(const LilvPlugin *own, double rate, const LV2_Feature *const *features) {
  return lilv()->lilv_plugin_instantiate(READ(own), rate, features);
}

void lilv_plugin_write_description(LilvWorld *world, const LilvPlugin *own, const LilvNode *base, FILE *file) {
  lilv()->lilv_plugin_write_description(world, READ(own), base, file);
}

LilvState *lilv_state_new_from_instance(
    const LilvPlugin *own, LilvInstance *instance, LV2_URID_Map *map, const char *scratch, const char *copies,
    const char *links, const char *save, LilvGetPortValueFunc getValue, void *data, uint32_t flags,
    const LV2_Feature *const *features) {
  return lilv()->lilv_state_new_from_instance(
      READ(own), instance, map, scratch, copies, links, save, getValue, data, flags, features);
}

// Values by their properties --------------------------------------------------------------------------------------------------

LilvNodes *lilv_plugin_get_value(const LilvPlugin *own, const LilvNode *predicate) {
  struct plugin *plugin = PLUGIN(own);
  LilvNodes *nodes;
  char letter = plugin ? letterOf(predicate) : 0;
  if (letter && answerList(plugin, letter, &nodes)) return nodes;
  return lilv()->lilv_plugin_get_value(lilvs(own, plugin), predicate);
}

/// A query about one plugin needs only its files, and may need none. Any other needs all that lilv would have read.
static struct plugin *prepareQuery(LilvWorld *own, const LilvNode *subject) {
  struct world *world = worldFor(own);
  struct plugin *plugin = world ? pluginWith(world, subject) : NULL;
  if (world && !plugin) loadPending(world);
  return plugin && plugin->state == pending ? plugin : NULL;
}

LilvNodes *lilv_world_find_nodes(
    LilvWorld *world, const LilvNode *subject, const LilvNode *predicate, const LilvNode *object) {
  struct plugin *plugin = CALLED_BY_LILV() ? NULL : prepareQuery(world, subject);
  LilvNodes *nodes;
  char letter = plugin && !object ? letterOf(predicate) : 0;
  if (letter && answerList(plugin, letter, &nodes)) return nodes;
  if (plugin) load(plugin);
  return lilv()->lilv_world_find_nodes(world, subject, predicate, object);
}

/// Lets lilv read what it needs for a query that the catalog has no answer to.
static void prepareAny(LilvWorld *own, const LilvNode *subject) {
  struct plugin *plugin = prepareQuery(own, subject);
  if (plugin) load(plugin);
}

LilvNode *lilv_world_get(LilvWorld *world, const LilvNode *subject, const LilvNode *predicate, const LilvNode *object) {
  if (!CALLED_BY_LILV()) prepareAny(world, subject);
  return lilv()->lilv_world_get(world, subject, predicate, object);
}

bool lilv_world_ask(LilvWorld *world, const LilvNode *subject, const LilvNode *predicate, const LilvNode *object) {
  if (!CALLED_BY_LILV()) prepareAny(world, subject);
  return lilv()->lilv_world_ask(world, subject, predicate, object);
}

LilvNode *lilv_world_get_symbol(LilvWorld *world, const LilvNode *subject) {
  if (!CALLED_BY_LILV()) prepareAny(world, subject);
  return lilv()->lilv_world_get_symbol(world, subject);
}
