#define _GNU_SOURCE 1
#include "plugin.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void runAllocates(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  // Volatile, as the compiler may leave out a pair of malloc and free.
  void *volatile memory = malloc(64);
  free(memory);
}

/// Allocates in run, which a check for real-time safety has to notice.
const LV2_Descriptor allocates = PLUGIN("allocates", instantiatePlain, runAllocates);

/// Does so in its first run only.
PLUGIN_RUNNING(allocatesOnce, "allocates-once", instantiatePlain) {
  if (((Instance *)handle)->runs == 0) {
    void *volatile memory = malloc(64);
    free(memory);
  }
  passStereo(handle, frames);
}

/// Does so although it claims that it never waits.
const LV2_Descriptor claimsRealTime = PLUGIN("claims-real-time", instantiatePlain, runAllocates);

static void *allocate(UNUSED void *value) {
  free(malloc(64));
  return NULL;
}

static void *keepAllocating(void *handle) {
  while (!((Threaded *)handle)->isEnding) {
    allocate(NULL);
    sleepMicroseconds(100);
  }
  return NULL;
}

static LV2_Handle instantiateBusy(INSTANTIATE_PARAMETERS) { return newThreaded(rate, keepAllocating); }

static void runBusy(LV2_Handle handle, uint32_t frames) {
  passStereo(handle, frames);
  free(NULL);
}

/// Claims the same, rightly: only another thread of its own allocates, and to free nothing is no call of the system.
const LV2_Descriptor busyThread = {
    TEST_URI("busy-thread"), instantiateBusy, connectPort, NULL, runBusy, NULL, cleanupThreaded, NULL};

static LV2_Handle instantiateUnwritable(INSTANTIATE_PARAMETERS) {
  struct sock_filter words[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROT_READ | PROT_WRITE, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof words / sizeof *words, words};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
  return newInstance(sizeof(Instance), rate);
}

/// Allocates in run, after it has made sure that nobody can write to the tables of libraries.
const LV2_Descriptor unwritable = PLUGIN("unwritable", instantiateUnwritable, runAllocates);

static void *keepLoading(void *handle) {
  // A part of glibc that hardly any program uses, so that it is loaded and unloaded each time.
  while (!((Threaded *)handle)->isEnding) {
    void *library = dlopen("libBrokenLocale.so.1", RTLD_NOW);
    if (library) dlclose(library);
  }
  return NULL;
}

static LV2_Handle instantiateLoads(INSTANTIATE_PARAMETERS) { return newThreaded(rate, keepLoading); }

/// Has a thread that keeps the loader's locks busy: a host that takes them in another order never comes back.
const LV2_Descriptor loadingThread = {
    TEST_URI("loading-thread"), instantiateLoads, connectPort, NULL, runBusy, NULL, cleanupThreaded, NULL};

/// Asks the system for what it never gets.
PLUGIN_RUNNING(asks, "asks", instantiatePlain) {
  passStereo(handle, frames);
  char byte;
  struct timespec none = {0, 0};
  ppoll(NULL, 0, &none, NULL);
  waitpid(getpid(), NULL, WNOHANG);
  if (pread64(-1, &byte, 1, 0) == 1 || !remove("/nonexistent/file")) abort();
  if (mremap(NULL, 0, 0, 0) != MAP_FAILED) abort();
}

/// Takes a lock in run, which a check for real-time safety has to notice.
PLUGIN_RUNNING(locks, "locks", instantiatePlain) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  passStereo(handle, frames);
  pthread_mutex_unlock(&mutex);
}

/// Takes a known time for each run: load, missed deadlines and time limits.
PLUGIN_RUNNING(slow, "slow", instantiatePlain) {
  passStereo(handle, frames);
  sleepMicroseconds(control(handle, 4));
}

static double threadMicroseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/// Takes a known time of the processor for each run: what a block costs.
PLUGIN_RUNNING(burns, "burns", instantiatePlain) {
  double end = threadMicroseconds() + control(handle, 4);
  passStereo(handle, frames);
  while (threadMicroseconds() < end) continue;
}
