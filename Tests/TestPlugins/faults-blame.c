#define _GNU_SOURCE 1
#include "plugin.h"

#include <fenv.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/// Writes one frame `before` the start of each output: a host notices, and names the plugin.
PLUGIN_RUNNING(underrun, "underrun", instantiatePlain) {
  passStereo(handle, frames);
  int32_t before = (int32_t)control(handle, 4);
  audio(handle, 2)[-before] = audio(handle, 3)[-before] = 1;
}

/// Reports a latency that it does not have: a host that believes anything drops the whole sound.
PLUGIN_RUNNING(latencyLie, "latency-lie", instantiatePlain) {
  passStereo(handle, frames);
  report(handle, 5, control(handle, 4));
}

static LV2_Handle instantiateTraps(INSTANTIATE_PARAMETERS) {
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT);
  return newInstance(sizeof(Instance), rate);
}

/// Leaves traps for floating-point exceptions behind: the next to divide a number is the host, or another plugin.
PLUGIN_RUNNING(traps, "traps", instantiateTraps) {
  passStereo(handle, frames);
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT);
}

/// Forks while it renders. Kind 0: the copy goes on as the host; 1: it stays in a session of its own; 2: the copy goes on and the
/// original exits.
PLUGIN_RUNNING(forksInRun, "forks-in-run", instantiatePlain) {
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

/// Ends as by the system where memory runs out: the plugin's doing or not, a host can't know.
PLUGIN_RUNNING(killed, "killed", instantiatePlain) { raise(SIGKILL); }
