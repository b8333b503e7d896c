// Asks lilv for everything about every plugin, and prints the answers in an order of their own: two runs that print the same
// were told the same.
//   dump [ORDER]   plugin: all of one plugin, then of the next (default); function: one question to all plugins, then the next;
//                  listing: what a list of plugins needs
//   dump ORDER TEXT   only the plugins of bundles with this text in their URI
#define _GNU_SOURCE
#include <lilv/lilv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LV2 "http://lv2plug.in/ns/lv2core#"
#define ATOM "http://lv2plug.in/ns/ext/atom#"

static LilvWorld *world;
static const LilvPlugins *plugins;

static LilvNode *uri(const char *text) { return lilv_new_uri(world, text); }

// Blank nodes have numbers that depend on which file was read first.
static char *described(const LilvNode *node) {
  char *text = NULL;
  if (!node) return strdup("none");
  const char *value = lilv_node_is_blank(node) ? "" : lilv_node_as_string(node);
  const char *kind = lilv_node_is_uri(node)      ? "uri"
                     : lilv_node_is_blank(node)  ? "blank"
                     : lilv_node_is_string(node) ? "string"
                     : lilv_node_is_int(node)    ? "int"
                     : lilv_node_is_float(node)  ? "float"
                     : lilv_node_is_bool(node)   ? "bool"
                                                 : "other";
  float number = lilv_node_as_float(node);
  char *token = lilv_node_is_blank(node) ? strdup("") : lilv_node_get_turtle_token(node);
  if (asprintf(&text, "%s <%s> %d %a %d [%s]", kind, value, lilv_node_as_int(node), isnan(number) ? 0 : (double)number,
               lilv_node_as_bool(node), token) < 0)
    abort();
  free(token);
  return text;
}

static void show(const char *what, const LilvNode *node) {
  char *text = described(node);
  printf("  %s: %s\n", what, text);
  free(text);
}

static void take(const char *what, LilvNode *node) {
  show(what, node);
  lilv_node_free(node);
}

static int compare(const void *one, const void *other) { return strcmp(*(char *const *)one, *(char *const *)other); }

static void showSorted(char **texts, unsigned count) {
  qsort(texts, count, sizeof *texts, compare);
  for (unsigned index = 0; index < count; index++) {
    printf("    %s\n", texts[index]);
    free(texts[index]);
  }
  free(texts);
}

static void showAll(const char *what, const LilvNodes *nodes) {
  if (!nodes) {
    printf("  %s: no list\n", what);
    return;
  }
  unsigned count = lilv_nodes_size(nodes), index = 0;
  char **texts = calloc(count + 1, sizeof *texts);
  LILV_FOREACH (nodes, item, nodes) {
    const LilvNode *node = lilv_nodes_get(nodes, item);
    if (index < count) texts[index++] = described(node);
    if (!lilv_nodes_contains(nodes, node)) printf("  %s lacks a node of its own\n", what);
  }
  if (index != count || (count && !lilv_nodes_get_first(nodes))) printf("  %s has another size\n", what);
  printf("  %s: list of %u\n", what, count);
  showSorted(texts, count);
}

static void takeAll(const char *what, LilvNodes *nodes) {
  showAll(what, nodes);
  lilv_nodes_free(nodes);
}

static void name(const LilvPlugin *plugin) { take("name", lilv_plugin_get_name(plugin)); }

static void author(const LilvPlugin *plugin) {
  take("author", lilv_plugin_get_author_name(plugin));
  take("mail", lilv_plugin_get_author_email(plugin));
  take("homepage", lilv_plugin_get_author_homepage(plugin));
}

static void class(const LilvPlugin *plugin) {
  const LilvPluginClass *found = lilv_plugin_get_class(plugin);
  show("class", lilv_plugin_class_get_uri(found));
  if (found != lilv_plugin_get_class(plugin)) printf("  another class\n");
  const LilvPluginClasses *all = lilv_world_get_plugin_classes(world);
  const LilvPluginClass *same = lilv_plugin_classes_get_by_uri(all, lilv_plugin_class_get_uri(found));
  if (found != lilv_world_get_plugin_class(world) && found != same) printf("  a class of nobody's\n");
}

static void project(const LilvPlugin *plugin) { take("project", lilv_plugin_get_project(plugin)); }

static void features(const LilvPlugin *plugin) {
  takeAll("required", lilv_plugin_get_required_features(plugin));
  takeAll("optional", lilv_plugin_get_optional_features(plugin));
  takeAll("supported", lilv_plugin_get_supported_features(plugin));
  static const char *const asked[] = {LV2 "hardRTCapable", "http://lv2plug.in/ns/ext/urid#map", "urn:none"};
  for (int index = 0; index < 3; index++) {
    LilvNode *feature = uri(asked[index]);
    printf("  has %s: %d %d\n", asked[index], lilv_plugin_has_feature(plugin, feature),
           lilv_plugin_has_extension_data(plugin, feature));
    lilv_node_free(feature);
  }
  LilvNodes *data = lilv_plugin_get_extension_data(plugin);
  LILV_FOREACH (nodes, item, data)
    if (!lilv_plugin_has_extension_data(plugin, lilv_nodes_get(data, item))) printf("  lacks its data\n");
  takeAll("data", data);
}

static void library(const LilvPlugin *plugin) {
  const LilvNode *library = lilv_plugin_get_library_uri(plugin);
  show("library", library);
  if (library != lilv_plugin_get_library_uri(plugin)) printf("  another library\n");
}

static void interfaces(const LilvPlugin *plugin) {
  LilvUIs *all = lilv_plugin_get_uis(plugin);
  printf("  interfaces: %u %s\n", lilv_uis_size(all), all ? "" : "none");
  LILV_FOREACH (uis, item, all) {
    const LilvUI *interface = lilv_uis_get(all, item);
    show("interface", lilv_ui_get_uri(interface));
    showAll("its classes", lilv_ui_get_classes(interface));
    show("its binary", lilv_ui_get_binary_uri(interface));
    show("its bundle", lilv_ui_get_bundle_uri(interface));
  }
  lilv_uis_free(all);
}

static void latency(const LilvPlugin *plugin) {
  printf("  latency: %d %u\n", lilv_plugin_has_latency(plugin), lilv_plugin_get_latency_port_index(plugin));
}

static void counts(const LilvPlugin *plugin) {
  LilvNode *input = uri(LV2 "InputPort"), *output = uri(LV2 "OutputPort"), *audio = uri(LV2 "AudioPort");
  LilvNode *control = uri(LV2 "ControlPort"), *atom = uri(ATOM "AtomPort"), *text = lilv_new_string(world, LV2 "InputPort");
  printf("  ports: %u, %u %u %u %u %u %u\n", lilv_plugin_get_num_ports(plugin),
         lilv_plugin_get_num_ports_of_class(plugin, input, audio, NULL),
         lilv_plugin_get_num_ports_of_class(plugin, audio, output, NULL),
         lilv_plugin_get_num_ports_of_class(plugin, control, input, NULL),
         lilv_plugin_get_num_ports_of_class(plugin, atom, NULL),
         lilv_plugin_get_num_ports_of_class(plugin, input, output, audio, NULL),
         lilv_plugin_get_num_ports_of_class(plugin, text, NULL));
  LilvNode *nodes[] = {input, output, audio, control, atom, text};
  for (int index = 0; index < 6; index++) lilv_node_free(nodes[index]);
}

static void ranges(const LilvPlugin *plugin) {
  uint32_t count = lilv_plugin_get_num_ports(plugin);
  float *values[3];
  for (int index = 0; index < 3; index++) values[index] = calloc(count + 1, sizeof **values);
  lilv_plugin_get_port_ranges_float(plugin, values[0], values[1], values[2]);
  for (uint32_t port = 0; port < count; port++)
    printf("  range %u: %a %a %a\n", port, (double)values[0][port], (double)values[1][port], (double)values[2][port]);
  lilv_plugin_get_port_ranges_float(plugin, NULL, values[0], NULL);
  for (int index = 0; index < 3; index++) free(values[index]);
}

static void points(const LilvPlugin *plugin, const LilvPort *port) {
  LilvScalePoints *all = lilv_port_get_scale_points(plugin, port);
  unsigned count = lilv_scale_points_size(all), index = 0;
  char **texts = calloc(count + 1, sizeof *texts);
  LILV_FOREACH (scale_points, item, all) {
    const LilvScalePoint *point = lilv_scale_points_get(all, item);
    char *value = described(lilv_scale_point_get_value(point)), *label = described(lilv_scale_point_get_label(point));
    if (index < count && asprintf(&texts[index++], "%s = %s", value, label) < 0) abort();
    free(value);
    free(label);
  }
  printf("  points: %u\n", count);
  showSorted(texts, count);
  lilv_scale_points_free(all);
}

/// What a catalog has of ports.
static void portText(const LilvPlugin *plugin, const LilvPort *port, int deeply) {
  static const char *const predicates[] = {LV2 "designation", LV2 "portProperty", ATOM "supports", ATOM "bufferType",
      "http://lv2plug.in/ns/ext/port-groups#group", "http://lv2plug.in/ns/ext/event#supportsEvent", LV2 "name", LV2 "symbol",
      LV2 "default", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type", LV2 "index",
      "http://lv2plug.in/ns/extensions/units#unit", "http://www.w3.org/2000/01/rdf-schema#comment"};
  printf(" port %u\n", lilv_port_get_index(plugin, port));
  show("symbol", lilv_port_get_symbol(plugin, port));
  if (lilv_port_get_symbol(plugin, port) != lilv_port_get_symbol(plugin, port)) printf("  another symbol\n");
  if (lilv_port_get_classes(plugin, port) != lilv_port_get_classes(plugin, port)) printf("  other classes\n");
  take("name", lilv_port_get_name(plugin, port));
  showAll("classes", lilv_port_get_classes(plugin, port));
  takeAll("properties", lilv_port_get_properties(plugin, port));
  LilvNode *asked[] = {uri(LV2 "InputPort"), uri(LV2 "toggled"), uri("http://lv2plug.in/ns/ext/midi#MidiEvent")};
  printf("  is %d %d %d\n", lilv_port_is_a(plugin, port, asked[0]), lilv_port_has_property(plugin, port, asked[1]),
         lilv_port_supports_event(plugin, port, asked[2]));
  for (int index = 0; index < 3; index++) lilv_node_free(asked[index]);
  for (int index = 0; index < (deeply ? 13 : 10); index++) {
    LilvNode *predicate = uri(predicates[index]);
    takeAll(predicates[index], lilv_port_get_value(plugin, port, predicate));
    LilvNodes *values = lilv_port_get_value(plugin, port, predicate);
    if (lilv_nodes_size(values) < 2) take("the first", lilv_port_get(plugin, port, predicate));
    lilv_nodes_free(values);
    lilv_node_free(predicate);
  }
}

static void portRange(const LilvPlugin *plugin, const LilvPort *port) {
  LilvNode *nodes[3] = {NULL, NULL, NULL};
  lilv_port_get_range(plugin, port, &nodes[0], &nodes[1], &nodes[2]);
  for (int index = 0; index < 3; index++) take("range", nodes[index]);
  lilv_port_get_range(plugin, port, NULL, &nodes[0], NULL);
  take("minimum", nodes[0]);
}

static void checkIdentity(const LilvPlugin *plugin, const LilvPort *port) {
  if (lilv_plugin_get_port_by_index(plugin, lilv_port_get_index(plugin, port)) != port) printf("  another port by index\n");
  const LilvPort *same = lilv_plugin_get_port_by_symbol(plugin, lilv_port_get_symbol(plugin, port));
  // Two ports may have one symbol.
  if (!same || (same != port && lilv_port_get_index(plugin, same) >= lilv_port_get_index(plugin, port)))
    printf("  another port by symbol\n");
}

static void designated(const LilvPlugin *plugin) {
  static const char *const all[] = {LV2 "latency", LV2 "freeWheeling", LV2 "control", LV2 "enabled",
                                    "http://lv2plug.in/ns/ext/time#beatsPerMinute"};
  LilvNode *input = uri(LV2 "InputPort");
  for (int index = 0; index < 5; index++) {
    LilvNode *designation = uri(all[index]);
    const LilvPort *any = lilv_plugin_get_port_by_designation(plugin, NULL, designation);
    const LilvPort *one = lilv_plugin_get_port_by_designation(plugin, input, designation);
    printf("  %s: %d %d\n", all[index], any ? (int)lilv_port_get_index(plugin, any) : -1,
           one ? (int)lilv_port_get_index(plugin, one) : -1);
    lilv_node_free(designation);
  }
  lilv_node_free(input);
  printf("  beyond: %d\n", lilv_plugin_get_port_by_index(plugin, lilv_plugin_get_num_ports(plugin)) != NULL);
}

static void forEachPort(const LilvPlugin *plugin, int depth) {
  for (uint32_t index = 0; index < lilv_plugin_get_num_ports(plugin); index++) {
    const LilvPort *port = lilv_plugin_get_port_by_index(plugin, index);
    portText(plugin, port, depth > 0);
    if (depth > 0) {
      portRange(plugin, port);
      points(plugin, port);
      show("node", lilv_port_get_node(plugin, port));
    }
    checkIdentity(plugin, port);
  }
}

static void ports(const LilvPlugin *plugin) { forEachPort(plugin, 0); }
static void portsDeeply(const LilvPlugin *plugin) { forEachPort(plugin, 1); }

static void values(const LilvPlugin *plugin) {
  static const char *const all[] = {"http://usefulinc.com/ns/doap#name", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
      LV2 "requiredFeature", LV2 "project", "http://lv2plug.in/ns/ext/options#requiredOption",
      "http://usefulinc.com/ns/doap#license", "http://www.w3.org/2000/01/rdf-schema#comment", LV2 "minorVersion"};
  for (int index = 0; index < 8; index++) {
    LilvNode *predicate = uri(all[index]);
    takeAll(all[index], lilv_plugin_get_value(plugin, predicate));
    takeAll("found", lilv_world_find_nodes(world, lilv_plugin_get_uri(plugin), predicate, NULL));
    lilv_node_free(predicate);
  }
  take("symbol", lilv_world_get_symbol(world, lilv_plugin_get_uri(plugin)));
  printf("  valid: %d, replaced: %d\n", lilv_plugin_verify(plugin), lilv_plugin_is_replaced(plugin));
}

/// What lilv says of a plugin that nobody has asked about, and of one that something was asked.
static void query(const LilvPlugin *plugin) {
  LilvNode *option = uri("http://lv2plug.in/ns/ext/options#requiredOption"), *feature = uri(LV2 "optionalFeature");
  takeAll("options", lilv_world_find_nodes(world, lilv_plugin_get_uri(plugin), option, NULL));
  takeAll("features", lilv_world_find_nodes(world, lilv_plugin_get_uri(plugin), feature, NULL));
  lilv_node_free(option);
  lilv_node_free(feature);
}

static void related(const LilvPlugin *plugin) { takeAll("related", lilv_plugin_get_related(plugin, NULL)); }

static void (*const listing[])(const LilvPlugin *) = {query, name, class, author, project, features, query, latency, counts,
                                                      ranges, designated, library, ports};
static void (*const rest[])(const LilvPlugin *) = {interfaces, portsDeeply, values, related};
enum { listed = sizeof listing / sizeof *listing, others = sizeof rest / sizeof *rest };

/// A part of a bundle's URI.
static const char *wanted = "";

static void ask(void (*question)(const LilvPlugin *), const LilvPlugin *plugin) {
  if (!strstr(lilv_node_as_uri(lilv_plugin_get_bundle_uri(plugin)), wanted)) return;
  printf("<%s>\n", lilv_node_as_uri(lilv_plugin_get_uri(plugin)));
  question(plugin);
}

static void askAll(void (*question)(const LilvPlugin *)) {
  LILV_FOREACH (plugins, item, plugins) ask(question, lilv_plugins_get(plugins, item));
}

int main(int count, char **arguments) {
  const char *order = count > 1 ? arguments[1] : "plugin";
  if (count > 2) wanted = arguments[2];
  world = lilv_world_new();
  lilv_world_load_all(world);
  plugins = lilv_world_get_all_plugins(world);
  if (!strcmp(order, "plugin"))
    LILV_FOREACH (plugins, item, plugins) {
      for (int index = 0; index < listed; index++) ask(listing[index], lilv_plugins_get(plugins, item));
      for (int index = 0; index < others; index++) ask(rest[index], lilv_plugins_get(plugins, item));
    }
  if (!strcmp(order, "function") || !strcmp(order, "listing"))
    for (int index = 0; index < listed; index++) askAll(listing[index]);
  if (!strcmp(order, "function"))
    for (int index = 0; index < others; index++) askAll(rest[index]);
  lilv_world_free(world);
  return 0;
}
