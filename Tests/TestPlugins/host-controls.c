#include "plugin.h"

enum { firstFollower = 2, followerCount = 11, fire = 13, reset, own, firstSeen, fired = 27, resets };

typedef struct {
  Instance base;
  uint32_t fired, resets;
} HostControls;

INSTANTIATE(instantiateHostControls, HostControls)

/// Follows the host through control inputs that LV2 designates, and has two triggers; reports what the last run saw, and
/// in how many runs each trigger fired. Its output is its input, and 1 more in each run in which `fire` fires. The
/// default of its lv2:enabled is 0, which says nothing.
PLUGIN_RUNNING(hostControls, "host-controls", instantiateHostControls) {
  HostControls *instance = handle;
  passMono(handle, frames);
  for (uint32_t i = 0; i < followerCount; i++) report(handle, firstSeen + i, control(handle, firstFollower + i));
  if (control(handle, reset) != 0) instance->resets++;
  if (control(handle, fire) != 0) {
    instance->fired++;
    for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] += 1;
  }
  report(handle, fired, instance->fired);
  report(handle, resets, instance->resets);
}
