#ifndef AUCAT_DEVICE_CALL_H
#define AUCAT_DEVICE_CALL_H

#include <pthread.h>
#include <sched.h>
#include <stdint.h>

// The call of a device, in a header of its own because only this one says which pointers may be null.

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#define AUCAT_JACK_NONNULL _Nonnull
#define AUCAT_JACK_NULLABLE _Nullable
#else
#define AUCAT_JACK_NONNULL
#define AUCAT_JACK_NULLABLE
#endif

/// What a device calls for each block, as in Swift's DeviceCall: `cycle` is an AucatDeviceCycle.
typedef void (*AUCAT_JACK_NONNULL AucatDeviceFunction)(
    void *AUCAT_JACK_NULLABLE context, void *AUCAT_JACK_NONNULL cycle);

#ifdef __clang__
#pragma clang diagnostic pop
#endif

/// pthread_self(3): the calling thread, without a system call.
static inline uintptr_t aucatDeviceThread(void) { return (uintptr_t)pthread_self(); }

/// pthread_getschedparam(3): whether a thread, which must not have ended, has real-time priority.
static inline int aucatIsRealtime(uintptr_t thread) {
  int policy = 0;
  struct sched_param priority;
  if (pthread_getschedparam((pthread_t)thread, &policy, &priority) != 0) return 0;
  // SCHED_RESET_ON_FORK may be set as well.
  policy &= ~0x40000000;
  return policy == SCHED_FIFO || policy == SCHED_RR;
}

#endif
