/// What other bundles' manifests say about a plugin and its author: lilv has read all manifests, and mixes what they
/// say.
#ifndef AUCAT_MANIFESTS_H
#define AUCAT_MANIFESTS_H

#include "World.h"

/// The letter of a property of plugins that is answered by its URI; 0 for any other.
char letterOf(const LilvNode *predicate);

/// Whether lilv's manifests have no values with a letter other than those in the plugin's own files.
bool manifestsAgree(struct plugin *plugin, char letter);

/// The number of values that lilv's manifests give for the plugin's property with this letter. If there is only one,
/// and it is a URI, sets `only` to it; the caller frees it.
unsigned valuesInManifests(struct plugin *plugin, char letter, LilvNode **only);

/// Whether another bundle says something else about the URI of the plugin's author or project.
bool isDisputed(struct plugin *plugin);

/// Whether the author's name (`n`), mail (`e`) or homepage (`h`) is known, or known to be missing.
bool knowsAuthor(struct plugin *plugin, char letter);

/// Lets lilv read what it would have read by now of those bundles that describe the same author or project.
void loadOthersOfAuthor(struct plugin *plugin);

void freePeople(struct world *world);

#endif
