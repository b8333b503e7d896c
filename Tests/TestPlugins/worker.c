#include "plugin.h"

#include <string.h>

#include <lv2/core/lv2_util.h>
#include <lv2/worker/worker.h>

enum { answered = 2, late, ends, wrong, refused };

typedef struct {
  Instance base;
  const LV2_Worker_Schedule *schedule;
  uint32_t answered, late, ends, wrong, refused;
  uint32_t last;  ///< The counter of the last answer.
} Worker;

static LV2_Handle instantiateWorker(INSTANTIATE_PARAMETERS) {
  const LV2_Worker_Schedule *schedule = lv2_features_data(features, LV2_WORKER__schedule);
  Worker *worker = schedule ? newInstance(sizeof *worker, rate) : NULL;
  if (worker) worker->schedule = schedule;
  return worker;
}

static void runWorker(LV2_Handle handle, uint32_t frames) {
  Worker *worker = handle;
  passMono(handle, frames);
  // The run was counted first: a host may answer at once, inside schedule_work.
  uint32_t counter = worker->base.runs;
  if (worker->schedule->schedule_work(worker->schedule->handle, sizeof counter, &counter)) worker->refused++;
  report(handle, answered, worker->answered);
  report(handle, late, worker->late);
  report(handle, ends, worker->ends);
  report(handle, wrong, worker->wrong);
  report(handle, refused, worker->refused);
}

static LV2_Worker_Status work(
    UNUSED LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle responder, uint32_t size,
    const void *data) {
  uint32_t counter;
  if (size != sizeof counter) return LV2_WORKER_ERR_UNKNOWN;
  memcpy(&counter, data, size);
  counter *= 2;
  return respond(responder, sizeof counter, &counter);
}

static LV2_Worker_Status workSlowly(
    LV2_Handle handle, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle responder, uint32_t size,
    const void *data) {
  sleepMicroseconds(5000);
  return work(handle, respond, responder, size, data);
}

static LV2_Worker_Status takeResponse(LV2_Handle handle, uint32_t size, const void *body) {
  Worker *worker = handle;
  uint32_t doubled = 0;
  if (size == sizeof doubled) memcpy(&doubled, body, size);
  uint32_t counter = doubled / 2;
  // The answers come in the order of the runs that asked; runs that were refused have none.
  if (doubled % 2 || counter <= worker->last || counter > worker->base.runs) worker->wrong++;
  worker->answered++;
  worker->last = counter;
  worker->late = worker->base.runs - counter;
  return LV2_WORKER_SUCCESS;
}

static LV2_Worker_Status endRun(LV2_Handle handle) {
  ((Worker *)handle)->ends++;
  return LV2_WORKER_SUCCESS;
}

EXTENSION(workerExtension, LV2_Worker_Interface, LV2_WORKER__interface, work, takeResponse, endRun)

EXTENSION(slowExtension, LV2_Worker_Interface, LV2_WORKER__interface, workSlowly, takeResponse, endRun)

/// Each run asks for work, and reports how many answers came, how many runs late the last one was,
/// and how often end_run was called.
const LV2_Descriptor worker = {
    TEST_URI("worker"), instantiateWorker, connectPort, NULL, runWorker, NULL, freeInstance, workerExtension};

/// The same with work of 5 ms: a queue that fills, or a render that waits.
const LV2_Descriptor workerSlow = {
    TEST_URI("worker-slow"), instantiateWorker, connectPort, NULL, runWorker, NULL, freeInstance, slowExtension};
