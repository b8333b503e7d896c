#include "plugin.h"

#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/time/time.h>

enum { events = 2, firstValue, positions = 7, valueCount = 4 };

typedef struct {
  Instance base;
  LV2_Atom_Forge types;
  LV2_URID position, keys[valueCount];
  double values[valueCount];
  uint32_t positions;
} Tempo;

static const char *const keys[valueCount] = {
    LV2_TIME__beatsPerMinute, LV2_TIME__speed, LV2_TIME__beatsPerBar, LV2_TIME__frame};

INSTANTIATE_MAPPED(instantiateTempo, Tempo) {
  lv2_atom_forge_init(&instance->types, map);
  instance->position = urid(map, LV2_TIME__Position);
  for (int i = 0; i < valueCount; i++) {
    instance->keys[i] = urid(map, keys[i]);
    instance->values[i] = -1;
  }
}

/// Hosts write the same property as different types of numbers.
static void readNumber(const LV2_Atom_Forge *types, const LV2_Atom *atom, double *value) {
  if (!atom) return;
  const void *body = LV2_ATOM_BODY_CONST(atom);
  if (atom->type == types->Float) *value = *(const float *)body;
  if (atom->type == types->Double) *value = *(const double *)body;
  if (atom->type == types->Int) *value = *(const int32_t *)body;
  if (atom->type == types->Long) *value = (double)*(const int64_t *)body;
}

static void readEvent(Tempo *tempo, const LV2_Atom *atom) {
  const LV2_Atom_Object *object = (const LV2_Atom_Object *)atom;
  if (!lv2_atom_forge_is_object_type(&tempo->types, atom->type) || object->body.otype != tempo->position) return;
  tempo->positions++;
  for (int i = 0; i < valueCount; i++) {
    const LV2_Atom *value = NULL;
    lv2_atom_object_get(object, tempo->keys[i], &value, 0);
    readNumber(&tempo->types, value, &tempo->values[i]);
  }
}

/// What the host says of tempo and position; -1 is a value that it never sent.
PLUGIN_RUNNING(tempo, "tempo", instantiateTempo) {
  Tempo *tempo = handle;
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)tempo->base.ports[events], event) readEvent(tempo, &event->body);
  for (uint32_t i = 0; i < valueCount; i++) report(handle, firstValue + i, tempo->values[i]);
  report(handle, positions, tempo->positions);
}
