import AucatCommands

#if canImport(Glibc)
  import Glibc
#endif

exit(runAucat(Array(CommandLine.arguments.dropFirst())))
