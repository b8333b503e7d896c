#ifndef AUCAT_PROCESS_H
#define AUCAT_PROCESS_H

// Calls of Linux that Swift's Glibc module does not show: they are declared only under _GNU_SOURCE, or variadic.

/// memfd_create(2): a file in memory that is closed on exec; -1 with errno.
int aucatMemoryFile(const char *name);

/// dladdr(3): the path of the library or program that this code is part of, or a null pointer.
const char *aucatImagePath(void);

/// prctl(2): this process is killed when the thread that started it ends.
void aucatEndWithParent(void);

#endif
