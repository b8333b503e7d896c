import AucatCommands
import Glibc

exit(runAucat())
