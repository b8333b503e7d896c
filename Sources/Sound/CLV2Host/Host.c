#define _GNU_SOURCE
#include "CLV2Host.h"

#include <dlfcn.h>
#include <string.h>

LV2_Handle aucatInstantiate(
    const LV2_Descriptor *descriptor, double rate, const char *bundle, const LV2_Feature *const *features) {
  bool isWhole = descriptor->instantiate && descriptor->connect_port && descriptor->run;
  return isWhole ? descriptor->instantiate(descriptor, rate, bundle, features) : NULL;
}

static const LV2_Descriptor *fromList(LV2_Descriptor_Function list, const char *uri) {
  for (uint32_t index = 0;; ++index) {
    const LV2_Descriptor *descriptor = list(index);
    if (!descriptor || !strcmp(descriptor->URI, uri)) return descriptor;
  }
}

static const LV2_Descriptor *fromLibrary(LV2_Lib_Descriptor_Function open, const char *bundle, const char *uri) {
  static const LV2_Feature *const none[] = {NULL};
  const LV2_Lib_Descriptor *library = open(bundle, none);
  if (!library) return NULL;
  for (uint32_t index = 0;; ++index) {
    const LV2_Descriptor *descriptor = library->get_plugin(library->handle, index);
    if (!descriptor || !strcmp(descriptor->URI, uri)) return descriptor;
  }
}

const LV2_Descriptor *aucatDescriptor(void *library, const char *bundle, const char *uri, bool *hasEntry) {
  LV2_Descriptor_Function list = (LV2_Descriptor_Function)dlsym(library, "lv2_descriptor");
  LV2_Lib_Descriptor_Function open = (LV2_Lib_Descriptor_Function)dlsym(library, "lv2_lib_descriptor");
  *hasEntry = list || open;
  const LV2_Descriptor *found = list ? fromList(list, uri) : NULL;
  return found || !open ? found : fromLibrary(open, bundle, uri);
}

static void runNothing(LV2_Handle instance, uint32_t frames) {
  (void)instance;
  (void)frames;
}

uint64_t aucatTimeNothing(void) {
  // Volatile, so that the call is made like one into a library.
  void (*volatile run)(LV2_Handle, uint32_t) = runNothing;
  LV2_Descriptor nothing = {.run = run};
  AucatRunCost cost = {0};
  aucatRunTimed(&nothing, NULL, 0, &cost);
  return cost.nanoseconds;
}

static struct {
  void (*run)(LV2_Handle instance, uint32_t frames);
  LV2_Worker_Status (*work)(
      LV2_Handle instance, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle handle, uint32_t size,
      const void *data);
  AucatHook before, after;
} hooked;

/// Whether this thread is between the hooks.
static __thread bool isEnclosed;

static void runHooked(LV2_Handle instance, uint32_t frames) {
  isEnclosed = true;
  hooked.before();
  hooked.run(instance, frames);
  hooked.after();
  isEnclosed = false;
}

static LV2_Worker_Status workHooked(
    LV2_Handle instance, LV2_Worker_Respond_Function respond, LV2_Worker_Respond_Handle handle, uint32_t size,
    const void *data) {
  if (!isEnclosed) return hooked.work(instance, respond, handle, size, data);
  hooked.after();
  LV2_Worker_Status status = hooked.work(instance, respond, handle, size, data);
  hooked.before();
  return status;
}

LV2_Descriptor aucatHookedDescriptor(const LV2_Descriptor *descriptor, AucatHook before, AucatHook after) {
  hooked.run = descriptor->run;
  hooked.before = before;
  hooked.after = after;
  LV2_Descriptor copy = *descriptor;
  copy.run = runHooked;
  return copy;
}

LV2_Worker_Interface aucatHookedWorker(const LV2_Worker_Interface *worker) {
  hooked.work = worker->work;
  LV2_Worker_Interface copy = *worker;
  copy.work = workHooked;
  return copy;
}
