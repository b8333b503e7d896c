/// The worlds of the program, and what is known about their plugins.
#ifndef AUCAT_WORLD_H
#define AUCAT_WORLD_H

#include "Facts.h"
#include "Lilv.h"

#include <stdint.h>
#include <time.h>

struct plugin;

/// A port of a plugin that lilv may not have read. Its first field distinguishes it from a port of lilv's, which begins
/// with a pointer to a node.
struct port {
  const void *mark;
  struct plugin *plugin;
  uint32_t index;
  /// Created when they are first asked for, under the lock of the worlds.
  LilvNode *symbol;
  LilvNodes *classes;
};

enum state {
  /// lilv has not been asked for anything that it would have read files for.
  untouched,
  /// lilv would have read its files by now.
  pending,
  /// lilv answers.
  loaded
};

struct plugin {
  const LilvPlugin *own;
  struct world *world;
  enum state state;
  /// Whether the catalog has been asked.
  bool isPrepared;
  bool hasFacts;
  /// Whether lilv would have listed the ports by now.
  bool hasListedPorts;
  struct facts facts;
  /// What has been compared with other bundles' manifests, and what agrees: a bit for each letter.
  uint32_t compared, agreeing;
  /// Ports that the program has been given; null before the first.
  struct port *ports;
  const LilvPluginClass *pluginClass;
  LilvNode *library;
  struct plugin *nextPending;
};

/// A person or project with a URI.
struct person;

struct bundle {
  char *uri, *path;
  bool hasFingerprint;
  uint64_t fingerprint;
  struct timespec checked;
  struct bundle *next;
};

struct world {
  LilvWorld *own;
  /// Whether the catalog may answer: everything was loaded, without options, and nothing else since.
  bool isAnswering, isIndexed;
  struct catalog *catalog;
  /// The `LV2_PATH` when the world was loaded; null if there was none.
  char *path;
  struct plugin *plugins;
  /// The indexes of plugins plus one, by the hash of the plugins' addresses.
  uint32_t *places;
  uint32_t count, placeCount;
  struct bundle *bundles;
  struct person *people;
  bool hasPeople;
  struct plugin *firstPending, *lastPending;
  unsigned long answers, readings;
  struct world *next;
};

/// The plugin, if the catalog answers for its world, or has given the program any of its ports; null if only lilv knows it.
struct plugin *pluginFor(const LilvPlugin *own);

/// The world, if the catalog answers for it.
struct world *worldFor(const LilvWorld *own);

/// The plugin of a world with this URI; null if there is none.
struct plugin *pluginWith(struct world *world, const LilvNode *uri);

/// Whether the catalog knows the plugin, and its bundle hasn't changed.
bool isKnown(struct plugin *plugin);

/// Whether the values with a letter are known, and no other bundle's manifest adds any.
bool knows(struct plugin *plugin, char letter);

/// Whether the ports are known.
bool knowsPorts(struct plugin *plugin);

/// Records that lilv would have read the plugin's files to give the answer that was given.
void noteAnswer(struct plugin *plugin);
/// As `noteAnswer`, for an answer for which lilv would have listed the ports.
void notePortAnswer(struct plugin *plugin);

/// Lets lilv read the plugin's files, as it would have.
void load(struct plugin *plugin);

/// Lets lilv read everything that it would have read by now.
void loadPending(struct world *world);

/// As `loadPending`, and leaves the world to lilv, because the program changes it.
void leaveToLilv(const LilvWorld *own, const char *why);

/// Remembers that a program has loaded everything into a world.
void noteLoaded(LilvWorld *own);

/// Forgets a world that is about to be freed.
void forget(const LilvWorld *own);

/// The port that the program is given for an index.
const LilvPort *portOf(struct plugin *plugin, uint32_t index);

/// A port that `portOf` has given; null for one of lilv's.
struct port *knownPort(const LilvPort *port);

/// lilv's own port; null if lilv has none with that index.
const LilvPort *translated(struct port *port);

void lockWorlds(void);
void unlockWorlds(void);

#endif
