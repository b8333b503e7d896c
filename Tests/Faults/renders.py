"""Renders into which faults are forced: their output is whole, or as it was before, and what they count is counted."""
import os, shutil, struct, wave

import bundles
from outputs import Outputs

FRAMES = 96_000
FOLDER = "sound"
# The programs of a render: the one that reads and writes, and the one that loads plugins.
PARENT, CHILD = "aucat-render render", "aucat-render --render-child"


def build(machine):
    """The state in which a bundle can be loaded, and there is something to render."""
    machine.restore("used")
    # Copied, so that the calls which read it are below the home.
    shutil.copytree(f"{machine.folder}/bundles/{bundles.LOADABLE}", f"{machine.home}/lv2/{bundles.LOADABLE}")
    machine.must("scan")
    os.makedirs(f"{machine.home}/{FOLDER}")
    with wave.open(f"{machine.home}/{FOLDER}/in.wav", "wb") as file:
        file.setparams((1, 2, 48_000, FRAMES, "NONE", ""))
        file.writeframes(struct.pack(f"<{FRAMES}h", *(number * 37 % 20_000 - 10_000 for number in range(FRAMES))))
    machine.keep("rendering")


class Render(Outputs):
    """A render to files below a folder. Some of them may exist before."""

    folder = FOLDER
    what = "a render"
    roots = ("/dev/shm",)  # where copies of manifests are made

    def __init__(self, name, output, *words, target=PARENT, existing=()):
        component = bundles.uri(bundles.LOADABLE, 0)
        super().__init__(
            name, "rendering", "render", f"{FOLDER}/in.wav", f"{FOLDER}/{output}", "--force", "--through",
            component, *words,
            prepare=self.occupy, target=target)
        self.existing = existing

    def is_killed(self, result):
        return super().is_killed(result) if self.target == PARENT else result.status != 0

    def occupy(self, machine):
        for name in self.existing:
            with open(f"{machine.home}/{FOLDER}/{name}", "w") as file:
                file.write("what was here before\n" * 1_000)

    def judge(self, machine, result):
        found = self.files(machine)
        names = self.before.keys() | self.after.keys()
        problems = self.spoiled(found, names, result) + self.left(sorted(found.keys() - names), result)
        if not self.is_blameless(result):
            problems.append(("blame", f"neither plugin nor command did anything wrong: {result}"))
        return problems

    @staticmethod
    def is_blameless(result):
        """Whether a failure is put down to the machine, or to files that can't be read for want of permission."""
        return result.crashed or result.status in (0, 3, 4) or "permission denied" in result.err

    def finish(self, machine):
        """The next render does all, and removes what a killed one has left."""
        result = machine.run(*self.words)
        if result.status != 0 or self.files(machine) != self.after:
            others = sorted(self.files(machine).keys() - self.after.keys())
            return [("hand", f"the next render leaves {others or 'other files'}: {result}")]
        return []


def known():
    preset = ("--preset", f"Calm {bundles.LOADABLE.removesuffix('.lv2').capitalize()}")
    return [
        Render("render", "out.wav"),
        Render("render over a file", "out.wav", "--save-chain", f"{FOLDER}/chain.json",
               existing=("out.wav", "chain.json")),
        Render("render with a library", "out.flac"),
        Render("render's child", "out.wav", *preset, target=CHILD),
        Render("render in process", "out.wav", "--in-process", *preset),
    ]
