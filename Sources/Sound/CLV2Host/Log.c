#define _GNU_SOURCE
#include "CLV2Host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

// A log:Trace may come from the render thread, where the printf family isn't an option: it allocates for wide
// characters, long precisions and numbered arguments. So the format and the values of its arguments are copied by this
// file's own loops, and another thread formats them.

enum { longestLine = 4096, longestConversion = 32 };

/// One conversion of a format: `%`, flags, width, precision, length and a letter.
typedef struct {
  const char *start;
  /// The character after the letter.
  const char *end;
  /// Where the length modifier begins.
  const char *length;
  /// How many of width and precision are arguments.
  int stars;
  bool hasStarPrecision;
  /// The precision that the format gives; -1 for none.
  int precision;
  char letter;
} Conversion;

static bool isDigit(char letter) { return letter >= '0' && letter <= '9'; }

static bool isOneOf(char letter, const char *set) {
  for (; *set; set++) {
    if (*set == letter) return true;
  }
  return false;
}

/// Reads digits, as many as there are; without any, the number is 0.
static int readNumber(const char **text) {
  int number = 0;
  for (; isDigit(**text); ++*text) {
    if (number <= longestLine) number = number * 10 + (**text - '0');
  }
  return number;
}

/// Reads the conversion at a `%`; false for one that is not understood, such as one with numbered arguments.
static bool readConversion(const char *text, Conversion *found) {
  *found = (Conversion){.start = text, .precision = -1};
  const char *next = text + 1;
  while (*next && isOneOf(*next, "-+ #0'I")) next++;
  if (*next == '*') found->stars++, next++;
  int width = readNumber(&next);
  if (*next == '.') {
    next++;
    if (*next == '*') found->stars++, found->hasStarPrecision = true, next++;
    found->precision = readNumber(&next);
  }
  found->length = next;
  while (*next && isOneOf(*next, "hlqLjzZt")) next++;
  found->letter = *next;
  found->end = next + 1;
  // Anything wider than a line would only cost time.
  return *next && isOneOf(*next, "diouxXcCeEfFgGaAsSpnm%") && found->end - text < longestConversion
      && width <= longestLine && found->precision <= longestLine;
}

// MARK: on any thread, without waiting

/// Appends bytes; if they don't fit, the trace is cut.
static bool put(AucatTrace *trace, const void *bytes, size_t count) {
  if (count > aucatTraceBytes - trace->used) {
    trace->isCut = true;
    return false;
  }
  const unsigned char *from = bytes;
  unsigned char *to = trace->bytes + trace->used;
  for (size_t i = 0; i < count; i++) to[i] = from[i];
  trace->used += (uint32_t)count;
  return true;
}

/// Appends a text and a null byte, as far as there is room.
static bool putText(AucatTrace *trace, const char *text, size_t limit) {
  static const char end = 0;
  size_t room = aucatTraceBytes - trace->used;
  if (room == 0) return put(trace, &end, 1);
  size_t count = 0;
  while (count < limit && count < room && text[count]) count++;
  bool isWhole = count < room;
  if (!isWhole) {
    trace->isCut = true;
    count = room - 1;
    // A character of UTF-8 is not cut in two.
    while (count > 0 && (text[count] & 0xC0) == 0x80) count--;
  }
  return put(trace, text, count) && put(trace, &end, 1) && isWhole;
}

static char lengthOf(const Conversion *conversion) {
  char length = *conversion->length;
  if (length == 'h') return 'i';
  if (length == 'l') return conversion->length[1] == 'l' ? 'q' : 'l';
  return conversion->length + 1 == conversion->end ? 'i' : length;
}

static bool putInteger(AucatTrace *trace, char length, va_list *arguments) {
  long long value;
  switch (length) {
  case 'l': value = va_arg(*arguments, long); break;
  case 'q':
  case 'L': value = va_arg(*arguments, long long); break;
  case 'j': value = va_arg(*arguments, intmax_t); break;
  case 'z':
  case 'Z': value = (long long)va_arg(*arguments, size_t); break;
  case 't': value = va_arg(*arguments, ptrdiff_t); break;
  default: value = va_arg(*arguments, int);
  }
  return put(trace, &value, sizeof value);
}

static bool putNumber(AucatTrace *trace, char length, va_list *arguments) {
  double value = length == 'L' ? (double)va_arg(*arguments, long double) : va_arg(*arguments, double);
  return put(trace, &value, sizeof value);
}

static bool putString(AucatTrace *trace, const Conversion *conversion, int starPrecision, va_list *arguments) {
  int precision = conversion->hasStarPrecision ? starPrecision : conversion->precision;
  if (conversion->letter == 'S' || lengthOf(conversion) == 'l') {
    // Converting wide characters allocates, and depends on the locale.
    (void)va_arg(*arguments, const wchar_t *);
    return putText(trace, "?", 1);
  }
  const char *text = va_arg(*arguments, const char *);
  return putText(trace, text ? text : "(null)", precision < 0 ? SIZE_MAX : (size_t)precision);
}

/// Copies the arguments of one conversion.
static bool putArguments(AucatTrace *trace, const Conversion *conversion, va_list *arguments) {
  int star = -1;
  for (int i = 0; i < conversion->stars; i++) {
    star = va_arg(*arguments, int);
    if (!put(trace, &star, sizeof star)) return false;
  }
  char length = lengthOf(conversion);
  switch (conversion->letter) {
  case '%':
  case 'm': return true;
  case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
    return putNumber(trace, length, arguments);
  case 's':
  case 'S': return putString(trace, conversion, star, arguments);
  case 'p':
  case 'n': {
    // %n would write into the caller's memory, after the call.
    void *pointer = va_arg(*arguments, void *);
    return put(trace, &pointer, sizeof pointer);
  }
  default: return putInteger(trace, length, arguments);
  }
}

static void capture(AucatTrace *trace, const char *format, va_list *arguments) {
  int error = errno;
  trace->used = 0;
  trace->isCut = false;
  trace->error = error;
  if (!putText(trace, format, SIZE_MAX)) return;
  const char *next = format;
  while (*next) {
    if (*next++ != '%') continue;
    Conversion conversion;
    if (!readConversion(next - 1, &conversion)) {
      trace->isCut = true;
      return;
    }
    if (!putArguments(trace, &conversion, arguments)) return;
    next = conversion.end;
  }
}

/// Records a trace without waiting: if another thread is writing, or there is no room, the trace is lost and counted.
static int traceWithoutWaiting(AucatLog *log, const char *format, va_list *arguments) {
  AucatTraceRing *ring = &log->ring;
  if (__atomic_exchange_n(&ring->isBusy, 1, __ATOMIC_ACQUIRE)) {
    __atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);
    return 0;
  }
  uint32_t written = __atomic_load_n(&ring->written, __ATOMIC_RELAXED);
  bool hasRoom = written - __atomic_load_n(&ring->taken, __ATOMIC_ACQUIRE) < aucatTraceCount;
  int size = 0;
  if (hasRoom) {
    AucatTrace *trace = &ring->traces[written % aucatTraceCount];
    capture(trace, format, arguments);
    size = (int)trace->used;
    __atomic_store_n(&ring->written, written + 1, __ATOMIC_RELEASE);
  } else {
    __atomic_fetch_add(&ring->lost, 1, __ATOMIC_RELAXED);
  }
  __atomic_store_n(&ring->isBusy, 0, __ATOMIC_RELEASE);
  sem_t *wake = __atomic_load_n(&log->wake, __ATOMIC_ACQUIRE);
  if (wake) sem_post(wake);
  return size;
}

// MARK: where waiting is allowed

/// Where the next formatted text goes.
typedef struct {
  char *next;
  size_t room;
} Line;

/// Counts what a printf function has written, or would have.
static void advance(Line *line, int count) {
  if (count <= 0) return;
  size_t step = (size_t)count < line->room ? (size_t)count : line->room - 1;
  line->next += step;
  line->room -= step;
}

static bool get(const AucatTrace *trace, uint32_t *place, void *value, size_t count) {
  if (count > trace->used - *place) return false;
  memcpy(value, trace->bytes + *place, count);
  *place += (uint32_t)count;
  return true;
}

#define FORMAT(value)                                                                                  \
  (conversion->stars == 2   ? snprintf(line->next, line->room, pattern, stars[0], stars[1], (value))   \
   : conversion->stars == 1 ? snprintf(line->next, line->room, pattern, stars[0], (value))             \
                            : snprintf(line->next, line->room, pattern, (value)))

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/// Formats one conversion with the arguments that were kept; false if the trace ends before them.
static bool formatConversion(
    Line *line, const Conversion *conversion, const AucatTrace *trace, uint32_t *place) {
  int stars[2] = {0, 0};
  for (int i = 0; i < conversion->stars; i++) {
    if (!get(trace, place, &stars[i], sizeof stars[i])) return false;
    if (stars[i] > longestLine || stars[i] < -longestLine) return false;
  }
  // The same conversion, with the length modifier of the value that was kept.
  char pattern[longestConversion + 4];
  size_t head = (size_t)(conversion->length - conversion->start);
  memcpy(pattern, conversion->start, head);
  bool isInteger = isOneOf(conversion->letter, "diouxX");
  const char letter = conversion->letter == 'S' ? 's' : conversion->letter == 'C' ? 'c' : conversion->letter;
  snprintf(pattern + head, sizeof pattern - head, "%s%c", isInteger ? "ll" : "", letter);
  if (isOneOf(letter, "eEfFgGaA")) {
    double value;
    if (!get(trace, place, &value, sizeof value)) return false;
    advance(line, FORMAT(value));
  } else if (letter == 's') {
    const char *text = (const char *)trace->bytes + *place;
    size_t count = strnlen(text, trace->used - *place);
    if (count == trace->used - *place) return false;
    advance(line, FORMAT(text));
    *place += (uint32_t)count + 1;
  } else if (letter == 'p' || letter == 'n') {
    void *pointer;
    if (!get(trace, place, &pointer, sizeof pointer)) return false;
    if (letter == 'p') advance(line, FORMAT(pointer));
  } else if (letter == 'm') {
    errno = trace->error;
    advance(line, FORMAT(0));
  } else if (letter == '%') {
    advance(line, snprintf(line->next, line->room, "%%"));
  } else {
    long long value;
    if (!get(trace, place, &value, sizeof value)) return false;
    // For a narrower length, only the bits of that length count.
    if (*conversion->length == 'h' || conversion->length + 1 == conversion->end) {
      bool isSigned = isOneOf(letter, "dic");
      int narrow = (int)value;
      bool isByte = conversion->length[0] == 'h' && conversion->length[1] == 'h';
      if (*conversion->length == 'h') {
        narrow = isByte ? (isSigned ? (signed char)narrow : (unsigned char)narrow)
                        : (isSigned ? (short)narrow : (unsigned short)narrow);
      }
      value = isSigned ? narrow : (long long)(unsigned)narrow;
    }
    if (letter == 'c') advance(line, FORMAT((int)value));
    else advance(line, FORMAT(value));
  }
  return true;
}

static int logv(LV2_Log_Handle handle, LV2_URID type, const char *format, va_list arguments) {
  AucatLog *log = handle;
  if (type == log->trace && __atomic_load_n(&log->isRunning, __ATOMIC_ACQUIRE)) {
    va_list copy;
    va_copy(copy, arguments);
    int size = traceWithoutWaiting(log, format, &copy);
    va_end(copy);
    return size;
  }
  char line[longestLine];
  int length = vsnprintf(line, sizeof line, format, arguments);
  if (length >= 0) log->sink(log->handle, type, line);
  return length;
}

#pragma GCC diagnostic pop

static int logFormatted(LV2_Log_Handle handle, LV2_URID type, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = logv(handle, type, format, arguments);
  va_end(arguments);
  return length;
}

void aucatLog(AucatLog *log, void *handle, AucatLogSink sink, LV2_URID trace, AucatTrace *traces) {
  *log = (AucatLog){
      .log = {.handle = log, .printf = logFormatted, .vprintf = logv},
      .handle = handle,
      .sink = sink,
      .trace = trace,
      .ring = {.traces = traces},
  };
}

void aucatSetRunning(AucatLog *log, bool isRunning, sem_t *wake) {
  __atomic_store_n(&log->wake, wake, __ATOMIC_RELEASE);
  __atomic_store_n(&log->isRunning, isRunning, __ATOMIC_RELEASE);
}

bool aucatHasTraces(const AucatLog *log) {
  const AucatTraceRing *ring = &log->ring;
  return __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE) != __atomic_load_n(&ring->taken, __ATOMIC_RELAXED)
      || __atomic_load_n(&ring->lost, __ATOMIC_RELAXED) != 0;
}

bool aucatTakeTrace(AucatLog *log, char *text, size_t size) {
  AucatTraceRing *ring = &log->ring;
  uint32_t taken = __atomic_load_n(&ring->taken, __ATOMIC_RELAXED);
  if (__atomic_load_n(&ring->written, __ATOMIC_ACQUIRE) == taken) return false;
  const AucatTrace *trace = &ring->traces[taken % aucatTraceCount];
  Line line = {text, size};
  *text = 0;
  const char *format = (const char *)trace->bytes;
  uint32_t place = (uint32_t)strnlen(format, trace->used) + 1;
  bool isWhole = place <= trace->used;
  while (isWhole && *format) {
    Conversion conversion;
    if (*format != '%') {
      advance(&line, snprintf(line.next, line.room, "%c", *format++));
    } else if (readConversion(format, &conversion) && formatConversion(&line, &conversion, trace, &place)) {
      format = conversion.end;
    } else {
      isWhole = false;
    }
  }
  if (trace->isCut || !isWhole) advance(&line, snprintf(line.next, line.room, "…"));
  __atomic_store_n(&ring->taken, taken + 1, __ATOMIC_RELEASE);
  return true;
}

uint32_t aucatTakeLostTraces(AucatLog *log) { return __atomic_exchange_n(&log->ring.lost, 0, __ATOMIC_RELAXED); }
