#!/usr/bin/env python3
"""What it costs that plugins live in processes of their own, on a JACK server without a sound card, with real-time
priority.

    Tests/Benchmarks/isolation.py AUCAT [--seconds 20] [--blocks 64,256]

For chains of four and of eight, and each --isolation: the processor time of the session with all of its processes, the longest
share of a block's time that the chain takes lately, what each component takes more than in the session's own process, xruns, and
blocks that were replaced because a process was late. Beside them, in the same run, the round trip of two processes that only wake
each other by futex(2), with real-time priority, on one processor and on two, and waiting for ever or with a deadline.
"""

import argparse
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from live import CHAIN, Server, Session, processor_time

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


def futex(folder):
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


def tree(process):
    """A process, and all below it; none that ends meanwhile."""
    found = [process]
    for number in found:
        for thread in Path(f"/proc/{number}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found


def measure(aucat, environment, chain, block, isolation, seconds):
    with Server(block, is_realtime=True) as server:
        session = Session(
            aucat, environment | {"JACK_DEFAULT_SERVER": server.name}, "bench", chain, ["--isolation", isolation])
        time.sleep(2)
        first, processes = session.ask(request="cost"), tree(session.process.pid)
        before = sum(map(processor_time, processes))
        loads, shares = [], []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(0.25)
            cost = session.ask(request="cost")
            loads.append(cost["load"])
            shares.append([stage["load"] for stage in cost["stages"]])
        used = sum(map(processor_time, processes)) - before
        missed = sum(stage["missed"] for stage in session.ask(request="list")["stages"])
        xruns = session.ask(request="cost")["xruns"] - first["xruns"]
        session.end()
        period = block / 48_000 * 1e6
        return used, max(loads), [statistics.median(one) * period for one in zip(*shares)], xruns, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("aucat")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--blocks", default="64,256")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"XDG_RUNTIME_DIR": folder}
        futex(folder)
        print(f"\n| chain, block | isolation | processor time in {given.seconds:g} s | load | more for a component | xruns | late |")
        print("|---|---|---|---|---|---|---|")
        for block in map(int, given.blocks.split(",")):
            for chain in (CHAIN, CHAIN * 2):
                alone = None
                for isolation in ("none", "each", "chain"):
                    used, load, times, xruns, missed = measure(
                        given.aucat, environment, chain, block, isolation, given.seconds)
                    alone = alone or times
                    more = statistics.mean(one - other for one, other in zip(times, alone))
                    print(
                        f"| {len(chain)}, {block} | {isolation} | {used:.2f} s | {load * 100:.0f} % | {more:.0f} µs | {xruns} "
                        f"| {missed} |", flush=True)


if __name__ == "__main__":
    main()
