#include "CRealtimeSanitizer.h"

__attribute__((weak)) void __rtsan_realtime_enter(void);
__attribute__((weak)) void __rtsan_realtime_exit(void);

bool aucatHasRealtimeSanitizer(void) { return __rtsan_realtime_enter != 0; }

void aucatEnterRealtime(void) {
  if (__rtsan_realtime_enter) __rtsan_realtime_enter();
}

void aucatExitRealtime(void) {
  if (__rtsan_realtime_exit) __rtsan_realtime_exit();
}
