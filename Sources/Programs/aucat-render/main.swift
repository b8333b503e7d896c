import Glibc

exit(runRenderer())
