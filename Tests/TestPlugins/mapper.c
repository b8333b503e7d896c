#include "plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lv2/core/lv2_util.h>

enum { uriCount = 20000 };

typedef struct {
  Instance base;
  const LV2_URID_Map *map;
  bool isRight;
  LV2_URID ids[uriCount];
} Mapper;

typedef struct {
  char text[48];
} URI;

static URI uriAt(int index) {
  URI uri;
  snprintf(uri.text, sizeof uri.text, TEST_URI("mapper#%d"), index);
  return uri;
}

/// Ids that give back their own text are different from each other too.
static bool isRight(const Mapper *mapper, const LV2_URID_Unmap *unmap) {
  for (int i = 0; i < uriCount; i++) {
    URI uri = uriAt(i);
    const char *text = unmap->unmap(unmap->handle, mapper->ids[i]);
    if (mapper->ids[i] == 0 || urid(mapper->map, uri.text) != mapper->ids[i]) return false;
    if (!text || strcmp(text, uri.text)) return false;
  }
  return true;
}

static LV2_Handle instantiateMapper(INSTANTIATE_PARAMETERS) {
  const LV2_URID_Unmap *unmap = lv2_features_data(features, LV2_URID__unmap);
  Mapper *mapper = uridMap(features) && unmap ? newInstance(sizeof *mapper, rate) : NULL;
  if (!mapper) return NULL;
  mapper->map = uridMap(features);
  for (int i = 0; i < uriCount; i++) mapper->ids[i] = urid(mapper->map, uriAt(i).text);
  mapper->isRight = isRight(mapper, unmap);
  return mapper;
}

/// Twenty thousand URIs: the map grows, keeps the texts it was given, and is still there in run.
PLUGIN_RUNNING(mapper, "mapper", instantiateMapper) {
  Mapper *mapper = handle;
  passMono(handle, frames);
  for (int i = 0; i < uriCount; i += uriCount / 10) {
    if (urid(mapper->map, uriAt(i).text) != mapper->ids[i]) mapper->isRight = false;
  }
  report(handle, 2, mapper->isRight);
}
