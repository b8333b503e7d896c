#ifndef AUCAT_LV2_HOST_H
#define AUCAT_LV2_HOST_H

// LV2's structures for module RenderChain, and the calls that Swift can't make itself. No other module imports this.

#include <lv2/atom/atom.h>
#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/log/log.h>
#include <lv2/options/options.h>
#include <lv2/resize-port/resize-port.h>
#include <lv2/state/state.h>
#include <lv2/urid/urid.h>
#include <lv2/worker/worker.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

/// Swift's promise about its own code, made here for the C that it calls: no lock and no allocation.
#define AUCAT_NO_LOCKS __attribute__((swift_attr("@_noLocks")))

/// LV2_Descriptor.run: the one place where the render thread calls a plugin, whose code is beyond the compiler's proof.
AUCAT_NO_LOCKS static inline void aucatRun(const LV2_Descriptor *descriptor, LV2_Handle instance, uint32_t frames) {
  descriptor->run(instance, frames);
}

/// LV2_Worker_Interface.work_response, which plugins expect on the render thread.
AUCAT_NO_LOCKS static inline void aucatRespond(
    const LV2_Worker_Interface *worker, LV2_Handle instance, uint32_t size, const void *data) {
  worker->work_response(instance, size, data);
}

/// LV2_Worker_Interface.work on the thread that asks for it: the immediate worker of an offline chain.
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

/// memcpy(3) and memset(3), which lock nothing; Glibc's headers don't say so.
AUCAT_NO_LOCKS static inline void aucatCopy(void *target, const void *source, uint32_t bytes) {
  __builtin_memcpy(target, source, bytes);
}
AUCAT_NO_LOCKS static inline void aucatZero(void *target, uint32_t bytes) { __builtin_memset(target, 0, bytes); }

/// Makes this thread flush denormals to zero (FTZ and DAZ on x86, FZ on ARM) and round to nearest.
///
/// Returns the previous mode, for aucatSetFloatingPoint.
AUCAT_NO_LOCKS static inline uint64_t aucatFlushDenormals(void) {
#if defined(__x86_64__)
  unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr((before & ~0x6000u) | 0x8040u);
  return before;
#elif defined(__aarch64__)
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  uint64_t next = (before & ~0xC00000ull) | 0x1000000ull;
  __asm__ volatile("msr fpcr, %0" : : "r"(next));
  return before;
#else
  return 0;
#endif
}

/// Restores the thread's floating-point mode.
AUCAT_NO_LOCKS static inline void aucatSetFloatingPoint(uint64_t rules) {
#if defined(__x86_64__)
  __builtin_ia32_ldmxcsr((unsigned)rules);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" : : "r"(rules));
#else
  (void)rules;
#endif
}

/// Receives a line that a plugin logs. `handle` is that of aucatLog.
typedef void (*AucatLogSink)(void *handle, LV2_URID type, const char *text);

/// Fills in LV2_Log_Log's two variadic functions, which Swift can't write; each formats the text and calls the sink.
typedef struct {
  LV2_Log_Log log;
  void *handle;
  AucatLogSink sink;
} AucatLog;
void aucatLog(AucatLog *log, void *handle, AucatLogSink sink);

/// LV2_Descriptor.instantiate, or null where a broken library leaves out a required function.
LV2_Handle aucatInstantiate(
    const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features);

/// The descriptor of a plugin in a library opened by dlopen(3), by lv2_descriptor or lv2_lib_descriptor; null where it has
/// none. `hasEntry` says whether the library is one of LV2 plugins at all.
const LV2_Descriptor *aucatDescriptor(void *library, const char *bundle, const char *uri, bool *hasEntry);

#endif
