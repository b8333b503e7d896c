#define _GNU_SOURCE 1
#include "plugin.h"

#include <stdio.h>
#include <string.h>

#include <lv2/core/lv2_util.h>
#include <lv2/state/state.h>

/// What save and restore are given.
typedef struct {
  const LV2_URID_Map *map;
  LV2_State_Store_Function store;
  LV2_State_Retrieve_Function retrieve;
  LV2_State_Handle handle;
} Host;

static LV2_State_Status storeValue(
    const Host *host, const char *key, const char *type, const void *data, size_t size, uint32_t flags) {
  return host->store(host->handle, urid(host->map, key), data, size, urid(host->map, type), flags);
}

/// Copies a property that has the wanted type and fits, and returns its size; 0 leaves the data as it was.
static size_t retrieveValue(const Host *host, const char *key, const char *wantedType, void *data, size_t room) {
  size_t size = 0;
  uint32_t type = 0, flags = 0;
  const void *value = host->retrieve(host->handle, urid(host->map, key), &size, &type, &flags);
  if (!value || type != urid(host->map, wantedType) || size > room) return 0;
  memcpy(data, value, size);
  return size;
}

// MARK: load-default

#define DEFAULT_GAIN TEST_URI("load-default#gain")

typedef struct {
  Instance base;
  const LV2_URID_Map *map;
  float gain;
} LoadDefault;

static LV2_Handle instantiateLoadDefault(INSTANTIATE_PARAMETERS) {
  const LV2_URID_Map *map = uridMap(features);
  bool isSupported = map && hasFeature(features, LV2_STATE__loadDefaultState);
  LoadDefault *instance = isSupported ? newInstance(sizeof *instance, rate) : NULL;
  if (!instance) return NULL;
  instance->map = map;
  instance->gain = 1;
  return instance;
}

SAVES(saveGain) {
  LoadDefault *instance = handle;
  Host host = {.map = instance->map, .store = store, .handle = data};
  return storeValue(
      &host, DEFAULT_GAIN, LV2_ATOM__Float, &instance->gain, sizeof(float), LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

RESTORES(restoreGain) {
  LoadDefault *instance = handle;
  Host host = {.map = instance->map, .retrieve = retrieve, .handle = data};
  instance->gain = 1;
  retrieveValue(&host, DEFAULT_GAIN, LV2_ATOM__Float, &instance->gain, sizeof(float));
  return LV2_STATE_SUCCESS;
}

static void runLoadDefault(LV2_Handle handle, uint32_t frames) {
  float gain = ((LoadDefault *)handle)->gain;
  for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] = audio(handle, 0)[i] * gain;
  report(handle, 2, gain);
}

STATE_EXTENSION(gainExtension, saveGain, restoreGain)

/// Silently wrong without its default state, which is in the Turtle: the gain is 0.25 with it and 1 without.
const LV2_Descriptor loadDefault = {
    TEST_URI("load-default"), instantiateLoadDefault, connectPort, NULL, runLoadDefault, NULL, freeInstance,
    gainExtension};

// MARK: preset-state

#define PRESET_INTEGER TEST_URI("preset-state#integer")
#define PRESET_NUMBER TEST_URI("preset-state#number")
#define PRESET_TEXT TEST_URI("preset-state#text")
#define PRESET_PATH TEST_URI("preset-state#path")

enum { gainInput = 2, integerOutput, numberOutput, textOutput, fileOutput };

typedef struct {
  Instance base;
  const LV2_URID_Map *map;
  int32_t integer;
  float number;
  char text[256], path[4096];
  bool isFileRead;
} PresetState;

INSTANTIATE_MAPPED(instantiatePresetState, PresetState) {
  instance->map = map;
}

static LV2_State_Status savePath(const PresetState *instance, const Host *host, const LV2_Feature *const *features) {
  if (!instance->path[0]) return LV2_STATE_SUCCESS;
  const LV2_State_Map_Path *map = lv2_features_data(features, LV2_STATE__mapPath);
  char *abstract = map ? map->abstract_path(map->handle, instance->path) : NULL;
  if (!abstract) return LV2_STATE_ERR_NO_FEATURE;
  LV2_State_Status status =
      storeValue(host, PRESET_PATH, LV2_ATOM__Path, abstract, strlen(abstract) + 1, LV2_STATE_IS_POD);
  freePath(features, abstract);
  return status;
}

SAVES(savePresetState) {
  const PresetState *instance = handle;
  Host host = {.map = instance->map, .store = store, .handle = data};
  const uint32_t portable = LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE;
  storeValue(&host, PRESET_INTEGER, LV2_ATOM__Int, &instance->integer, sizeof instance->integer, portable);
  storeValue(&host, PRESET_NUMBER, LV2_ATOM__Float, &instance->number, sizeof instance->number, portable);
  storeValue(&host, PRESET_TEXT, LV2_ATOM__String, instance->text, strlen(instance->text) + 1, portable);
  return savePath(instance, &host, features);
}

/// Whether the file at the restored path is preset.txt of the bundle.
static bool readsPresetFile(const char *path) {
  char content[64] = {0};
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  bool isRead = fread(content, 1, sizeof content - 1, file) > 0;
  fclose(file);
  return isRead && !strcmp(content, "The file of a preset.\n");
}

static void restorePath(PresetState *instance, const Host *host, const LV2_Feature *const *features) {
  const LV2_State_Map_Path *map = lv2_features_data(features, LV2_STATE__mapPath);
  char abstract[sizeof instance->path] = {0};
  instance->path[0] = 0;
  if (!map || !retrieveValue(host, PRESET_PATH, LV2_ATOM__Path, abstract, sizeof abstract - 1)) return;
  char *absolute = map->absolute_path(map->handle, abstract);
  if (!absolute) return;
  snprintf(instance->path, sizeof instance->path, "%s", absolute);
  freePath(features, absolute);
}

RESTORES(restorePresetState) {
  PresetState *instance = handle;
  Host host = {.map = instance->map, .retrieve = retrieve, .handle = data};
  instance->integer = 0;
  instance->number = 0;
  memset(instance->text, 0, sizeof instance->text);
  retrieveValue(&host, PRESET_INTEGER, LV2_ATOM__Int, &instance->integer, sizeof instance->integer);
  retrieveValue(&host, PRESET_NUMBER, LV2_ATOM__Float, &instance->number, sizeof instance->number);
  retrieveValue(&host, PRESET_TEXT, LV2_ATOM__String, instance->text, sizeof instance->text - 1);
  restorePath(instance, &host, features);
  instance->isFileRead = readsPresetFile(instance->path);
  // A file of this name has to be there; any other may be missing.
  return strstr(instance->path, "needed") && !instance->isFileRead ? LV2_STATE_ERR_UNKNOWN : LV2_STATE_SUCCESS;
}

static void runPresetState(LV2_Handle handle, uint32_t frames) {
  const PresetState *instance = handle;
  float gain = control(handle, gainInput);
  for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] = audio(handle, 0)[i] * gain;
  report(handle, integerOutput, instance->integer);
  report(handle, numberOutput, instance->number);
  report(handle, textOutput, (double)strlen(instance->text));
  report(handle, fileOutput, instance->isFileRead);
}

STATE_EXTENSION(presetStateExtension, savePresetState, restorePresetState)

/// Presets that hold state beside values of ports, with a path to a file in the bundle.
const LV2_Descriptor presetState = {
    TEST_URI("preset-state"), instantiatePresetState, connectPort, NULL, runPresetState, NULL, freeInstance,
    presetStateExtension};
