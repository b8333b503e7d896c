#define _GNU_SOURCE 1
#include "plugin.h"

#include <fcntl.h>
#include <lv2/atom/util.h>
#include <lv2/midi/midi.h>
#include <lv2/state/state.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

// Plugins that break one promise each, which a validation has to find: input 0, output 1, and control 2 where they have one.

static void spoil(LV2_Handle handle, bool isBroken) {
  if (isBroken) audio(handle, 1)[0] = NAN;
}

// MARK: one run

static void runLoud(LV2_Handle handle, uint32_t frames) {
  passMono(handle, frames);
  for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] *= 1000;
}

/// Amplifies by 60 dB at its defaults.
const LV2_Descriptor loud = PLUGIN("loud", instantiatePlain, runLoud);

/// Does the same at an output that is in hertz.
const LV2_Descriptor loudSignal = PLUGIN("loud-signal", instantiatePlain, runLoud);

/// Writes one frame before the start of its output.
PLUGIN_RUNNING(nudge, "nudge", instantiatePlain) {
  passMono(handle, frames);
  audio(handle, 1)[-1] = 1;
}

static void ignoreSignal(UNUSED int number) {}

static LV2_Handle instantiateHandler(INSTANTIATE_PARAMETERS) {
  signal(SIGUSR1, ignoreSignal);
  return newInstance(sizeof(Instance), rate);
}

/// Sets a signal's handler.
const LV2_Descriptor handlesSignals = PLUGIN("handles-signals", instantiateHandler, passMono);

// MARK: conditions

static LV2_Handle instantiateLowRates(INSTANTIATE_PARAMETERS) {
  return rate > 100000 ? NULL : newInstance(sizeof(Instance), rate);
}

/// Refuses high sample rates.
const LV2_Descriptor lowRates = PLUGIN("low-rates", instantiateLowRates, passMono);

/// Gives a NaN in blocks of 7 frames.
PLUGIN_RUNNING(oddBlocks, "odd-blocks", instantiatePlain) {
  passMono(handle, frames);
  spoil(handle, frames == 7);
}

/// Gives a NaN for an input of full scale.
PLUGIN_RUNNING(fullScale, "full-scale", instantiatePlain) {
  passMono(handle, frames);
  spoil(handle, fabsf(audio(handle, 0)[0]) >= 1);
}

/// Gives a NaN at the maximum of its parameter, 1.
PLUGIN_RUNNING(atMaximum, "at-maximum", instantiatePlain) {
  passMono(handle, frames);
  spoil(handle, control(handle, 2) == 1);
}

/// Gives a NaN above the maximum of its parameter.
PLUGIN_RUNNING(beyondMaximum, "beyond-maximum", instantiatePlain) {
  passMono(handle, frames);
  spoil(handle, control(handle, 2) > 1);
}

static void activateOnce(LV2_Handle handle) { ((Instance *)handle)->runs += 1000000; }

static void runOnce(LV2_Handle handle, uint32_t frames) {
  passMono(handle, frames);
  spoil(handle, ((Instance *)handle)->runs > 2000000);
}

/// Gives a NaN once it has been activated a second time.
const LV2_Descriptor activatesOnce = {
    TEST_URI("activates-once"), instantiatePlain, connectPort, activateOnce, runOnce, NULL, freeInstance, NULL};

typedef struct {
  Instance base;
  pthread_t thread;
} Bound;

static LV2_Handle instantiateBound(INSTANTIATE_PARAMETERS) {
  Bound *bound = newInstance(sizeof *bound, rate);
  if (bound) bound->thread = pthread_self();
  return bound;
}

static void runBound(LV2_Handle handle, uint32_t frames) {
  passMono(handle, frames);
  spoil(handle, !pthread_equal(((Bound *)handle)->thread, pthread_self()));
}

/// Gives a NaN on another thread than the one that instantiated it.
const LV2_Descriptor threadBound = PLUGIN("thread-bound", instantiateBound, runBound);

static void runRings(LV2_Handle handle, uint32_t frames) {
  double *kept = &((Instance *)handle)->rate;
  for (uint32_t i = 0; i < frames; i++) audio(handle, 1)[i] = (float)(*kept = 0.5 * *kept + (double)audio(handle, 0)[i]);
}

static LV2_Handle instantiateRings(INSTANTIATE_PARAMETERS) { return newInstance(sizeof(Instance), 0); }

/// A filter that keeps a NaN for ever.
const LV2_Descriptor rings = PLUGIN("rings", instantiateRings, runRings);

// MARK: the same input, another output

static void runChance(LV2_Handle handle, uint32_t frames) {
  static uint32_t count;
  passMono(handle, frames);
  audio(handle, 1)[0] += (float)(++count % 1000) / 1e4f;
}

/// Gives another output each time.
const LV2_Descriptor chance = PLUGIN("chance", instantiatePlain, runChance);

typedef struct {
  Instance base;
  unsigned char rest[256];
} Unset;

static LV2_Handle instantiateUnset(INSTANTIATE_PARAMETERS) {
  Unset *unset = malloc(sizeof *unset);
  if (unset) memset(&unset->base, 0, sizeof unset->base);
  return unset;
}

/// The compiler knows neither what is there nor that nothing has been written.
static float sum(const unsigned char *bytes, uint32_t count) {
  uint32_t sum = 0;
  __asm__ volatile("" : "+r"(bytes) : : "memory");
  for (uint32_t i = 0; i < count; i++) sum += bytes[i];
  return (float)sum / 1e6f;
}

/// Reads memory that it has allocated and not set.
PLUGIN_RUNNING(readsHeap, "reads-heap", instantiateUnset) {
  passMono(handle, frames);
  audio(handle, 1)[0] += sum(((Unset *)handle)->rest, sizeof((Unset *)handle)->rest);
}

/// Reads a variable of its function that it has not set.
PLUGIN_RUNNING(readsStack, "reads-stack", instantiatePlain) {
  unsigned char bytes[4096];
  __asm__ volatile("" : : "r"(bytes) : "memory");
  passMono(handle, frames);
  audio(handle, 1)[0] += sum(bytes, sizeof bytes);
}

/// Writes a sample even if it is asked for none.
PLUGIN_RUNNING(atLeastOne, "at-least-one", instantiatePlain) {
  uint32_t i = 0;
  do audio(handle, 1)[i] = audio(handle, 0)[i];
  while (++i < frames);
}

/// Gives an output that depends on the block's length.
PLUGIN_RUNNING(blockLength, "block-length", instantiatePlain) {
  passMono(handle, frames);
  audio(handle, 1)[0] += (float)frames / 1e4f;
}

/// Instances hear each other.
PLUGIN_RUNNING(sharesMemory, "shares-memory", instantiatePlain) {
  static float last;
  for (uint32_t i = 0; i < frames; i++) {
    float sample = audio(handle, 0)[i];
    audio(handle, 1)[i] = sample + 0.5f * last;
    last = sample;
  }
}

// MARK: what is kept

typedef struct {
  Instance base;
  LV2_URID key, type;
} Forgetful;

INSTANTIATE_MAPPED(instantiateForgetful, Forgetful) {
  instance->key = urid(map, TEST_URI("forgetful#count"));
  instance->type = urid(map, LV2_ATOM__Int);
}

SAVES(saveCount) {
  static int32_t count;
  Forgetful *forgetful = handle;
  count++;
  return store(data, forgetful->key, &count, sizeof count, forgetful->type, LV2_STATE_IS_POD);
}

RESTORES(restoreNothing) {
  return LV2_STATE_SUCCESS;
}

STATE_EXTENSION(stateOfForgetful, saveCount, restoreNothing)

/// Saves another state each time, and restores none.
const LV2_Descriptor forgetful = {
    TEST_URI("forgetful"), instantiateForgetful, connectPort, NULL, passMono, NULL, freeInstance, stateOfForgetful};

static LV2_Handle instantiateLeaks(INSTANTIATE_PARAMETERS) {
  int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return opened < 0 ? NULL : newInstance(sizeof(Instance), rate);
}

/// Leaves a descriptor open for each instance.
const LV2_Descriptor leaks = PLUGIN("leaks", instantiateLeaks, passMono);

static LV2_Handle instantiateLeaksMemory(INSTANTIATE_PARAMETERS) {
  // Volatile, so that the compiler doesn't leave it out.
  void *volatile lost = malloc(4096);
  return lost ? newInstance(sizeof(Instance), rate) : NULL;
}

/// Leaves 4096 bytes behind for each instance.
const LV2_Descriptor leaksMemory = PLUGIN("leaks-memory", instantiateLeaksMemory, passMono);

// MARK: MIDI

/// Gives a NaN for a flood of MIDI.
PLUGIN_RUNNING(picky, "picky", instantiatePlain) {
  const LV2_Atom_Sequence *events = ((Instance *)handle)->ports[2];
  passMono(handle, frames);
  // More than a few messages.
  spoil(handle, events->atom.size > 4096);
}

typedef struct {
  Instance base;
  LV2_URID midiEvent;
  bool isOpen;
} Voice;

INSTANTIATE_MAPPED(instantiateVoice, Voice) {
  instance->midiEvent = urid(map, LV2_MIDI__MidiEvent);
}

/// Gives a NaN at the maximum of its parameter, 1, while a note sounds.
PLUGIN_RUNNING(voice, "voice", instantiateVoice) {
  Voice *voice = handle;
  bool sounds = voice->isOpen;
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)voice->base.ports[3], event) {
    const uint8_t *message = LV2_ATOM_BODY_CONST(&event->body);
    if (event->body.type != voice->midiEvent || event->body.size < 3) continue;
    if (lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_ON) voice->isOpen = message[2] > 0;
    if (lv2_midi_message_type(message) == LV2_MIDI_MSG_NOTE_OFF) voice->isOpen = false;
    sounds = sounds || voice->isOpen;
  }
  spoil(handle, sounds && control(handle, 2) == 1);
}

/// Gives a NaN for an event after its block.
PLUGIN_RUNNING(lateEvents, "late-events", instantiatePlain) {
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)((Instance *)handle)->ports[2], event) {
    spoil(handle, event->time.frames >= (int64_t)frames);
  }
}

/// Crashes for an event before its block.
PLUGIN_RUNNING(trustsFrames, "trusts-frames", instantiatePlain) {
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)((Instance *)handle)->ports[2], event) {
    if (event->time.frames < 0) raise(SIGSEGV);
  }
}

/// Writes at the frame of an event, even before its output.
PLUGIN_RUNNING(trustsPlaces, "trusts-places", instantiatePlain) {
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)((Instance *)handle)->ports[2], event) {
    if (event->time.frames == -1) audio(handle, 1)[event->time.frames] = 1;
  }
}

/// Waits for ever for an event that comes before the last one.
PLUGIN_RUNNING(trustsOrder, "trusts-order", instantiatePlain) {
  int64_t last = 0;
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)((Instance *)handle)->ports[2], event) {
    while (event->time.frames < last) sleepMicroseconds(1000);
    last = event->time.frames;
  }
}

/// Crashes for a MIDI message that is cut off.
PLUGIN_RUNNING(trustsMessages, "trusts-messages", instantiateVoice) {
  passMono(handle, frames);
  LV2_ATOM_SEQUENCE_FOREACH((LV2_Atom_Sequence *)((Instance *)handle)->ports[2], event) {
    if (event->body.type == ((Voice *)handle)->midiEvent && event->body.size < 2) raise(SIGSEGV);
  }
}
