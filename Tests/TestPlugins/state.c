#define _GNU_SOURCE 1
#include "plugin.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include <lv2/core/lv2_util.h>
#include <lv2/state/state.h>

enum { seedInput = 2, restoredOutput, matchedOutput };

/// The properties that are saved, in the order of the bits of `matched`.
typedef enum { integer, number, text, chunk, block, path, propertyCount } Property;

typedef struct {
  const char *key, *type;
  uint32_t flags;
} PropertyKind;

static const PropertyKind kinds[propertyCount] = {
    [integer] = {TEST_URI("state#integer"), LV2_ATOM__Int, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE},
    [number] = {TEST_URI("state#number"), LV2_ATOM__Float, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE},
    [text] = {TEST_URI("state#text"), LV2_ATOM__String, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE},
    [chunk] = {TEST_URI("state#chunk"), LV2_ATOM__Chunk, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE},
    // A type of the plugin's own: the host can only keep its bytes.
    [block] = {TEST_URI("state#block"), TEST_URI("state#Block"), LV2_STATE_IS_POD},
    [path] = {TEST_URI("state#path"), LV2_ATOM__Path, LV2_STATE_IS_POD},
};

typedef struct {
  uint8_t bytes[64];
  size_t size;
} Value;

typedef struct {
  Instance base;
  LV2_URID keys[propertyCount], types[propertyCount];
  _Atomic int32_t seed;  ///< Written by run; save may read it at the same time.
  Value restored[propertyCount];
} State;

static Value valueOf(const void *bytes, size_t size) {
  Value value = {.size = size};
  memcpy(value.bytes, bytes, size);
  return value;
}

/// A text that its writer has to escape, with a letter of its seed.
static Value textValue(int32_t seed) {
  char letters[] = "? Smörgåsbord \"音\" \\ \n\t.";
  letters[0] = (char)('A' + (uint32_t)seed % 26);
  return valueOf(letters, sizeof letters);
}

/// What a plugin of this seed saves. A path stands for its file's content.
static Value expected(Property property, int32_t seed) {
  uint32_t mixed = (uint32_t)seed * 2654435761u;
  // A little above 1: a decimal with fewer than nine digits loses it.
  uint32_t numberBits = 0x3F800001u + (mixed >> 16);
  uint8_t bytes[5] = {(uint8_t)mixed, 0, 255, '\n', (uint8_t)seed};
  uint32_t words[4] = {0, (uint32_t)seed, 0, 0x00FF0000u};
  switch (property) {
  case integer: return valueOf(&mixed, sizeof mixed);
  case number: return valueOf(&numberBits, sizeof numberBits);
  case chunk: return valueOf(bytes, sizeof bytes);
  case block: return valueOf(words, sizeof words);
  default: return textValue(seed);
  }
}

INSTANTIATE_MAPPED(instantiateState, State) {
  instance->seed = 1;
  for (int i = 0; i < propertyCount; i++) {
    instance->keys[i] = urid(map, kinds[i].key);
    instance->types[i] = urid(map, kinds[i].type);
  }
}

static bool writeFile(const char *path, Value content) {
  FILE *file = fopen(path, "wb");
  if (!file) return false;
  bool isWritten = fwrite(content.bytes, 1, content.size, file) == content.size;
  return fclose(file) == 0 && isWritten;
}

static Value readFile(const char *path) {
  Value content = {.size = 0};
  FILE *file = fopen(path, "rb");
  if (!file) return content;
  content.size = fread(content.bytes, 1, sizeof content.bytes, file);
  fclose(file);
  return content;
}

/// Writes a file at a place that the host gives, and stores the host's name for it. The host has to make the folder.
static void savePath(
    const State *state, int32_t seed, LV2_State_Store_Function store, LV2_State_Handle handle,
    const LV2_Feature *const *features) {
  const LV2_State_Make_Path *make = lv2_features_data(features, LV2_STATE__makePath);
  const LV2_State_Map_Path *map = lv2_features_data(features, LV2_STATE__mapPath);
  char *absolute = make && map ? make->path(make->handle, "folder/saved by state.bin") : NULL;
  if (!absolute) return;
  char *abstract = writeFile(absolute, expected(path, seed)) ? map->abstract_path(map->handle, absolute) : NULL;
  if (abstract) {
    store(handle, state->keys[path], abstract, strlen(abstract) + 1, state->types[path], kinds[path].flags);
    freePath(features, abstract);
  }
  freePath(features, absolute);
}

/// Always succeeds: what the host couldn't store is missing from `matched` after restore, and says which it was.
SAVES(save) {
  State *state = handle;
  int32_t seed = state->seed;
  for (Property i = 0; i < path; i++) {
    Value value = expected(i, seed);
    store(data, state->keys[i], value.bytes, value.size, state->types[i], kinds[i].flags);
  }
  savePath(state, seed, store, data, features);
  return LV2_STATE_SUCCESS;
}

static Value contentBehind(const char *abstract, const LV2_Feature *const *features) {
  const LV2_State_Map_Path *map = lv2_features_data(features, LV2_STATE__mapPath);
  char *absolute = map ? map->absolute_path(map->handle, abstract) : NULL;
  if (!absolute) return (Value){.size = 0};
  Value content = readFile(absolute);
  freePath(features, absolute);
  return content;
}

/// Keeps what the host gives, and forgets what it doesn't: an empty state resets the plugin.
RESTORES(restore) {
  State *state = handle;
  for (Property i = 0; i < propertyCount; i++) {
    size_t size = 0;
    uint32_t type = 0, valueFlags = 0;
    const void *body = retrieve(data, state->keys[i], &size, &type, &valueFlags);
    bool isUsable = body && type == state->types[i] && (i == path || size <= sizeof state->restored[i].bytes);
    if (!isUsable) state->restored[i] = (Value){.size = 0};
    else if (i == path) state->restored[i] = contentBehind(body, features);
    else state->restored[i] = valueOf(body, size);
  }
  return LV2_STATE_SUCCESS;
}

static bool isSame(const Value *left, const Value *right) {
  return left->size == right->size && !memcmp(left->bytes, right->bytes, left->size);
}

static void runState(LV2_Handle handle, uint32_t frames) {
  State *state = handle;
  passMono(handle, frames);
  int32_t seed = (int32_t)control(handle, seedInput);
  state->seed = seed;
  uint32_t count = 0, matched = 0;
  for (Property i = 0; i < propertyCount; i++) {
    Value value = expected(i, seed);
    if (!isSame(&value, &state->restored[i])) continue;
    count++;
    matched |= 1u << i;
  }
  report(handle, restoredOutput, count);
  report(handle, matchedOutput, matched);
}

STATE_EXTENSION(stateExtension, save, restore)

/// Saves values of every kind that follow from `seed`, as the last run saw it, and reports how many of those that were
/// restored are what it would save now, bit by bit: nothing may be lost in a file of state.
const LV2_Descriptor state = {
    TEST_URI("state"), instantiateState, connectPort, NULL, runState, NULL, freeInstance, stateExtension};
