import AucatRender
import Glibc

exit(runRenderer(Array(CommandLine.arguments.dropFirst())))
