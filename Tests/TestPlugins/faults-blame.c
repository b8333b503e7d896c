#define _GNU_SOURCE 1
#include "plugin.h"

#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void runUnderrun(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  int32_t before = (int32_t)control(handle, 4);
  audio(handle, 2)[-before] = audio(handle, 3)[-before] = 1;
}

/// Writes one frame `before` the start of each output: a host notices, and names the plugin.
const LV2_Descriptor underrun = PLUGIN("underrun", instantiatePlain, runUnderrun);

static void runLatencyLie(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  report(handle, 5, control(handle, 4));
}

/// Reports a latency that it does not have: a host that believes anything drops the whole sound.
const LV2_Descriptor latencyLie = PLUGIN("latency-lie", instantiatePlain, runLatencyLie);

static LV2_Handle instantiateTraps(INSTANTIATE_PARAMETERS) {
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT);
  return newInstance(sizeof(Instance), rate);
}

static void runTraps(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT);
}

/// Leaves traps for floating-point exceptions behind: the next to divide a number is the host, or another plugin.
const LV2_Descriptor traps = PLUGIN("traps", instantiateTraps, runTraps);

static void runForks(LV2_Handle handle, uint32_t frames) {
  Instance *instance = handle;
  int kind = (int)control(handle, 4);
  // Once, after what the host takes at a time.
  bool isTime = instance->frames <= 4000 && instance->frames + frames > 4000;
  passStereo(handle, frames);
  if (!isTime) return;
  pid_t copy = fork();
  if (kind == 1 && copy == 0) {
    setsid();
    for (;;) pause();
  }
  if (kind == 2 && copy > 0) exit(0);
}

/// Forks while it renders. Kind 0: the copy goes on as the host; 1: it stays in a session of its own; 2: the copy goes on and the
/// original exits.
const LV2_Descriptor forksInRun = PLUGIN("forks-in-run", instantiatePlain, runForks);

static void runKilled(UNUSED LV2_Handle handle, UNUSED uint32_t frames) { raise(SIGKILL); }

/// Ends as by the system where memory runs out: the plugin's doing or not, a host can't know.
const LV2_Descriptor killed = PLUGIN("killed", instantiatePlain, runKilled);
