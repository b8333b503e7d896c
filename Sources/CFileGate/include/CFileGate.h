#ifndef AUCAT_FILE_GATE_H
#define AUCAT_FILE_GATE_H

/// Decides about one file that a C library wants to read.
///
/// Returns a descriptor that is open for reading, -1 to refuse with errno set, or -2 where the gate has no opinion.
typedef int (*AucatFileGate)(const char *path);

/// Installs the gate for this process; a null pointer removes it.
///
/// Linking this target replaces fopen and fopen64 for the whole process, shared libraries included: serd, which lilv
/// reads Turtle with, offers no other place to decide what may be opened. Only the scan worker links it.
void aucatInstallFileGate(AucatFileGate gate);

#endif
