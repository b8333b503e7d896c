// lilv's functions for worlds, as programs see them. Those that change a world leave it to lilv.
#define _GNU_SOURCE
#include "World.h"

void lilv_world_load_all(LilvWorld *world) {
  bool isInternal = CALLED_BY_LILV();
  lilv()->lilv_world_load_all(world);
  if (!isInternal) noteLoaded(world);
}

void lilv_world_free(LilvWorld *world) {
  if (world) forget(world);
  lilv()->lilv_world_free(world);
}

void lilv_world_set_option(LilvWorld *world, const char *uri, const LilvNode *value) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "an option is set");
  lilv()->lilv_world_set_option(world, uri, value);
}

void lilv_world_load_bundle(LilvWorld *world, const LilvNode *bundle) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "a bundle is loaded");
  lilv()->lilv_world_load_bundle(world, bundle);
}

int lilv_world_unload_bundle(LilvWorld *world, const LilvNode *bundle) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "a bundle is unloaded");
  return lilv()->lilv_world_unload_bundle(world, bundle);
}

int lilv_world_load_resource(LilvWorld *world, const LilvNode *resource) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "a resource is loaded");
  return lilv()->lilv_world_load_resource(world, resource);
}

int lilv_world_unload_resource(LilvWorld *world, const LilvNode *resource) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "a resource is unloaded");
  return lilv()->lilv_world_unload_resource(world, resource);
}

void lilv_world_load_specifications(LilvWorld *world) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "specifications are loaded");
  lilv()->lilv_world_load_specifications(world);
}

void lilv_world_load_plugin_classes(LilvWorld *world) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "classes are loaded");
  lilv()->lilv_world_load_plugin_classes(world);
}

LilvState *lilv_state_new_from_world(LilvWorld *world, LV2_URID_Map *map, const LilvNode *node) {
  struct world *known = CALLED_BY_LILV() ? NULL : worldFor(world);
  if (known) loadPending(known);
  return lilv()->lilv_state_new_from_world(world, map, node);
}

int lilv_state_delete(LilvWorld *world, const LilvState *state) {
  if (!CALLED_BY_LILV()) leaveToLilv(world, "a state is deleted");
  return lilv()->lilv_state_delete(world, state);
}
