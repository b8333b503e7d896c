#include "plugin.h"

#include <string.h>

#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/core/lv2_util.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>

#define ATOMS_URI(name) TEST_URI("atoms#" name)

enum { messages = 2, matchedOutput, restoredOutput, chosenOutput, room = 1024 };

/// The properties of the state, in the order of the bits of `matched`.
typedef enum { longNumber, vector, uridVector, tuple, object, sequence, literal, choice, propertyCount } Property;

static const char *const keys[propertyCount] = {
    [longNumber] = ATOMS_URI("long"), [vector] = ATOMS_URI("vector"),   [uridVector] = ATOMS_URI("uridVector"),
    [tuple] = ATOMS_URI("tuple"),     [object] = ATOMS_URI("object"),   [sequence] = ATOMS_URI("sequence"),
    [literal] = ATOMS_URI("literal"), [choice] = ATOMS_URI("choice"),
};

typedef struct {
  Instance base;
  LV2_URID_Map *map;
  LV2_Atom_Forge forge;
  uint32_t matched, restored, chosen;
} Atoms;

typedef union {
  LV2_Atom atom;
  uint8_t bytes[room];
} Value;

INSTANTIATE_MAPPED(instantiateAtoms, Atoms) {
  instance->map = map;
  lv2_atom_forge_init(&instance->forge, map);
}

static void forgeTuple(Atoms *atoms) {
  LV2_Atom_Forge *forge = &atoms->forge;
  LV2_Atom_Forge_Frame frame, inner;
  lv2_atom_forge_tuple(forge, &frame);
  lv2_atom_forge_int(forge, 7);
  lv2_atom_forge_string(forge, "seven", 5);
  lv2_atom_forge_urid(forge, urid(atoms->map, ATOMS_URI("seven")));
  lv2_atom_forge_tuple(forge, &inner);
  lv2_atom_forge_double(forge, 0.25);
  lv2_atom_forge_pop(forge, &inner);
  lv2_atom_forge_bool(forge, true);
  lv2_atom_forge_pop(forge, &frame);
}

static void forgeObject(Atoms *atoms) {
  LV2_Atom_Forge *forge = &atoms->forge;
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_object(forge, &frame, 0, urid(atoms->map, ATOMS_URI("Thing")));
  lv2_atom_forge_key(forge, urid(atoms->map, ATOMS_URI("size")));
  lv2_atom_forge_float(forge, 1.5f);
  lv2_atom_forge_key(forge, urid(atoms->map, ATOMS_URI("kind")));
  lv2_atom_forge_urid(forge, urid(atoms->map, ATOMS_URI("round")));
  lv2_atom_forge_pop(forge, &frame);
}

static void forgeSequence(Atoms *atoms) {
  LV2_Atom_Forge *forge = &atoms->forge;
  LV2_Atom_Forge_Frame frame;
  lv2_atom_forge_sequence_head(forge, &frame, 0);
  lv2_atom_forge_frame_time(forge, 5);
  lv2_atom_forge_int(forge, 11);
  lv2_atom_forge_frame_time(forge, 9);
  lv2_atom_forge_urid(forge, urid(atoms->map, ATOMS_URI("event")));
  lv2_atom_forge_pop(forge, &frame);
}

/// What the plugin saves, with the numbers that this host gives to URIs.
static void forge(Atoms *atoms, Property property, Value *value) {
  static const float numbers[3] = {0.5f, -1.25f, 3};
  const LV2_URID names[2] = {urid(atoms->map, ATOMS_URI("first")), urid(atoms->map, ATOMS_URI("second"))};
  LV2_Atom_Forge *forge = &atoms->forge;
  memset(value, 0, sizeof *value);
  lv2_atom_forge_set_buffer(forge, value->bytes, sizeof value->bytes);
  switch (property) {
  case longNumber: lv2_atom_forge_long(forge, 1LL << 40); break;
  case vector: lv2_atom_forge_vector(forge, sizeof *numbers, forge->Float, 3, numbers); break;
  case uridVector: lv2_atom_forge_vector(forge, sizeof *names, forge->URID, 2, names); break;
  case tuple: forgeTuple(atoms); break;
  case object: forgeObject(atoms); break;
  case sequence: forgeSequence(atoms); break;
  case literal:
    lv2_atom_forge_literal(forge, "Hej", 3, 0, urid(atoms->map, "http://lexvo.org/id/iso639-3/sv"));
    break;
  default: lv2_atom_forge_urid(forge, urid(atoms->map, ATOMS_URI("chosen")));
  }
}

SAVES(save) {
  Atoms *atoms = handle;
  for (Property i = 0; i < propertyCount; i++) {
    Value value;
    forge(atoms, i, &value);
    LV2_State_Status status = store(
        data, urid(atoms->map, keys[i]), value.bytes + sizeof(LV2_Atom), value.atom.size, value.atom.type,
        LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
    if (status) return status;
  }
  // What no host can read is refused.
  const uint32_t nonsense[2] = {4, 0x7FFFFFFF};
  LV2_State_Status status = store(
      data, urid(atoms->map, ATOMS_URI("nonsense")), nonsense, sizeof nonsense, urid(atoms->map, LV2_ATOM__Vector),
      LV2_STATE_IS_POD | LV2_STATE_IS_PORTABLE);
  return status == LV2_STATE_ERR_BAD_TYPE ? LV2_STATE_SUCCESS : LV2_STATE_ERR_UNKNOWN;
}

RESTORES(restore) {
  Atoms *atoms = handle;
  atoms->matched = atoms->restored = 0;
  for (Property i = 0; i < propertyCount; i++) {
    Value value;
    forge(atoms, i, &value);
    size_t size = 0;
    uint32_t type = 0, ignored = 0;
    const void *body = retrieve(data, urid(atoms->map, keys[i]), &size, &type, &ignored);
    if (!body) continue;
    atoms->restored++;
    bool isSame = type == value.atom.type && size == value.atom.size;
    if (isSame && !memcmp(body, value.bytes + sizeof(LV2_Atom), size)) atoms->matched |= 1u << i;
  }
  return LV2_STATE_SUCCESS;
}

static void readMessage(Atoms *atoms, const LV2_Atom *atom) {
  const LV2_Atom_Object *message = (const LV2_Atom_Object *)atom;
  const LV2_Atom *value = NULL;
  if (!lv2_atom_forge_is_object_type(&atoms->forge, atom->type)) return;
  lv2_atom_object_get(message, urid(atoms->map, LV2_PATCH__value), &value, 0);
  Value expected;
  for (Property i = 0; value && i < propertyCount; i++) {
    forge(atoms, i, &expected);
    bool isSame = value->type == expected.atom.type && value->size == expected.atom.size;
    if (isSame && !memcmp(value + 1, expected.bytes + sizeof(LV2_Atom), value->size)) atoms->chosen |= 1u << i;
  }
}

static void runAtoms(LV2_Handle handle, uint32_t frames) {
  Atoms *atoms = handle;
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)atoms->base.ports[messages], event) readMessage(atoms, &event->body);
  report(handle, matchedOutput, atoms->matched);
  report(handle, restoredOutput, atoms->restored);
  report(handle, chosenOutput, atoms->chosen);
}

STATE_EXTENSION(atomsExtension, save, restore)

/// A state of structures, with URIDs within them: each has to come back with the numbers of the host that restores it. Messages
/// with the same values are noted in `chosen`.
const LV2_Descriptor atoms = {
    TEST_URI("atoms"), instantiateAtoms, connectPort, NULL, runAtoms, NULL, freeInstance, atomsExtension};
