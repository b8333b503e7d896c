#define _GNU_SOURCE
#include "World.h"

#include "Fingerprint.h"
#include "Manifests.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// lilv allows only one thread at a time in a world. The lock protects the list of worlds, which several threads may
// use, and what lilv itself would only read.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct world *worlds;
static const char portMark;

void lockWorlds(void) { pthread_mutex_lock(&lock); }
void unlockWorlds(void) { pthread_mutex_unlock(&lock); }

static struct world *find(const LilvWorld *own) {
  struct world *world = worlds;
  while (world && world->own != own) world = world->next;
  return world;
}

static struct world *findLocked(const LilvWorld *own) {
  lockWorlds();
  struct world *world = find(own);
  unlockWorlds();
  return world;
}

static uint32_t placeOf(const struct world *world, const LilvPlugin *own) {
  return (uint32_t)(((uintptr_t)own >> 4) * 0x9E3779B97F4A7C15 >> 32) & (world->placeCount - 1);
}

static struct plugin *pluginIn(const struct world *world, const LilvPlugin *own) {
  if (!world->placeCount) return NULL;
  for (uint32_t place = placeOf(world, own); world->places[place]; place = (place + 1) & (world->placeCount - 1)) {
    struct plugin *plugin = &world->plugins[world->places[place] - 1];
    if (plugin->own == own) return plugin;
  }
  return NULL;
}

static void addPlugin(struct world *world, const LilvPlugin *own) {
  uint32_t place = placeOf(world, own);
  while (world->places[place]) place = (place + 1) & (world->placeCount - 1);
  world->plugins[world->count] = (struct plugin){.own = own, .world = world};
  world->places[place] = ++world->count;
}

/// Indexes the plugins of a world, when one of them is first asked for something.
static void makeIndex(struct world *world) {
  const LilvPlugins *all = lilv()->lilv_world_get_all_plugins(world->own);
  uint32_t count = lilv()->lilv_plugins_size(all), places = 16;
  while (places < 2 * count) places *= 2;
  world->isIndexed = true;
  world->plugins = calloc(count + 1, sizeof *world->plugins);
  world->places = calloc(places, sizeof *world->places);
  if (!world->plugins || !world->places) return;
  world->placeCount = places;
  for (LilvIter *item = lilv()->lilv_plugins_begin(all); !lilv()->lilv_plugins_is_end(all, item);
       item = lilv()->lilv_plugins_next(all, item))
    addPlugin(world, lilv()->lilv_plugins_get(all, item));
}

struct plugin *pluginFor(const LilvPlugin *own) {
  struct plugin *plugin = NULL;
  lockWorlds();
  for (struct world *world = worlds; world && !plugin; world = world->next) {
    if (world->isAnswering && !world->isIndexed) makeIndex(world);
    plugin = pluginIn(world, own);
  }
  unlockWorlds();
  return plugin;
}

struct world *worldFor(const LilvWorld *own) {
  struct world *world = findLocked(own);
  return world && world->isAnswering ? world : NULL;
}

struct plugin *pluginWith(struct world *world, const LilvNode *uri) {
  if (!uri || !lilv()->lilv_node_is_uri(uri)) return NULL;
  const LilvPlugin *own = lilv()->lilv_plugins_get_by_uri(lilv()->lilv_world_get_all_plugins(world->own), uri);
  return own ? pluginFor(own) : NULL;
}

// Bundles ---------------------------------------------------------------------------------------------------------------------

static struct bundle *newBundle(const LilvNode *uri) {
  struct bundle *bundle = calloc(1, sizeof *bundle);
  if (!bundle) return NULL;
  char *path = lilv()->lilv_node_get_path(uri, NULL);
  bundle->uri = strdup(lilv()->lilv_node_as_uri(uri));
  bundle->path = path ? realpath(path, NULL) : NULL;
  lilv()->lilv_free(path);
  if (bundle->uri) return bundle;
  free(bundle->path);
  free(bundle);
  return NULL;
}

static struct bundle *bundleWith(struct world *world, const LilvNode *uri) {
  // The most recent bundle comes first, because the plugins of one bundle follow each other.
  struct bundle *bundle = world->bundles;
  while (bundle && strcmp(bundle->uri, lilv()->lilv_node_as_uri(uri))) bundle = bundle->next;
  if (bundle || !(bundle = newBundle(uri))) return bundle;
  bundle->next = world->bundles;
  world->bundles = bundle;
  return bundle;
}

/// Whether the files have a fingerprint at this moment, give or take a second: lilv would read them now.
static bool hasFingerprint(struct bundle *bundle, uint64_t wanted) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  if (!bundle->checked.tv_sec || now.tv_sec > bundle->checked.tv_sec) {
    bundle->hasFingerprint = bundle->path && fingerprintOf(bundle->path, &bundle->fingerprint);
    bundle->checked = now;
  }
  return bundle->hasFingerprint && bundle->fingerprint == wanted;
}

/// Whether lilv would read only files of the bundle.
static bool hasOwnFiles(const struct plugin *plugin, const struct bundle *bundle) {
  const LilvNodes *files = lilv()->lilv_plugin_get_data_uris(plugin->own);
  for (LilvIter *item = lilv()->lilv_nodes_begin(files); !lilv()->lilv_nodes_is_end(files, item);
       item = lilv()->lilv_nodes_next(files, item)) {
    const char *file = lilv()->lilv_node_as_uri(lilv()->lilv_nodes_get(files, item));
    if (!file || strncmp(file, bundle->uri, strlen(bundle->uri))) return false;
  }
  return true;
}

// Plugins ---------------------------------------------------------------------------------------------------------------------

/// - Returns: why only lilv can answer; null if the catalog can.
static const char *prepare(struct plugin *plugin, const char *uri) {
  struct world *world = plugin->world;
  struct bundle *bundle = bundleWith(world, lilv()->lilv_plugin_get_bundle_uri(plugin->own));
  struct answers answers;
  if (!bundle || !bundle->path) return "its bundle has no path";
  if (!findAnswers(world->catalog, uri, bundle->path, &answers)) return "the catalog has no answers";
  if (!takeFacts(&plugin->facts, &answers)) return "memory is exhausted";
  if (!hasFingerprint(bundle, answers.fingerprint)) return "its bundle has changed since the scan";
  if (!hasOwnFiles(plugin, bundle)) return "another bundle adds files to it";
  // lilv takes what comes first in memory, which depends on what it has read before.
  if (isDisputed(plugin)) return "bundles disagree about its author";
  return NULL;
}

static bool hasCatalog(struct world *world) {
  if (!world->catalog && !(world->catalog = openCatalog(world->path))) world->isAnswering = false;
  return world->isAnswering;
}

bool isKnown(struct plugin *plugin) {
  if (plugin->state == loaded || !plugin->world->isAnswering) return false;
  if (!plugin->isPrepared && hasCatalog(plugin->world)) {
    const char *uri = lilv()->lilv_node_as_uri(lilv()->lilv_plugin_get_uri(plugin->own));
    const char *problem = prepare(plugin, uri);
    plugin->isPrepared = true;
    plugin->hasFacts = !problem;
    if (problem) note("<%s>: %s", uri, problem);
  }
  return plugin->hasFacts;
}

bool knows(struct plugin *plugin, char letter) {
  return isKnown(plugin) && !hasUnknown(plugin->facts.plugin, letter) && manifestsAgree(plugin, letter);
}

bool knowsPorts(struct plugin *plugin) {
  return isKnown(plugin) && plugin->facts.ports && manifestsAgree(plugin, 'P');
}

void noteAnswer(struct plugin *plugin) {
  struct world *world = plugin->world;
  world->answers++;
  if (plugin->state != untouched) return;
  plugin->state = pending;
  if (world->lastPending) world->lastPending->nextPending = plugin;
  else world->firstPending = plugin;
  world->lastPending = plugin;
}

void notePortAnswer(struct plugin *plugin) {
  plugin->hasListedPorts = true;
  noteAnswer(plugin);
}

void load(struct plugin *plugin) {
  if (plugin->state == loaded) return;
  plugin->state = loaded;
  plugin->world->readings++;
  // Both calls read the plugin's files if lilv has not done so, and print nothing.
  lilv()->lilv_plugin_has_latency(plugin->own);
  if (plugin->hasListedPorts) lilv()->lilv_plugin_get_num_ports(plugin->own);
}

void loadPending(struct world *world) {
  for (struct plugin *plugin = world->firstPending; plugin; plugin = plugin->nextPending) load(plugin);
  world->firstPending = world->lastPending = NULL;
}

// Ports -----------------------------------------------------------------------------------------------------------------------

static struct port *newPorts(struct plugin *plugin) {
  struct port *ports = calloc(plugin->facts.portCount + 1, sizeof *ports);
  for (uint32_t index = 0; ports && index < plugin->facts.portCount; index++)
    ports[index] = (struct port){.mark = &portMark, .plugin = plugin, .index = index};
  return ports;
}

const LilvPort *portOf(struct plugin *plugin, uint32_t index) {
  if (!plugin->ports) plugin->ports = newPorts(plugin);
  return plugin->ports ? (const LilvPort *)&plugin->ports[index] : NULL;
}

struct port *knownPort(const LilvPort *port) {
  return port && *(const void *const *)port == &portMark ? (struct port *)port : NULL;
}

const LilvPort *translated(struct port *port) {
  load(port->plugin);
  return lilv()->lilv_plugin_get_port_by_index(port->plugin->own, port->index);
}

// Worlds ----------------------------------------------------------------------------------------------------------------------

static struct world *add(LilvWorld *own) {
  struct world *world = calloc(1, sizeof *world);
  if (!world) return NULL;
  world->own = own;
  lockWorlds();
  world->next = worlds;
  worlds = world;
  unlockWorlds();
  return world;
}

void leaveToLilv(const LilvWorld *own, const char *why) {
  struct world *world = findLocked(own);
  bool isNew = !world;
  if (isNew) world = add((LilvWorld *)own);
  if (!world) return;
  // A host that sets up a world in its own way does so before anything is loaded.
  if (isNew) complain("lilv answers, since the program uses lilv in its own way: %s", why);
  else if (world->isAnswering) note("the rest is lilv's: %s", why);
  loadPending(world);
  world->isAnswering = false;
  for (uint32_t index = 0; index < world->count; index++) world->plugins[index].state = loaded;
}

void noteLoaded(LilvWorld *own) {
  struct world *world = findLocked(own);
  if (world) {
    leaveToLilv(own, "the world was set up in another way");
    return;
  }
  if (!(world = add(own))) return;
  world->isAnswering = true;
  // lilv has just read the variable, and the program may change it.
  const char *path = getenv("LV2_PATH");
  if (path && !(world->path = strdup(path))) world->isAnswering = false;
}

static void freePorts(struct plugin *plugin) {
  for (uint32_t index = 0; plugin->ports && index < plugin->facts.portCount; index++) {
    lilv()->lilv_node_free(plugin->ports[index].symbol);
    lilv()->lilv_nodes_free(plugin->ports[index].classes);
  }
  free(plugin->ports);
}

static void freePlugin(struct plugin *plugin) {
  freePorts(plugin);
  lilv()->lilv_node_free(plugin->library);
  freeFacts(&plugin->facts);
}

static void freeBundles(struct bundle *bundle) {
  while (bundle) {
    struct bundle *next = bundle->next;
    free(bundle->uri);
    free(bundle->path);
    free(bundle);
    bundle = next;
  }
}

void forget(const LilvWorld *own) {
  lockWorlds();
  struct world **link = &worlds;
  while (*link && (*link)->own != own) link = &(*link)->next;
  struct world *world = *link;
  if (world) *link = world->next;
  unlockWorlds();
  if (!world) return;
  note("%lu answers from the catalog; lilv has read %lu plugins", world->answers, world->readings);
  for (uint32_t index = 0; index < world->count; index++) freePlugin(&world->plugins[index]);
  freeBundles(world->bundles);
  freePeople(world);
  closeCatalog(world->catalog);
  free(world->path);
  free(world->plugins);
  free(world->places);
  free(world);
}
