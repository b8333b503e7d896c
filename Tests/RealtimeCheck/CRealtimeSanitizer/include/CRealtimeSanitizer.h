#ifndef AUCAT_REALTIME_SANITIZER_H
#define AUCAT_REALTIME_SANITIZER_H

#include <stdbool.h>

// The runtime of LLVM's RealtimeSanitizer, which `.dev/check --full` links in. Without it these do nothing.

/// Whether the runtime is there.
bool aucatHasRealtimeSanitizer(void);

/// From now on this thread may not allocate, lock or call the system: each time is reported.
__attribute__((swift_attr("@_noLocks"))) void aucatEnterRealtime(void);

/// It may again.
__attribute__((swift_attr("@_noLocks"))) void aucatExitRealtime(void);

#endif
