// serd's one header, found through pkg-config (lilv depends on serd). Only `Graph+Reading.swift` imports this.
#include <serd/serd.h>
#include <stdarg.h>
#include <stdio.h>

/// Writes an error's message. Swift can't pass on a `va_list` that it only has a pointer to.
static inline void aucatSerdMessage(const SerdError *error, char *buffer, size_t size) {
  va_list arguments;
  va_copy(arguments, *error->args);
  vsnprintf(buffer, size, error->fmt, arguments);
  va_end(arguments);
}

/// The address of the caller's stack frame.
static inline __attribute__((always_inline)) const void *aucatStackPosition(void) {
  return __builtin_frame_address(0);
}
