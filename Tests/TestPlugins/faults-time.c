#define _GNU_SOURCE 1
#include "plugin.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void runAllocates(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  // Volatile, as the compiler may leave out a pair of malloc and free.
  void *volatile memory = malloc(64);
  free(memory);
}

/// Allocates in run, which a check for real-time safety has to notice.
const LV2_Descriptor allocates = PLUGIN("allocates", instantiatePlain, runAllocates);

static void runLocks(LV2_Handle handle, uint32_t frames) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  passStereo(handle, frames);
  pthread_mutex_unlock(&mutex);
}

/// Takes a lock in run, which a check for real-time safety has to notice.
const LV2_Descriptor locks = PLUGIN("locks", instantiatePlain, runLocks);

static void runSlow(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  sleepMicroseconds(control(handle, 4));
}

/// Takes a known time for each run: load, missed deadlines and time limits.
const LV2_Descriptor slow = PLUGIN("slow", instantiatePlain, runSlow);

static double threadMicroseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void runBurns(LV2_Handle handle, uint32_t frames) {
  double end = threadMicroseconds() + control(handle, 4);
  passStereo(handle, frames);
  while (threadMicroseconds() < end) continue;
}

/// Takes a known time of the processor for each run: what a block costs.
const LV2_Descriptor burns = PLUGIN("burns", instantiatePlain, runBurns);
