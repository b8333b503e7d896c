// Shows ThreadSanitizer how Swift's `Mutex` orders what threads do. Its fast path is compiled into our code, and so is seen; a
// contended mutex is handed over in a library that is not instrumented, so that all that it guards would be reported as races.
// These functions take the place of that library's, call them, and add no order but the mutex's own.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// Methods of `Synchronization._MutexHandle`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

METHOD void lock(uint32_t thread, SELF void *mutex) __asm__(LOCK);
METHOD void lock(uint32_t thread, SELF void *mutex) {
  METHOD void (*original)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  original(thread, mutex);
  __tsan_acquire(mutex);
}

METHOD bool try_lock(SELF void *mutex) __asm__(TRY_LOCK);
METHOD bool try_lock(SELF void *mutex) {
  METHOD bool (*original)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool is_locked = original(mutex);
  if (is_locked) __tsan_acquire(mutex);
  return is_locked;
}

METHOD void unlock(SELF void *mutex) __asm__(UNLOCK);
METHOD void unlock(SELF void *mutex) {
  METHOD void (*original)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(mutex);
  original(mutex);
}
