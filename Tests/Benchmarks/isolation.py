#!/usr/bin/env python3
"""The round trip of two processes that only wake each other by futex(2), with real-time priority, on one processor and on
two, and waiting for ever or with a deadline: what a plugin in a process of its own costs at least.
"""

import subprocess
import tempfile
from pathlib import Path

FUTEX = r"""
#define _GNU_SOURCE
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
enum { count = 5000 };
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}
static void pass(uint32_t *word, uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
  syscall(SYS_futex, word, FUTEX_WAKE, 1, 0, 0, 0);
}
static void await(uint32_t *word, uint32_t value, int64_t deadline) {
  struct timespec end = {deadline / 1000000000, deadline % 1000000000};
  while (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value) {
    // Once that is over it waits for ever, lest it keep the other one from running.
    if (syscall(SYS_futex, word, FUTEX_WAIT_BITSET, value, deadline ? &end : 0, 0, FUTEX_BITSET_MATCH_ANY)) deadline = 0;
  }
}
static int compare(const void *a, const void *b) { return *(int64_t *)a < *(int64_t *)b ? -1 : 1; }
static void settle(int processor, int priority) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  sched_setaffinity(0, sizeof set, &set);
  sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = priority});
}
int main(int number, char **words) {
  static int64_t times[count];
  uint32_t *words_ = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int child = fork();
  settle(child ? 0 : atoi(words[1]), child ? 10 : 9);
  for (uint32_t i = 0; !child; i++) await(words_, i, 0), pass(words_ + 16, i + 1);
  for (uint32_t i = 0; i < count; i++) {
    usleep(200);
    int64_t start = now();
    pass(words_, i + 1);
    await(words_ + 16, i, atoi(words[2]) ? start + 600000 : 0);
    times[i] = now() - start;
  }
  kill(child, SIGKILL);
  qsort(times, count, sizeof *times, compare);
  printf("%.1f %.1f\n", times[count / 2] / 1e3, times[count * 99 / 100] / 1e3);
}
"""


def measure(folder):
    source = Path(folder, "futex.c")
    source.write_text(FUTEX)
    subprocess.run(["cc", "-O2", "-w", "-o", source.with_suffix(""), source], check=True)
    print("| a bare round trip | median | 99th percentile |\n|---|---|---|")
    # A host that waits without a deadline hangs with its plugins; a timer costs much where a hypervisor sets it.
    for name, *words in [
            ("on one processor", "0", "0"), ("on one processor, with a deadline", "0", "1"), ("on two", "1", "0"),
            ("on two, with a deadline", "1", "1")]:
        median, late = subprocess.run(
            [source.with_suffix(""), *words], check=True, capture_output=True, text=True).stdout.split()
        print(f"| {name} | {median} µs | {late} µs |", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        measure(folder)
