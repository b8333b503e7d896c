#include "plugin.h"

#include <lv2/atom/forge.h>
#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>
#include <lv2/time/time.h>
#include <stdlib.h>

enum { left, right, events, echoes };
enum { keyCount = 128, releaseFrames = 2400 };

typedef struct {
  Instance base;
  LV2_Atom_Forge types;
  LV2_URID midiEvent, sequence, position, bpm, beatsPerBar;
  float tempo, meter, gain;
  struct {
    uint32_t age, release;
    uint8_t velocity;
  } keys[keyCount];
} Organ;

INSTANTIATE_MAPPED(instantiateOrgan, Organ) {
  lv2_atom_forge_init(&instance->types, map);
  instance->midiEvent = urid(map, LV2_MIDI__MidiEvent);
  instance->sequence = urid(map, LV2_ATOM__Sequence);
  instance->position = urid(map, LV2_TIME__Position);
  instance->bpm = urid(map, LV2_TIME__beatsPerMinute);
  instance->beatsPerBar = urid(map, LV2_TIME__beatsPerBar);
  instance->tempo = 120;
  instance->meter = 4;
  instance->gain = 1;
}

/// A square wave whose half period is 20 frames and the key's number, which fades out in `releaseFrames` after its end.
static float nextSample(Organ *organ, int key) {
  uint32_t age = organ->keys[key].age++, half = 20 + (uint32_t)key;
  float sample = (age / half) % 2 ? -0.25f : 0.25f;
  sample *= organ->keys[key].velocity / 127.0f * organ->gain;
  if (organ->keys[key].release > 0) {
    sample *= (float)organ->keys[key].release / releaseFrames;
    if (--organ->keys[key].release == 0) organ->keys[key].velocity = 0;
  }
  return sample;
}

static uint32_t writePart(Organ *organ, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) {
    float sum = 0;
    for (int key = 0; key < keyCount; key++)
      if (organ->keys[key].velocity > 0) sum += nextSample(organ, key);
    audio(organ, left)[i] = sum;
    audio(organ, right)[i] = sum * organ->tempo * organ->meter / 960;
  }
  return end > start ? end : start;
}

static void readNumber(const LV2_Atom_Object *object, LV2_URID key, LV2_URID type, float *value) {
  const LV2_Atom *atom = NULL;
  lv2_atom_object_get(object, key, &atom, 0);
  if (atom && atom->type == type) *value = *(const float *)LV2_ATOM_BODY_CONST(atom);
}

static void play(Organ *organ, const LV2_Atom *atom) {
  const uint8_t *message = LV2_ATOM_BODY_CONST(atom);
  if (message[0] == LV2_MIDI_MSG_SYSTEM_EXCLUSIVE) organ->gain = (float)atom->size / 1000;
  if (atom->size == 2 && message[0] == LV2_MIDI_MSG_PGM_CHANGE && message[1] == keyCount - 1) abort();
  if (atom->size < 3) return;
  int key = message[1] & 127;
  LV2_Midi_Message_Type type = lv2_midi_message_type(message);
  if (type == LV2_MIDI_MSG_NOTE_ON && message[2] > 0) {
    organ->keys[key].age = 0;
    organ->keys[key].release = 0;
    organ->keys[key].velocity = message[2];
  } else if (type == LV2_MIDI_MSG_NOTE_ON || type == LV2_MIDI_MSG_NOTE_OFF) {
    organ->keys[key].release = releaseFrames;
  }
}

/// Plays notes from exactly their frames on, in any block length, and echoes all MIDI. The right channel is the left one times
/// the tempo and the beats of a bar, over 960. A system exclusive message makes its length in thousandths the gain. The last program
/// crashes it.
PLUGIN_RUNNING(organ, "organ", instantiateOrgan) {
  Organ *organ = handle;
  LV2_Atom_Sequence *output = organ->base.ports[echoes];
  uint32_t capacity = beginSequence(output, organ->sequence), done = 0;
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)organ->base.ports[events], event) {
    int64_t frame = event->time.frames < 0 ? 0 : event->time.frames > frames ? frames : event->time.frames;
    done = writePart(organ, done, (uint32_t)frame);
    const LV2_Atom_Object *object = (const LV2_Atom_Object *)&event->body;
    if (lv2_atom_forge_is_object_type(&organ->types, event->body.type) && object->body.otype == organ->position) {
      readNumber(object, organ->bpm, organ->types.Float, &organ->tempo);
      readNumber(object, organ->beatsPerBar, organ->types.Float, &organ->meter);
    }
    if (event->body.type != organ->midiEvent) continue;
    play(organ, &event->body);
    lv2_atom_sequence_append_event(output, capacity, event);
  }
  writePart(organ, done, frames);
}
