#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

// A processor may support a second architecture, on which the numbers of system calls mean something else.
#if defined __x86_64__
#define OWN_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define OWN_ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define OWN_ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/// On x86-64, system calls from this number on are those of x32; no other architecture has numbers that large.
enum { firstForeignCall = 0x40000000 };

#ifdef OWN_ARCHITECTURE
int aucatCloseNetwork(void) {
  // The filter compares the lower half of the family, which comes first on little-endian machines.
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCHITECTURE, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, firstForeignCall, 1, 0),
      // An io_uring can create sockets without that call.
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
int aucatCloseNetwork(void) {
  errno = ENOSYS;
  return -1;
}
#endif

void aucatFillNewMemory(int byte) {
  // glibc fills memory with the complement of the number, and does nothing for 0.
  mallopt(M_PERTURB, byte < 0 ? 0 : byte ^ 0xFF);
}

unsigned long aucatAllocatedBytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

__attribute__((noinline)) void aucatFillStack(int byte) {
  unsigned char memory[1 << 16];
  memset(memory, byte, sizeof memory);
  // Otherwise the compiler omits the writes, since nothing reads the memory.
  __asm__ volatile("" : : "r"(memory) : "memory");
}

unsigned long aucatSignalHandler(int number) {
  struct sigaction action;
  if (sigaction(number, NULL, &action)) return 0;
  return (unsigned long)(uintptr_t)action.sa_handler;
}
