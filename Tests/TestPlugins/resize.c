#include "plugin.h"

#include <lv2/atom/util.h>
#include <lv2/core/lv2_util.h>
#include <lv2/resize-port/resize-port.h>

enum { output = 2, ok, wantedSize = 100000, eventSize = 90000 };

typedef struct {
  Instance base;
  LV2_URID sequence, chunk;
} Resize;

INSTANTIATE_MAPPED(instantiateMinimumSize, Resize) {
  instance->sequence = urid(map, LV2_ATOM__Sequence);
  instance->chunk = urid(map, LV2_ATOM__Chunk);
}

static LV2_Handle instantiateResize(INSTANTIATE_PARAMETERS) {
  const LV2_Resize_Port_Resize *resize = lv2_features_data(features, LV2_RESIZE_PORT__resize);
  // Where the host refuses, its buffer stays small, and run reports that.
  if (resize) resize->resize(resize->data, output, wantedSize);
  return instantiateMinimumSize(descriptor, rate, bundle, features);
}

static void runResize(LV2_Handle handle, uint32_t frames) {
  Resize *instance = handle;
  passMono(handle, frames);
  LV2_Atom_Sequence *sequence = instance->base.ports[output];
  uint32_t capacity = beginSequence(sequence, instance->sequence);
  bool fits = capacity >= sizeof(LV2_Atom_Sequence_Body) + sizeof(LV2_Atom_Event) + eventSize;
  report(handle, ok, fits);
  if (!fits) return;
  LV2_Atom_Event *event = lv2_atom_sequence_end(&sequence->body, sequence->atom.size);
  event->time.frames = 0;
  event->body = (LV2_Atom){eventSize, instance->chunk};
  uint8_t *bytes = LV2_ATOM_BODY(&event->body);
  for (int i = 0; i < eventSize; i++) bytes[i] = (uint8_t)(i % 251);
  sequence->atom.size += sizeof *event + eventSize;
}

/// Asks in instantiate for a larger buffer of its atom output, and writes one event of 90,000 bytes where it got it.
const LV2_Descriptor resize = PLUGIN("resize", instantiateResize, runResize);

/// The same, said by rsz:minimumSize in the Turtle instead of a call.
const LV2_Descriptor minimumSize = PLUGIN("minimum-size", instantiateMinimumSize, runResize);
