#include "plugin.h"

#include <stdarg.h>

#include <lv2/core/lv2_util.h>
#include <lv2/log/log.h>

enum { longLength = 3000 };

typedef struct {
  Instance base;
  int characters;
} Logger;

LV2_LOG_FUNC(3, 4)
static int logByList(const LV2_Log_Log *log, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int count = log->vprintf(log->handle, type, format, arguments);
  va_end(arguments);
  return count;
}

/// Digits in turn, so that a text that was cut shows where.
static int logLongText(const LV2_Log_Log *log, LV2_URID type) {
  char text[longLength + 1] = {0};
  for (int i = 0; i < longLength; i++) text[i] = (char)('0' + i % 10);
  return logByList(log, type, "%s", text);
}

static LV2_Handle instantiateLogger(INSTANTIATE_PARAMETERS) {
  Logger *logger = newInstance(sizeof *logger, rate);
  const LV2_Log_Log *log = lv2_features_data(features, LV2_LOG__log);
  const LV2_URID_Map *map = uridMap(features);
  if (!logger || !log || !map) return logger;
  log->printf(log->handle, urid(map, LV2_LOG__Error), "error %s %d\n", "text", -1);
  logByList(log, urid(map, LV2_LOG__Warning), "warning %s %d\n", "text", 2);
  log->printf(log->handle, urid(map, LV2_LOG__Note), "note without a newline");
  logger->characters = logLongText(log, urid(map, LV2_LOG__Trace));
  return logger;
}

/// Logs an error, a warning, a note and a long trace; `characters` is what the host returned for the long one.
PLUGIN_RUNNING(logger, "logger", instantiateLogger) {
  passMono(handle, frames);
  report(handle, 2, ((Logger *)handle)->characters);
}
