// The plugins of grove.lv2, which renders load: each hands its input on at half the level. No header of LV2 is needed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  const char *uri;
  void *(*instantiate)(const void *descriptor, double rate, const char *bundle, const void *const *features);
  void (*connect)(void *instance, uint32_t port, void *data);
  void (*activate)(void *instance);
  void (*run)(void *instance, uint32_t frames);
  void (*deactivate)(void *instance);
  void (*cleanup)(void *instance);
  const void *(*extension)(const char *uri);
} Descriptor;

typedef struct { float *in, *out; } Plugin;

static void *instantiate(const void *descriptor, double rate, const char *bundle, const void *const *features) {
  return calloc(1, sizeof(Plugin));
}

static void connectPort(void *instance, uint32_t port, void *data) {
  if (port == 0) ((Plugin *)instance)->in = data;
  if (port == 1) ((Plugin *)instance)->out = data;
}

static void run(void *instance, uint32_t frames) {
  Plugin *plugin = instance;
  for (uint32_t i = 0; i < frames; i++) plugin->out[i] = plugin->in[i] / 2;
}

const Descriptor *lv2_descriptor(uint32_t index) {
  static char uris[4][32];
  static Descriptor descriptors[4];
  if (index >= 4) return NULL;
  snprintf(uris[index], sizeof uris[index], "urn:faults:grove:%u", index);
  descriptors[index] = (Descriptor){uris[index], instantiate, connectPort, NULL, run, NULL, free, NULL};
  return &descriptors[index];
}
