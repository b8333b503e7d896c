#ifndef AUCAT_CALL_WATCH_H
#define AUCAT_CALL_WATCH_H

// Counts the calls of the C library that may wait, for module ComponentValidation.

/// Makes the libraries that are loaded by now call the functions that may wait, such as malloc(3) and read(2), through
/// counters; the program itself, the C library and Swift's runtime do as before. -1 with errno where that isn't possible.
int aucatWatchLibraries(void);

/// From now on what this thread calls is counted, until aucatEndWatch.
void aucatBeginWatch(void);
void aucatEndWatch(void);

/// The functions that are counted have the numbers below this.
int aucatWatchedCount(void);

/// The name of a function that is counted.
const char *aucatWatchedName(int function);

/// What a function may do: 0 allocate memory, 1 free it, 2 take a lock, 3 wait, 4 use files, 5 print.
int aucatWatchedKind(int function);

/// The calls of a function since this was last asked: those about standard output or error, or the others.
unsigned aucatTakeCalls(int function, int isStandard);

#endif
