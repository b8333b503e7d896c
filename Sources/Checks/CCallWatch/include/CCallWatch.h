#ifndef AUCAT_CALL_WATCH_H
#define AUCAT_CALL_WATCH_H

// Counts the calls of C library functions that may wait, for module ComponentValidation.

/// Makes the libraries that are loaded by now call the functions that may wait, such as malloc(3) and read(2), through
/// counters; the program itself, the C library and Swift's runtime still call them directly. Returns -1, with errno, if
/// that isn't possible.
int aucatWatchLibraries(void);

/// Counts the functions that this thread calls from now on, until aucatEndWatch.
void aucatBeginWatch(void);
void aucatEndWatch(void);

/// The number of functions that are counted; they are numbered from 0.
int aucatWatchedCount(void);

/// The name of a function that is counted.
const char *aucatWatchedName(int function);

/// What a function may do: 0 allocate memory, 1 free it, 2 take a lock, 3 wait, 4 use files, 5 print.
int aucatWatchedKind(int function);

/// The number of a function's calls since this was last called for it: those about standard output or error, or the
/// others.
unsigned aucatTakeCalls(int function, int isStandard);

#endif
