import AucatRender
import Glibc

exit(runRenderer())
