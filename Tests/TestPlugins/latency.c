#include "plugin.h"

#include <string.h>

enum { longestDelay = 48000, lineLength = longestDelay + 1 };

typedef struct {
  float memory[lineLength];
  uint32_t position;
} Line;

typedef struct {
  Instance base;
  Line lines[2];
} Delay;

INSTANTIATE(instantiateDelay, Delay)

static void activateDelay(LV2_Handle handle) {
  Delay *delay = handle;
  memset(delay->lines, 0, sizeof delay->lines);
  delay->base.runs = 0;
}

/// The value of a control in frames, within what a line can hold.
static uint32_t framesOf(LV2_Handle handle, uint32_t index) {
  float value = control(handle, index);
  if (!(value > 0)) return 0;
  return value < longestDelay ? (uint32_t)(value + 0.5f) : longestDelay;
}

static uint32_t before(const Line *line, uint32_t frames) {
  return (line->position + lineLength - frames) % lineLength;
}

static void runLine(Line *line, const float *in, float *out, uint32_t delay, uint32_t frames) {
  for (uint32_t i = 0; i < frames; i++) {
    line->memory[line->position] = in[i];
    out[i] = line->memory[before(line, delay)];
    line->position = (line->position + 1) % lineLength;
  }
}

static void runDelayBy(Delay *delay, uint32_t latency, uint32_t frames) {
  runLine(&delay->lines[0], audio(delay, 0), audio(delay, 2), latency, frames);
  runLine(&delay->lines[1], audio(delay, 1), audio(delay, 3), latency, frames);
}

static void runDelay(LV2_Handle handle, uint32_t frames) {
  uint32_t latency = framesOf(handle, 4);
  runDelayBy(handle, latency, frames);
  report(handle, 5, latency);
}

/// Latency that follows a control and that the host learns only by a run: compensation in a chain.
const LV2_Descriptor delay = {
    TEST_URI("delay"), instantiateDelay, connectPort, activateDelay, runDelay, NULL, freeInstance, NULL};

static void runLateLatency(LV2_Handle handle, uint32_t frames) {
  Delay *delay = handle;
  uint32_t latency = ++delay->base.runs <= 3 ? 64 : 256;
  runDelayBy(delay, latency, frames);
  report(handle, 4, latency);
}

/// Latency of 64 frames that becomes 256 at the fourth run: a host that asks once compensates wrongly or must notice.
const LV2_Descriptor lateLatency = {
    TEST_URI("late-latency"), instantiateDelay, connectPort, activateDelay, runLateLatency, NULL, freeInstance, NULL};

typedef struct {
  Instance base;
  Line line;
} Echo;

INSTANTIATE(instantiateEcho, Echo)

static void activateEcho(LV2_Handle handle) { memset(&((Echo *)handle)->line, 0, sizeof(Line)); }

static void runEcho(LV2_Handle handle, uint32_t frames) {
  Line *line = &((Echo *)handle)->line;
  const float *in = audio(handle, 0);
  float *out = audio(handle, 1);
  uint32_t time = framesOf(handle, 2);
  if (time < 1) time = 1;
  float feedback = control(handle, 3);
  for (uint32_t i = 0; i < frames; i++) {
    float value = in[i] + feedback * line->memory[before(line, time)];
    line->memory[line->position] = out[i] = value;
    line->position = (line->position + 1) % lineLength;
  }
}

/// Sounds on after its input ended: how a host decides about the tail, and that it renders it whole.
const LV2_Descriptor echo = {
    TEST_URI("echo"), instantiateEcho, connectPort, activateEcho, runEcho, NULL, freeInstance, NULL};

static void runLookahead(LV2_Handle handle, uint32_t frames) {
  runLine(&((Delay *)handle)->lines[0], audio(handle, 0), audio(handle, 1), 239, frames);
}

/// Latency of 239 frames that nothing reports: only a measurement finds it.
const LV2_Descriptor lookahead = {
    TEST_URI("lookahead"), instantiateDelay, connectPort, activateDelay, runLookahead, NULL, freeInstance, NULL};
