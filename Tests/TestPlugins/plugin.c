#define _GNU_SOURCE 1
#include "plugin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void *newInstance(size_t size, double rate) {
  Instance *instance = calloc(1, size);
  if (instance) instance->rate = rate;
  return instance;
}

LV2_Handle instantiatePlain(INSTANTIATE_PARAMETERS) { return newInstance(sizeof(Instance), rate); }

void connectPort(LV2_Handle handle, uint32_t index, void *data) {
  if (index < maximumPorts) ((Instance *)handle)->ports[index] = data;
}

void freeInstance(LV2_Handle handle) { free(handle); }

LV2_Handle newThreaded(double rate, void *(*work)(void *handle)) {
  Threaded *threaded = newInstance(sizeof *threaded, rate);
  if (!threaded || !pthread_create(&threaded->thread, NULL, work, threaded)) return threaded;
  freeInstance(threaded);
  return NULL;
}

void cleanupThreaded(LV2_Handle handle) {
  Threaded *threaded = handle;
  threaded->isEnding = true;
  pthread_join(threaded->thread, NULL);
  freeInstance(handle);
}

float *audio(LV2_Handle handle, uint32_t index) { return ((Instance *)handle)->ports[index]; }

float control(LV2_Handle handle, uint32_t index) { return *audio(handle, index); }

void report(LV2_Handle handle, uint32_t index, double value) { *audio(handle, index) = (float)value; }

/// Both ports may have the same buffer.
static void copyPort(LV2_Handle handle, uint32_t from, uint32_t to, uint32_t frames) {
  memmove(audio(handle, to), audio(handle, from), frames * sizeof(float));
}

static void countRun(Instance *instance, uint32_t frames) {
  instance->frames += frames;
  instance->runs++;
}

void passMono(LV2_Handle handle, uint32_t frames) {
  copyPort(handle, 0, 1, frames);
  countRun(handle, frames);
}

void passStereo(LV2_Handle handle, uint32_t frames) {
  copyPort(handle, 0, 2, frames);
  copyPort(handle, 1, 3, frames);
  countRun(handle, frames);
}

/// lv2_features_data of the LV2 headers can't tell a missing feature from one without data.
static const LV2_Feature *feature(const LV2_Feature *const *features, const char *uri) {
  for (; features && *features; features++) {
    if (!strcmp((*features)->URI, uri)) return *features;
  }
  return NULL;
}

bool hasFeature(const LV2_Feature *const *features, const char *uri) { return feature(features, uri) != NULL; }

LV2_URID_Map *uridMap(const LV2_Feature *const *features) {
  const LV2_Feature *found = feature(features, LV2_URID__map);
  return found ? found->data : NULL;
}

LV2_URID urid(const LV2_URID_Map *map, const char *uri) { return map->map(map->handle, uri); }

void freePath(const LV2_Feature *const *features, char *path) {
  const LV2_Feature *found = feature(features, LV2_STATE__freePath);
  const LV2_State_Free_Path *host = found ? found->data : NULL;
  if (host) host->free_path(host->handle, path);
  else free(path);
}

uint32_t beginSequence(LV2_Atom_Sequence *sequence, LV2_URID type) {
  // Before run the host writes the room behind the atom's header into its size.
  uint32_t capacity = sequence->atom.size;
  sequence->atom = (LV2_Atom){sizeof(LV2_Atom_Sequence_Body), type};
  sequence->body = (LV2_Atom_Sequence_Body){0, 0};
  // The helpers of LV2 subtract the size from the capacity, which must not pass below zero.
  return capacity < sequence->atom.size ? sequence->atom.size : capacity;
}

void sleepMicroseconds(double microseconds) {
  time_t seconds = (time_t)(microseconds / 1e6);
  struct timespec duration = {seconds, (long)((microseconds - (double)seconds * 1e6) * 1e3)};
  nanosleep(&duration, NULL);
}
