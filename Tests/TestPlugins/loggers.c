#include "plugin.h"

#include <string.h>

#include <lv2/core/lv2_util.h>
#include <lv2/log/log.h>

typedef struct {
  Instance base;
  const LV2_Log_Log *log;
  LV2_URID trace;
} Tracer;

static LV2_Handle instantiateTracer(INSTANTIATE_PARAMETERS) {
  const LV2_URID_Map *map = uridMap(features);
  const LV2_Log_Log *log = lv2_features_data(features, LV2_LOG__log);
  Tracer *tracer = map && log ? newInstance(sizeof *tracer, rate) : NULL;
  if (!tracer) return NULL;
  tracer->log = log;
  tracer->trace = urid(map, LV2_LOG__Trace);
  return tracer;
}

/// Traces `times` times in every run: the one kind of message that a plugin may log there.
PLUGIN_RUNNING(tracer, "tracer", instantiateTracer) {
  Tracer *tracer = handle;
  passStereo(handle, frames);
  int times = (int)control(handle, 4);
  for (int i = 0; i < times; i++) {
    tracer->log->printf(
        tracer->log->handle, tracer->trace, "run %u: %s has %5.2f%% of %ld\n", tracer->base.runs, "Grüße", 12.345,
        (long)frames);
  }
}

static LV2_Handle instantiateTalker(INSTANTIATE_PARAMETERS) {
  const LV2_URID_Map *map = uridMap(features);
  const LV2_Log_Log *log = lv2_features_data(features, LV2_LOG__log);
  if (!map || !log) return NULL;
  char text[1501] = {0};
  for (int i = 0; i < 500; i++) memcpy(text + 3 * i, "音", 3);
  for (int i = 0; i < 60; i++) {
    log->printf(log->handle, urid(map, i % 2 ? LV2_LOG__Error : LV2_LOG__Note), "%d %s\n", i, text);
  }
  return newInstance(sizeof(Instance), rate);
}

/// Logs 90,000 bytes of errors and notes, and works.
const LV2_Descriptor talker = PLUGIN("talker", instantiateTalker, passStereo);
