import AucatCommands

#if canImport(Glibc)
  import Glibc
#endif

exit(runAucat())
