#include "plugin.h"

#include <lv2/atom/util.h>

#include <signal.h>
#include <unistd.h>

enum { changeInput = 2, notify };

/// Changes from `quiet` on are not told. With some of them, save does what it should not do.
enum { quiet = 97, hangsInSave, crashesInSave };

typedef struct {
  Instance base;
  LV2_URID key, floatType, sequence, object, changed;
  _Atomic float change;  ///< Written by run; save may read it at the same time.
} StateChanged;

INSTANTIATE_MAPPED(instantiateStateChanged, StateChanged) {
  instance->key = urid(map, TEST_URI("state-changed#change"));
  instance->floatType = urid(map, LV2_ATOM__Float);
  instance->sequence = urid(map, LV2_ATOM__Sequence);
  instance->object = urid(map, LV2_ATOM__Object);
  instance->changed = urid(map, LV2_STATE__StateChanged);
}

SAVES(saveChange) {
  StateChanged *instance = handle;
  float change = instance->change;
  while (change == hangsInSave) pause();
  if (change == crashesInSave) raise(SIGSEGV);
  return store(
      data, instance->key, &change, sizeof change, instance->floatType, LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
}

RESTORES(restoreNothing) { return LV2_STATE_SUCCESS; }

static void runStateChanged(LV2_Handle handle, uint32_t frames) {
  StateChanged *instance = handle;
  passMono(handle, frames);
  LV2_Atom_Sequence *output = instance->base.ports[notify];
  uint32_t capacity = beginSequence(output, instance->sequence);
  float change = control(handle, changeInput);
  if (change == instance->change) return;
  instance->change = change;
  if (change >= quiet) return;
  struct {
    LV2_Atom_Event event;
    LV2_Atom_Object_Body body;
  } message = {
      .event.body = {sizeof(LV2_Atom_Object_Body), instance->object}, .body.otype = instance->changed};
  lv2_atom_sequence_append_event(output, capacity, &message.event);
}

STATE_EXTENSION(stateChangedExtension, saveChange, restoreNothing)

/// Says that its state has changed where its input has, and saves what that was.
const LV2_Descriptor stateChanged = {
    TEST_URI("state-changed"), instantiateStateChanged, connectPort, NULL, runStateChanged, NULL, freeInstance,
    stateChangedExtension};
