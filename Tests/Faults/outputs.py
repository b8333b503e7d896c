"""Commands that write files of the user's own: each is whole, as it was before or new."""
import os

from scenario import Scenario


class Outputs(Scenario):
    """A command that writes files below a folder of the home."""

    folder = None  # relative to the home
    what = None  # what makes the files, for messages

    def learn(self, machine):
        self.restore(machine)
        self.before = self.files(machine)
        super().learn(machine)
        self.after = self.made

    def run(self, machine, fault=None, log=None):
        result = super().run(machine, fault, log)
        self.made = self.files(machine)
        return result

    def files(self, machine):
        """The contents of all files below the folder, by name."""
        top = f"{machine.home}/{self.folder}"
        found = {}
        for folder, _, names in os.walk(top):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, top)] = file.read()
        return found

    def spoiled(self, found, names, result):
        """What is wrong with the files of these names."""
        problems = []
        for name in sorted(names):
            content, old, new = (files.get(name) for files in (found, self.before, self.after))
            if result.status == 0 and content != new:
                problems.append(("silent", f"{name} is not what {self.what} makes: {result}"))
            elif content not in (old, new):
                problems.append(("loss", f"{name} is neither as before nor whole: {result}"))
        return problems

    @staticmethod
    def left(others, result):
        """What is wrong with other files."""
        return [("silent", f"{others[0]} was left behind: {result}")] if others and not result.crashed else []
