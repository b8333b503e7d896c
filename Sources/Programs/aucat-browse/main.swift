import AucatCommands
import AucatProgram
import Glibc

#if Browse
  exit(runAucat(page: PageVerb()))
#else
  StandardError.writeText("aucat: this build has no page; build it with the trait Browse, as .dev/install does\n")
  exit(ExitStatus.storeFailed.rawValue)
#endif
