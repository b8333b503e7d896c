// serd's one header, found through pkg-config (lilv brings it). Only module Turtle imports this.
#include <serd/serd.h>
#include <stdarg.h>
#include <stdio.h>

/// Writes an error's message. Swift can't hand on the list of arguments that a pointer leads to.
static inline void aucatSerdMessage(const SerdError *error, char *buffer, size_t size) {
  va_list arguments;
  va_copy(arguments, *error->args);
  vsnprintf(buffer, size, error->fmt, arguments);
  va_end(arguments);
}
