#include "plugin.h"

#include <float.h>
#include <math.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

/// Sound becomes NaN or infinite at a known frame: a host has to say so and must not let it into a file or a meter.
PLUGIN_RUNNING(notFinite, "not-finite", instantiatePlain) {
  uint64_t first = ((Instance *)handle)->frames;
  float after = control(handle, 2), bad = control(handle, 3) > 0.5f ? INFINITY : NAN;
  passMono(handle, frames);
  for (uint32_t i = 0; i < frames; i++) {
    if ((double)(first + i) >= after) audio(handle, 1)[i] = bad;
  }
}

/// Whether a product that is denormal becomes zero, measured now and not by the compiler.
static bool resultsAreFlushed(void) {
  volatile float small = FLT_MIN;
  volatile float product = small * 0.5f;
  return product == 0;
}

/// Whether a denormal operand counts as zero. The product itself would be a normal number.
static bool operandsAreZero(void) {
  volatile float tiny = 0x1p-127f;
  volatile float product = tiny * 0x1p20f;
  return product == 0;
}

/// Denormal output, and whether the host runs its plugins with flush-to-zero.
PLUGIN_RUNNING(denormal, "denormal", instantiatePlain) {
  const float *in = audio(handle, 0);
  float *out = audio(handle, 1);
  for (uint32_t i = 0; i < frames; i++) out[i] = copysignf(1e-40f, in[i]);
  report(handle, 2, resultsAreFlushed());
  report(handle, 3, operandsAreZero());
}

/// Rounds upward and computes denormals. fesetround would need libm, which the library does without: a host that has
/// not loaded libm itself couldn't load it otherwise.
static void changeFPU(void) {
#if defined(__x86_64__)
  _mm_setcsr((_mm_getcsr() & ~0xE040u) | _MM_ROUND_UP);
#elif defined(__aarch64__)
  const uint64_t flush = UINT64_C(1) << 24, rounding = UINT64_C(3) << 22, upward = UINT64_C(1) << 22;
  uint64_t state;
  __asm__ volatile("mrs %0, fpcr" : "=r"(state));
  __asm__ volatile("msr fpcr, %0" : : "r"((state & ~(flush | rounding)) | upward));
#endif
}

/// Leaves run with another rounding and without flush-to-zero: the next plugin must not compute differently.
PLUGIN_RUNNING(changesFPU, "changes-fpu", instantiatePlain) {
  passStereo(handle, frames);
  changeFPU();
}
