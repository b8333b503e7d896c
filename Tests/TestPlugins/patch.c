#include "plugin.h"

#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>

enum { in, out, messages, answers };

typedef struct {
  Instance base;
  LV2_Atom_Forge forge;
  LV2_URID self, set, get, subject, property, value, levelKey;
  float level;
} Patch;

static LV2_Handle instantiatePatch(INSTANTIATE_PARAMETERS) {
  LV2_URID_Map *map = uridMap(features);
  Patch *patch = map ? newInstance(sizeof *patch, rate) : NULL;
  if (!patch) return NULL;
  lv2_atom_forge_init(&patch->forge, map);
  patch->self = urid(map, descriptor->URI);
  patch->set = urid(map, LV2_PATCH__Set);
  patch->get = urid(map, LV2_PATCH__Get);
  patch->subject = urid(map, LV2_PATCH__subject);
  patch->property = urid(map, LV2_PATCH__property);
  patch->value = urid(map, LV2_PATCH__value);
  patch->levelKey = urid(map, TEST_URI("patch#level"));
  patch->level = 1;
  return patch;
}

/// Appends patch:Set with the level, or nothing where there is no room for all of it.
static void answer(Patch *patch, LV2_Atom_Sequence *output, uint32_t capacity, int64_t frame) {
  union {
    LV2_Atom_Event event;
    uint8_t bytes[256];
  } message = {.event.time.frames = frame};
  LV2_Atom_Forge_Frame object;
  uint8_t *atom = (uint8_t *)&message.event.body;
  lv2_atom_forge_set_buffer(&patch->forge, atom, sizeof message - offsetof(LV2_Atom_Event, body));
  lv2_atom_forge_object(&patch->forge, &object, 0, patch->set);
  lv2_atom_forge_key(&patch->forge, patch->subject);
  lv2_atom_forge_urid(&patch->forge, patch->self);
  lv2_atom_forge_key(&patch->forge, patch->property);
  lv2_atom_forge_urid(&patch->forge, patch->levelKey);
  lv2_atom_forge_key(&patch->forge, patch->value);
  lv2_atom_forge_float(&patch->forge, patch->level);
  lv2_atom_forge_pop(&patch->forge, &object);
  lv2_atom_sequence_append_event(output, capacity, &message.event);
}

/// Whether a property is absent or the given id.
static bool mayBe(const Patch *patch, const LV2_Atom *atom, LV2_URID id) {
  return !atom || (atom->type == patch->forge.URID && ((const LV2_Atom_URID *)atom)->body == id);
}

/// Changes the level, or returns true where the message asks for it.
static bool obey(Patch *patch, const LV2_Atom *atom) {
  const LV2_Atom_Object *message = (const LV2_Atom_Object *)atom;
  if (!lv2_atom_forge_is_object_type(&patch->forge, atom->type)) return false;
  const LV2_Atom *subject = NULL, *property = NULL, *value = NULL;
  lv2_atom_object_get(
      message, patch->subject, &subject, patch->property, &property, patch->value, &value, 0);
  if (!mayBe(patch, subject, patch->self) || !mayBe(patch, property, patch->levelKey)) return false;
  bool isFloat = value && value->type == patch->forge.Float && property;
  if (message->body.otype == patch->set && isFloat) patch->level = ((const LV2_Atom_Float *)value)->body;
  return message->body.otype == patch->get;
}

/// Writes the frames from `start` to `end`, and returns where the next part begins.
static uint32_t writePart(Patch *patch, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) audio(patch, out)[i] = audio(patch, in)[i] * patch->level;
  return end > start ? end : start;
}

/// A parameter that is no port: patch:Set changes the gain at its frame, patch:Get is answered at the same frame.
PLUGIN_RUNNING(patch, "patch", instantiatePatch) {
  Patch *patch = handle;
  LV2_Atom_Sequence *output = patch->base.ports[answers];
  uint32_t capacity = beginSequence(output, patch->forge.Sequence), done = 0;
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)patch->base.ports[messages], event) {
    int64_t frame = event->time.frames;
    done = writePart(patch, done, frame > frames ? frames : (frame < 0 ? 0 : (uint32_t)frame));
    if (obey(patch, &event->body)) answer(patch, output, capacity, frame);
  }
  writePart(patch, done, frames);
}
