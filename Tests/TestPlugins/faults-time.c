#include "plugin.h"

#include <pthread.h>
#include <stdlib.h>

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
