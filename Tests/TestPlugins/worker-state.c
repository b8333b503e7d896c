#include "plugin.h"

#include <lv2/core/lv2_util.h>
#include <lv2/worker/worker.h>

#define GAIN TEST_URI("worker-state#gain")

enum { gainOutput = 2, activationsOutput };

typedef struct {
  Instance base;
  const LV2_Worker_Schedule *schedule;
  LV2_URID key, floatType;
  float gain;
  uint32_t activations, ends;
} WorkerState;

INSTANTIATE_MAPPED(mapWorkerState, WorkerState) {
  instance->key = urid(map, GAIN);
  instance->floatType = urid(map, LV2_ATOM__Float);
}

static LV2_Handle instantiateWorkerState(INSTANTIATE_PARAMETERS) {
  const LV2_Worker_Schedule *schedule = lv2_features_data(features, LV2_WORKER__schedule);
  WorkerState *instance = schedule ? mapWorkerState(descriptor, rate, bundle, features) : NULL;
  if (instance) instance->schedule = schedule;
  return instance;
}

static LV2_Worker_Status ask(WorkerState *instance, float gain) {
  return instance->schedule->schedule_work(instance->schedule->handle, sizeof gain, &gain);
}

/// Asks for an activation, which is no gain.
static void activateWorkerState(LV2_Handle handle) { ask(handle, -1); }

static LV2_Worker_Status passOn(
    UNUSED LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle responder, uint32_t size,
    const void *data) {
  return respond(responder, size, data);
}

/// A gain comes with the second answer: the first one asks again.
static LV2_Worker_Status takeGain(LV2_Handle handle, uint32_t size, const void *body) {
  WorkerState *instance = handle;
  float gain = 0;
  if (size == sizeof gain) memcpy(&gain, body, size);
  if (gain < 0) instance->activations++;
  else if (gain >= 10) return ask(instance, gain - 10);
  else instance->gain = gain;
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status endWorkerState(LV2_Handle handle) {
  ((WorkerState *)handle)->ends++;
  return LV2_WORKER_SUCCESS;
}

SAVES(saveWorkerState) {
  WorkerState *instance = handle;
  return store(
      data, instance->key, &instance->gain, sizeof(float), instance->floatType,
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

RESTORES(restoreWorkerState) {
  WorkerState *instance = handle;
  size_t size = 0;
  uint32_t type = 0, valueFlags = 0;
  const float *gain = retrieve(data, instance->key, &size, &type, &valueFlags);
  if (!gain || type != instance->floatType || size != sizeof *gain) return LV2_STATE_ERR_NO_PROPERTY;
  return ask(instance, *gain + 10) ? LV2_STATE_ERR_UNKNOWN : LV2_STATE_SUCCESS;
}

static void runWorkerState(LV2_Handle handle, uint32_t frames) {
  WorkerState *instance = handle;
  // No run is over before the first one, whatever came from the worker.
  float gain = instance->ends == instance->base.runs ? instance->gain : -1;
  passMono(handle, frames);
  for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] *= gain;
  report(handle, gainOutput, gain);
  report(handle, activationsOutput, instance->activations);
}

static const void *workerStateExtension(const char *uri) {
  static const LV2_State_Interface state = {saveWorkerState, restoreWorkerState};
  static const LV2_Worker_Interface worker = {passOn, takeGain, endWorkerState};
  if (!strcmp(uri, LV2_STATE__interface)) return &state;
  return strcmp(uri, LV2_WORKER__interface) ? NULL : &worker;
}

/// Multiplies by the gain of its state, which arrives in two steps through the worker; by 0 before that, and by -1 if
/// end_run was not called once for each run. Also says how often the worker has answered its activation.
const LV2_Descriptor workerState = {
    TEST_URI("worker-state"), instantiateWorkerState, connectPort, activateWorkerState, runWorkerState, NULL,
    freeInstance, workerStateExtension};
