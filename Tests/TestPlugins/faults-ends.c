#define _GNU_SOURCE 1
#include "plugin.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// MARK: the ways to end or to stop

/// Volatile, so that the compiler can't see that the write fails, and leaves it in.
static int *volatile nowhere;

static void crash(void) { *nowhere = 1; }

static void hang(void) {
  for (;;) pause();
}

static void spin(void) {
  static volatile uint32_t count;
  for (;;) count = count + 1;
}

static void leave(void) { exit(0); }

static void interrupt(void) { raise(SIGTERM); }

static void stop(void) { raise(SIGSTOP); }

/// Takes all memory that there is, without touching it, and relies on more.
static void eat(void) {
  void *volatile memory;
  do memory = malloc(64 << 20);
  while (memory);
  *(volatile int *)memory = 1;
}

static void limit(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &none);
  setrlimit(RLIMIT_NOFILE, &none);
  setrlimit(RLIMIT_DATA, &none);
  // Only now is more needed, and a failure is no answer.
  crash();
}

// MARK: in instantiate

static LV2_Handle instantiateNull(INSTANTIATE_PARAMETERS) { return NULL; }

/// Refuses to be made, as a plugin does that lacks something.
const LV2_Descriptor nullInstantiate = PLUGIN("null-instantiate", instantiateNull, passStereo);

static LV2_Handle instantiateCrash(INSTANTIATE_PARAMETERS) {
  crash();
  return NULL;
}

/// Crashes before the host has an instance.
const LV2_Descriptor crashInstantiate = PLUGIN("crash-instantiate", instantiateCrash, passStereo);

static LV2_Handle instantiateHang(INSTANTIATE_PARAMETERS) {
  hang();
  return NULL;
}

/// Never returns from instantiate: a host needs a time limit there too.
const LV2_Descriptor hangInstantiate = PLUGIN("hang-instantiate", instantiateHang, passStereo);

// MARK: in run

/// Ends in the run that would process the frame `after`; the runs before it are whole.
static void runUntil(LV2_Handle handle, uint32_t frames, void (*end)(void)) {
  double after = control(handle, 4);
  if ((double)((Instance *)handle)->frames + frames > after) end();
  passStereo(handle, frames);
}

/// Crashes in the middle of a file: the host lives on and says which plugin it was.
PLUGIN_RUNNING(crashRun, "crash-run", instantiatePlain) { runUntil(handle, frames, crash); }

/// Aborts, as a failed assertion does.
PLUGIN_RUNNING(abortRun, "abort-run", instantiatePlain) { runUntil(handle, frames, abort); }

/// Ends the process with status 0: a host that trusts exit statuses takes this for success.
PLUGIN_RUNNING(exitRun, "exit-run", instantiatePlain) { runUntil(handle, frames, leave); }

/// Sleeps for ever: no processor time passes, so a limit on that doesn't help.
PLUGIN_RUNNING(hangRun, "hang-run", instantiatePlain) { runUntil(handle, frames, hang); }

/// Computes for ever, and never calls the system.
PLUGIN_RUNNING(spinRun, "spin-run", instantiatePlain) { runUntil(handle, frames, spin); }

/// Stops its process, as a debugger or a shell does.
PLUGIN_RUNNING(stopRun, "stop-run", instantiatePlain) { runUntil(handle, frames, stop); }

/// Uses up all memory that its process may have.
PLUGIN_RUNNING(eatRun, "eat-run", instantiatePlain) { runUntil(handle, frames, eat); }

/// Leaves its process no resources, and crashes.
PLUGIN_RUNNING(limitRun, "limit-run", instantiatePlain) { runUntil(handle, frames, limit); }

/// Raises SIGTERM in every run: the host must not take it for a user's wish to end.
PLUGIN_RUNNING(signals, "signals", instantiatePlain) { runUntil(handle, frames, interrupt); }

// MARK: in cleanup

static void cleanupExit(UNUSED LV2_Handle handle) { _exit(0); }

/// Ends the process with status 0, without exit handlers, when all sound is made: nothing may be lost.
const LV2_Descriptor exitCleanup = {
    TEST_URI("exit-cleanup"), instantiatePlain, connectPort, NULL, passStereo, NULL, cleanupExit, NULL};

static void cleanupCrash(UNUSED LV2_Handle handle) { crash(); }

/// Crashes when all sound is made: the result is complete and must be kept.
const LV2_Descriptor crashCleanup = {
    TEST_URI("crash-cleanup"), instantiatePlain, connectPort, NULL, passStereo, NULL, cleanupCrash, NULL};
