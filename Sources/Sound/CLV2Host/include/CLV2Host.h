#ifndef AUCAT_LV2_HOST_H
#define AUCAT_LV2_HOST_H

// LV2's structures for module ChainHosting, and the calls that Swift can't make itself. No other module imports this.

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/// Swift's promise about its own code, made here for the C that it calls: no lock and no allocation.
#define AUCAT_NO_LOCKS __attribute__((swift_attr("@_noLocks")))

#include "Callgrind.h"

/// LV2_Descriptor.run, with which the render thread runs a plugin, whose code is beyond the compiler's proof.
AUCAT_NO_LOCKS static inline void aucatRun(const LV2_Descriptor *descriptor, LV2_Handle instance, uint32_t frames) {
  descriptor->run(instance, frames);
}

/// LV2_Descriptor.connect_port, which the render thread may call between two runs.
AUCAT_NO_LOCKS static inline void aucatConnect(
    const LV2_Descriptor *descriptor, LV2_Handle instance, uint32_t port, void *memory) {
  descriptor->connect_port(instance, port, memory);
}

/// clock_gettime(2): the processor time that this thread has used, in nanoseconds.
AUCAT_NO_LOCKS static inline uint64_t aucatThreadTime(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// clock_gettime(2): `CLOCK_MONOTONIC` in nanoseconds; with the usual clock sources, without a system call.
AUCAT_NO_LOCKS static inline int64_t aucatNow(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// pthread_self(3): identifies the calling thread, without a system call.
AUCAT_NO_LOCKS static inline uintptr_t aucatSelf(void) { return (uintptr_t)pthread_self(); }

/// clock_nanosleep(2) for a millisecond, for a thread that has to wait and has no deadline. A real-time thread that
/// only yielded would keep the processor from the one for which it waits.
AUCAT_NO_LOCKS static inline void aucatRest(void) {
  struct timespec time = {.tv_sec = 0, .tv_nsec = 1000000};
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

/// What the calls to a plugin have cost.
typedef struct {
  /// The processor time of the calls.
  uint64_t nanoseconds;
  /// Whether callgrind counts their instructions.
  bool isCounted;
} AucatRunCost;

/// Like aucatRun, but adds the processor time to `cost`, unless callgrind counts instead.
AUCAT_NO_LOCKS static inline void aucatRunTimed(
    const LV2_Descriptor *descriptor, LV2_Handle instance, uint32_t frames, AucatRunCost *cost) {
  if (cost->isCounted) {
    aucatToggleCount();
    descriptor->run(instance, frames);
    aucatToggleCount();
    return;
  }
  uint64_t start = aucatThreadTime();
  descriptor->run(instance, frames);
  cost->nanoseconds += aucatThreadTime() - start;
}

/// The time that aucatRunTimed takes for a plugin that does nothing, in nanoseconds.
uint64_t aucatTimeNothing(void);

/// LV2_Worker_Interface.work_response, which plugins expect on the render thread.
AUCAT_NO_LOCKS static inline void aucatRespond(
    const LV2_Worker_Interface *worker, LV2_Handle instance, uint32_t size, const void *data) {
  worker->work_response(instance, size, data);
}

/// LV2_Worker_Interface.work on the thread that asks for it: the immediate worker of a chain that is offline or
/// freewheels.
AUCAT_NO_LOCKS static inline LV2_Worker_Status aucatWork(
    const LV2_Worker_Interface *worker, LV2_Handle instance, LV2_Worker_Respond_Function respond, void *handle,
    uint32_t size, const void *data) {
  return worker->work(instance, respond, handle, size, data);
}

/// LV2_Worker_Interface.end_run, after the last response of a block.
AUCAT_NO_LOCKS static inline void aucatEndRun(const LV2_Worker_Interface *worker, LV2_Handle instance) {
  if (worker->end_run) worker->end_run(instance);
}

/// sem_post(3), which may be called from a signal handler and so does not lock.
AUCAT_NO_LOCKS static inline void aucatPost(sem_t *semaphore) { sem_post(semaphore); }

/// memcpy(3), memmove(3) and memset(3), which lock nothing; Glibc's headers don't say so.
AUCAT_NO_LOCKS static inline void aucatCopy(void *target, const void *source, uint32_t bytes) {
  __builtin_memcpy(target, source, bytes);
}
AUCAT_NO_LOCKS static inline void aucatMove(void *target, const void *source, uint32_t bytes) {
  __builtin_memmove(target, source, bytes);
}
AUCAT_NO_LOCKS static inline void aucatZero(void *target, uint32_t bytes) { __builtin_memset(target, 0, bytes); }

/// This thread's floating-point mode: rounding, denormals, and which exceptions are traps.
AUCAT_NO_LOCKS static inline uint64_t aucatFloatingPoint(void) {
#if defined(__x86_64__)
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return (uint64_t)x87 << 32 | __builtin_ia32_stmxcsr();
#elif defined(__aarch64__)
  uint64_t mode;
  __asm__ volatile("mrs %0, fpcr" : "=r"(mode));
  return mode;
#else
  return 0;
#endif
}

/// Sets this thread's floating-point mode.
AUCAT_NO_LOCKS static inline void aucatSetFloatingPoint(uint64_t mode) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((unsigned)mode);
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  uint16_t wanted = (uint16_t)(mode >> 32);
  // A pending exception would become a trap once it is unmasked.
  if (x87 != wanted) __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(wanted));
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(mode));
#else
  (void)mode;
#endif
}

/// Makes this thread flush denormals to zero (FTZ and DAZ on x86, FZ on ARM), round to nearest, and trap no exception.
///
/// Returns the previous mode, for aucatSetFloatingPoint.
AUCAT_NO_LOCKS static inline uint64_t aucatFlushDenormals(void) {
  uint64_t before = aucatFloatingPoint();
#if defined(__x86_64__)
  // In both units all exceptions are masked; the x87 has its usual precision.
  aucatSetFloatingPoint(0x37Full << 32 | 0x9FC0u);
#elif defined(__aarch64__)
  aucatSetFloatingPoint((before & ~0xC09F00ull) | 0x1000000ull);
#endif
  return before;
}

/// Makes this thread compute with denormals, as programs do that set no mode; everything else is as in
/// aucatFlushDenormals.
AUCAT_NO_LOCKS static inline void aucatKeepDenormals(void) {
#if defined(__x86_64__)
  aucatSetFloatingPoint(0x37Full << 32 | 0x1F80u);
#elif defined(__aarch64__)
  aucatSetFloatingPoint(aucatFloatingPoint() & ~0x1C09F00ull);
#endif
}

/// Whether a mode is that of aucatFlushDenormals, whatever exceptions have occurred.
AUCAT_NO_LOCKS static inline bool aucatIsFlushing(uint64_t mode) {
#if defined(__x86_64__)
  return (mode & ~0x3Full) == (0x37Full << 32 | 0x9FC0u);
#elif defined(__aarch64__)
  return (mode & 0x1C09F00ull) == 0x1000000ull;
#else
  (void)mode;
  return true;
#endif
}

/// Receives a line that a plugin logs. `handle` is that of aucatLog.
typedef void (*AucatLogSink)(void *handle, LV2_URID type, const char *text);

enum {
  /// The most bytes of a trace's format and arguments that are kept.
  aucatTraceBytes = 496,
  /// The most traces that can wait.
  aucatTraceCount = 64,
};

/// What a plugin traced: the format, and the values of its arguments.
typedef struct {
  uint32_t used;
  bool isCut;
  int error;
  unsigned char bytes[aucatTraceBytes];
} AucatTrace;

/// Traces on their way from a plugin's threads to one that may format them.
typedef struct {
  /// 1 while a thread writes.
  uint32_t isBusy;
  uint32_t written, taken;
  /// The number of traces that were lost because there was no room, or another thread was writing.
  uint32_t lost;
  /// Room for aucatTraceCount traces.
  AucatTrace *traces;
} AucatTraceRing;

/// A log with LV2_Log_Log's two variadic functions, which Swift can't write; each formats the text and calls the sink.
/// It is filled in by aucatLog.
///
/// While `isRunning` is not 0, a log:Trace is put into the ring instead, without waiting and without a call to the
/// system or the C library, except that `wake` is posted for each, if there is one.
typedef struct {
  LV2_Log_Log log;
  void *handle;
  AucatLogSink sink;
  LV2_URID trace;
  uint32_t isRunning;
  sem_t *wake;
  AucatTraceRing ring;
} AucatLog;
void aucatLog(AucatLog *log, void *handle, AucatLogSink sink, LV2_URID trace, AucatTrace *traces);

/// Sets whether the plugin may be running; `wake` is posted for each trace while it may, and may be null.
void aucatSetRunning(AucatLog *log, bool isRunning, sem_t *wake);

/// Whether a trace waits, or has been lost.
bool aucatHasTraces(const AucatLog *log);

/// Formats the oldest trace as printf(3) would, and ends one that is cut with `…`; false if there is none. Only one
/// thread at a time may call it.
bool aucatTakeTrace(AucatLog *log, char *text, size_t size);

/// The number of traces that have been lost since the last call.
uint32_t aucatTakeLostTraces(AucatLog *log);

/// LV2_Descriptor.instantiate, or null if a broken library leaves out a required function.
LV2_Handle aucatInstantiate(
    const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features);

/// The descriptor of a plugin in a library opened with dlopen(3), from lv2_descriptor or lv2_lib_descriptor; null if it
/// has none. `hasEntry` says whether the library is one of LV2 plugins at all.
const LV2_Descriptor *aucatDescriptor(void *library, const char *bundle, const char *uri, bool *hasEntry);

/// A function that is called before or after each run of the plugin that this process tests, on the thread of the run.
typedef void (*AucatHook)(void);

/// A descriptor whose `run` is enclosed in two calls. Only for one plugin in a process.
LV2_Descriptor aucatHookedDescriptor(const LV2_Descriptor *descriptor, AucatHook before, AucatHook after);

/// The worker of that plugin: work that it does within its run, as it does offline, doesn't count as part of the run.
LV2_Worker_Interface aucatHookedWorker(const LV2_Worker_Interface *worker);

#include "Remote.h"

#endif
