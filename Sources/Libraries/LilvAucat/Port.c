// lilv's port functions, as programs call them: with a port of lilv's own, or with one that this library handed out.
#define _GNU_SOURCE
#include "World.h"

#include <string.h>

#define LV2 "http://lv2plug.in/ns/lv2core#"
#define ATOM "http://lv2plug.in/ns/ext/atom#"

/// The port of a call by the program that this library has given; null for lilv's own.
#define PORT(port) knownPort(port)

static LilvWorld *worldOf(const struct port *port) { return port->plugin->world->own; }

static struct lines linesOf(const struct port *port) { return port->plugin->facts.ports[port->index]; }

/// Whether the catalog still answers for the port's plugin.
static bool isAnswering(const struct port *port) {
  return port->plugin->state != loaded && port->plugin->world->isAnswering;
}

/// lilv's port for one of ours. A bundle that has changed meanwhile may not have it any more; then nothing is known
/// about it.
static const LilvPort *lilvs(struct port *known, const LilvPort *port) { return known ? translated(known) : port; }

/// The letter of a property of ports; 0 for one that the catalog doesn't have.
static char letterOfProperty(const LilvNode *predicate) {
  static const struct {
    char letter;
    const char *uri;
  } known[] = {
      {'n', LV2 "name"},
      {'y', LV2 "symbol"},
      {'d', LV2 "default"},
      {'m', LV2 "minimum"},
      {'x', LV2 "maximum"},
      {'p', LV2 "portProperty"},
      {'g', LV2 "designation"},
      {'s', ATOM "supports"},
      {'k', ATOM "bufferType"},
      {'v', "http://lv2plug.in/ns/ext/event#supportsEvent"},
      {'r', "http://lv2plug.in/ns/ext/port-groups#group"},
      {'t', "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"},
  };
  const char *uri = uriOf(predicate);
  for (size_t index = 0; uri && index < sizeof known / sizeof *known; index++)
    if (!strcmp(known[index].uri, uri)) return known[index].letter;
  return 0;
}

/// - Returns: whether the catalog answers; the answer may be that there is nothing.
static bool answerList(struct port *known, char letter, LilvNodes **nodes) {
  *nodes = NULL;
  if (!known || !letter || !isAnswering(known)) return false;
  struct lines lines = linesOf(known);
  if (hasUnknown(lines, letter)) return false;
  *nodes = newNodes(worldOf(known), lines, letter);
  if (!*nodes && valueOf(lines, letter)) return false;
  noteAnswer(known->plugin);
  return true;
}

/// As `answerList`, for answers of one node; of several, lilv takes whichever comes first in memory.
static bool answerOne(struct port *known, char letter, LilvNode **node) {
  *node = NULL;
  if (!known || !letter || !isAnswering(known)) return false;
  struct lines lines = linesOf(known);
  const char *value = nextValue(&lines, letter);
  if (isUnknown(value) || nextValue(&lines, letter)) return false;
  if (value && !(*node = newNode(worldOf(known), value))) return false;
  noteAnswer(known->plugin);
  return true;
}

uint32_t lilv_port_get_index(const LilvPlugin *plugin, const LilvPort *port) {
  struct port *known = PORT(port);
  return known ? known->index : lilv()->lilv_port_get_index(plugin, port);
}

const LilvNode *lilv_port_get_symbol(const LilvPlugin *plugin, const LilvPort *port) {
  struct port *known = PORT(port);
  if (!known) return lilv()->lilv_port_get_symbol(plugin, port);
  lockWorlds();
  if (!known->symbol) known->symbol = newNode(worldOf(known), valueOf(linesOf(known), 'y'));
  unlockWorlds();
  return known->symbol;
}

const LilvNodes *lilv_port_get_classes(const LilvPlugin *plugin, const LilvPort *port) {
  struct port *known = PORT(port);
  if (!known) return lilv()->lilv_port_get_classes(plugin, port);
  lockWorlds();
  if (!known->classes) known->classes = newNodes(worldOf(known), linesOf(known), 't');
  unlockWorlds();
  if (known->classes) return known->classes;
  port = translated(known);
  return port ? lilv()->lilv_port_get_classes(plugin, port) : NULL;
}

bool lilv_port_is_a(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *type) {
  struct port *known = PORT(port);
  if (!known) return lilv()->lilv_port_is_a(plugin, port, type);
  const char *uri = uriOf(type);
  return uri && hasURI(linesOf(known), 't', uri);
}

/// - Returns: whether the catalog can say whether a URI is among the values.
static bool knowsWhether(struct port *known, char letter, const LilvNode *node) {
  return known && isAnswering(known) && uriOf(node) && !hasUnknown(linesOf(known), letter);
}

bool lilv_port_has_property(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *property) {
  struct port *known = PORT(port);
  if (knowsWhether(known, 'p', property)) {
    noteAnswer(known->plugin);
    return hasURI(linesOf(known), 'p', lilv()->lilv_node_as_uri(property));
  }
  port = lilvs(known, port);
  return port && lilv()->lilv_port_has_property(plugin, port, property);
}

bool lilv_port_supports_event(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *type) {
  struct port *known = PORT(port);
  if (knowsWhether(known, 's', type) && knowsWhether(known, 'v', type)) {
    const char *uri = lilv()->lilv_node_as_uri(type);
    noteAnswer(known->plugin);
    return hasURI(linesOf(known), 's', uri) || hasURI(linesOf(known), 'v', uri);
  }
  port = lilvs(known, port);
  return port && lilv()->lilv_port_supports_event(plugin, port, type);
}

LilvNodes *lilv_port_get_value(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *predicate) {
  struct port *known = PORT(port);
  LilvNodes *nodes;
  if (known && answerList(known, letterOfProperty(predicate), &nodes)) return nodes;
  port = lilvs(known, port);
  return port ? lilv()->lilv_port_get_value(plugin, port, predicate) : NULL;
}

LilvNode *lilv_port_get(const LilvPlugin *plugin, const LilvPort *port, const LilvNode *predicate) {
  struct port *known = PORT(port);
  LilvNode *node;
  if (known && answerOne(known, letterOfProperty(predicate), &node)) return node;
  port = lilvs(known, port);
  return port ? lilv()->lilv_port_get(plugin, port, predicate) : NULL;
}

LilvNodes *lilv_port_get_properties(const LilvPlugin *plugin, const LilvPort *port) {
  struct port *known = PORT(port);
  LilvNodes *nodes;
  if (answerList(known, 'p', &nodes)) return nodes;
  port = lilvs(known, port);
  return port ? lilv()->lilv_port_get_properties(plugin, port) : NULL;
}

LilvNode *lilv_port_get_name(const LilvPlugin *plugin, const LilvPort *port) {
  struct port *known = PORT(port);
  LilvNode *node;
  // Unless the name is a string, lilv complains.
  const char *name = known ? valueOf(linesOf(known), 'n') : NULL;
  if (name && *name == 's' && answerOne(known, 'n', &node)) return node;
  port = lilvs(known, port);
  return port ? lilv()->lilv_port_get_name(plugin, port) : NULL;
}

/// - Returns: whether the catalog has all nodes that are asked for.
static bool answerRange(struct port *known, LilvNode **nodes[3]) {
  LilvNode *found[3] = {NULL, NULL, NULL};
  bool isAnswered = true;
  for (int index = 0; index < 3; index++)
    if (nodes[index]) isAnswered = isAnswered && answerOne(known, "dmx"[index], &found[index]);
  for (int index = 0; index < 3; index++) {
    if (!isAnswered) lilv()->lilv_node_free(found[index]);
    else if (nodes[index]) *nodes[index] = found[index];
  }
  return isAnswered;
}

void lilv_port_get_range(
    const LilvPlugin *plugin, const LilvPort *port, LilvNode **preset, LilvNode **minimum, LilvNode **maximum) {
  struct port *known = PORT(port);
  LilvNode **nodes[3] = {preset, minimum, maximum};
  if (known && answerRange(known, nodes)) return;
  port = lilvs(known, port);
  if (port) lilv()->lilv_port_get_range(plugin, port, preset, minimum, maximum);
  for (int index = 0; index < 3 && !port; index++)
    if (nodes[index]) *nodes[index] = NULL;
}

const LilvNode *lilv_port_get_node(const LilvPlugin *plugin, const LilvPort *port) {
  port = lilvs(PORT(port), port);
  return port ? lilv()->lilv_port_get_node(plugin, port) : NULL;
}

LilvScalePoints *lilv_port_get_scale_points(const LilvPlugin *plugin, const LilvPort *port) {
  port = lilvs(PORT(port), port);
  return port ? lilv()->lilv_port_get_scale_points(plugin, port) : NULL;
}
