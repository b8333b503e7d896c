#include "plugin.h"

#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>

enum { in, out, events, echoes, lastNote, misplaced };

typedef struct {
  Instance base;
  LV2_URID midiEvent, sequence;
  bool isOpen;
  uint32_t misplaced;
} MIDIGate;

INSTANTIATE_MAPPED(instantiateMIDIGate, MIDIGate) {
  instance->midiEvent = urid(map, LV2_MIDI__MidiEvent);
  instance->sequence = urid(map, LV2_ATOM__Sequence);
}

static void activateMIDIGate(LV2_Handle handle) { ((MIDIGate *)handle)->isOpen = false; }

/// Writes the frames from `start` to `end`, and returns where the next part begins.
static uint32_t writePart(MIDIGate *gate, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) audio(gate, out)[i] = gate->isOpen ? audio(gate, in)[i] : 0;
  return end > start ? end : start;
}

static void play(MIDIGate *gate, const LV2_Atom_Event *event) {
  const uint8_t *message = LV2_ATOM_BODY_CONST(&event->body);
  if (event->body.size < 3) return;
  switch (lv2_midi_message_type(message)) {
  case LV2_MIDI_MSG_NOTE_ON:
    // By the MIDI standard a note on without velocity is a note off.
    gate->isOpen = message[2] > 0;
    if (gate->isOpen) report(gate, lastNote, message[1]);
    break;
  case LV2_MIDI_MSG_NOTE_OFF: gate->isOpen = false; break;
  default: break;
  }
}

static void runMIDIGate(LV2_Handle handle, uint32_t frames) {
  MIDIGate *gate = handle;
  if (gate->base.runs++ == 0) report(gate, lastNote, -1);
  LV2_Atom_Sequence *output = gate->base.ports[echoes];
  uint32_t capacity = beginSequence(output, gate->sequence), done = 0;
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)gate->base.ports[events], event) {
    if (event->body.type != gate->midiEvent) continue;
    int64_t frame = event->time.frames;
    if (frame < done || frame >= frames) gate->misplaced++;
    done = writePart(gate, done, frame > frames ? frames : (frame < 0 ? 0 : (uint32_t)frame));
    play(gate, event);
    lv2_atom_sequence_append_event(output, capacity, event);
  }
  writePart(gate, done, frames);
  report(gate, misplaced, gate->misplaced);
}

/// Opens at a note on and closes at a note off, exactly at their frames, and echoes all MIDI: the place, order and
/// direction of events. `misplaced` counts events outside the block or before their predecessor.
const LV2_Descriptor midiGate = {
    TEST_URI("midi-gate"), instantiateMIDIGate, connectPort, activateMIDIGate, runMIDIGate, NULL, freeInstance, NULL};

/// Passes MIDI on, and makes no sound.
PLUGIN_RUNNING(midiThrough, "midi-through", instantiateMIDIGate) {
  MIDIGate *through = handle;
  LV2_Atom_Sequence *output = through->base.ports[1];
  uint32_t capacity = beginSequence(output, through->sequence);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)through->base.ports[0], event) {
    if (event->body.type == through->midiEvent) lv2_atom_sequence_append_event(output, capacity, event);
  }
}

/// Sends 600 system exclusive messages of 1,000 bytes in its first run, as far as its port has room for them, which asks
/// for 1 MiB. Its sound is its input.
PLUGIN_RUNNING(dumps, "dumps", instantiateMIDIGate) {
  MIDIGate *dumps = handle;
  LV2_Atom_Sequence *output = dumps->base.ports[2];
  uint32_t capacity = beginSequence(output, dumps->sequence);
  struct {
    LV2_Atom_Event event;
    uint8_t bytes[1000];
  } message = {{{0}, {sizeof message.bytes, dumps->midiEvent}}, {0xF0}};
  memset(message.bytes + 1, 1, sizeof message.bytes - 2);
  message.bytes[sizeof message.bytes - 1] = 0xF7;
  for (int i = 0; i < 600 && dumps->base.runs == 0; i++) {
    lv2_atom_sequence_append_event(output, capacity, &message.event);
  }
  passMono(handle, frames);
}
