#define _GNU_SOURCE
#include "CLinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

// RealtimeKit gives threads of users' programs real-time priority if the kernel's limits don't allow it. It is called
// over D-Bus with systemd's library, or with elogind's on systems without systemd. This program is linked with neither.

#define SERVICE "org.freedesktop.RealtimeKit1"

typedef struct sd_bus sd_bus;

/// The functions of sd-bus(3) that are needed.
typedef struct {
  int (*open)(sd_bus **bus);
  int (*timeout)(sd_bus *bus, uint64_t microseconds);
  int (*get)(sd_bus *bus, const char *to, const char *path, const char *interface, const char *name, void *error, char type,
             void *value);
  int (*call)(sd_bus *bus, const char *to, const char *path, const char *interface, const char *name, void *error, void **reply,
              const char *types, ...);
  sd_bus *(*close)(sd_bus *bus);
} Calls;

static int load(Calls *calls) {
  void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libelogind.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return ENOENT;
  struct {
    void *place;
    const char *name;
  } wanted[] = {
      {&calls->open, "sd_bus_open_system"}, {&calls->timeout, "sd_bus_set_method_call_timeout"},
      {&calls->get, "sd_bus_get_property_trivial"}, {&calls->call, "sd_bus_call_method"},
      {&calls->close, "sd_bus_flush_close_unref"},
  };
  for (size_t number = 0; number < sizeof wanted / sizeof *wanted; number++) {
    if (!(*(void **)wanted[number].place = dlsym(library, wanted[number].name))) return ENOSYS;
  }
  return 0;
}

static int ask(const Calls *calls, sd_bus *bus, int process, int thread, int priority) {
  const char *path = "/org/freedesktop/RealtimeKit1";
  int32_t highest = 0;
  int64_t longest = 0;
  // Each call waits for its answer for at most a second.
  calls->timeout(bus, 1000000);
  int result = calls->get(bus, SERVICE, path, SERVICE, "MaxRealtimePriority", NULL, 'i', &highest);
  if (result >= 0) result = calls->get(bus, SERVICE, path, SERVICE, "RTTimeUSecMax", NULL, 'x', &longest);
  if (result < 0) return -result;
  // RealtimeKit requires a limit with which the kernel ends a process that never yields the processor.
  struct rlimit limit;
  if (prlimit(process, RLIMIT_RTTIME, NULL, &limit)) return errno;
  if (limit.rlim_max > (rlim_t)longest) {
    limit = (struct rlimit){.rlim_cur = (rlim_t)longest, .rlim_max = (rlim_t)longest};
    if (prlimit(process, RLIMIT_RTTIME, &limit, NULL)) return errno;
  }
  uint32_t wanted = (uint32_t)(priority < highest ? priority : highest);
  result = calls->call(bus, SERVICE, path, SERVICE, "MakeThreadRealtimeWithPID", NULL, NULL, "ttu", (uint64_t)process,
                       (uint64_t)thread, wanted);
  return result < 0 ? -result : 0;
}

int aucatRequestRealtime(int process, int thread, int host) {
  struct sched_param parameters = {0};
  if (sched_getparam(host, &parameters)) return errno;
  Calls calls;
  sd_bus *bus = NULL;
  int reason = load(&calls);
  if (reason) return reason;
  int result = calls.open(&bus);
  if (result < 0) return -result;
  reason = ask(&calls, bus, process, thread, parameters.sched_priority > 1 ? parameters.sched_priority - 1 : 1);
  calls.close(bus);
  return reason;
}
