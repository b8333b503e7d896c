#ifndef AUCAT_CALLGRIND_H
#define AUCAT_CALLGRIND_H

// Requests to callgrind, the profiler of valgrind that this program may run under. Otherwise they do nothing. A request
// is a sequence of instructions without effect, which valgrind recognizes (valgrind.h, callgrind.h).

/// - Returns: valgrind's answer; 0 without valgrind, and on processors other than x86-64 and ARM64.
AUCAT_NO_LOCKS static inline uint64_t aucatAskValgrind(uint64_t request, uint64_t argument) {
  volatile uint64_t words[6] = {request, argument};
  uint64_t answer = 0;
#if defined(__x86_64__)
  __asm__ volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
                   : "+d"(answer)
                   : "a"(words)
                   : "cc", "memory");
#elif defined(__aarch64__)
  __asm__ volatile("mov x3, %0\n\tmov x4, %1\n\tror x12, x12, #3\n\tror x12, x12, #13\n\tror x12, x12, #51\n\t"
                   "ror x12, x12, #61\n\torr x10, x10, x10\n\tmov %0, x3"
                   : "+r"(answer)
                   : "r"(words)
                   : "cc", "memory", "x3", "x4");
#endif
  (void)words;
  return answer;
}

/// RUNNING_ON_VALGRIND.
AUCAT_NO_LOCKS static inline bool aucatIsOnValgrind(void) { return aucatAskValgrind(0x1001, 0) != 0; }

/// CALLGRIND_TOGGLE_COLLECT: begins or ends counting.
AUCAT_NO_LOCKS static inline void aucatToggleCount(void) {
  aucatAskValgrind((uint64_t)'C' << 24 | (uint64_t)'T' << 16 | 2, 0);
}

/// CALLGRIND_DUMP_STATS_AT: writes what was counted to a file, and starts again at 0.
///
/// - Parameter reason: a text that is written to the file.
static inline void aucatWriteCount(const char *reason) {
  aucatAskValgrind((uint64_t)'C' << 24 | (uint64_t)'T' << 16 | 3, (uint64_t)(uintptr_t)reason);
}

#endif
