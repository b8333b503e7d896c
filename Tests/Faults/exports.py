"""An export into which faults are forced: each of Ardour's files is whole, as it was before or new."""
import glob, os, re

import bundles
from scenario import Scenario

FOLDER = ".config/ardour8"
FILES = ["plugin_metadata/plugin_tags", "plugin_metadata/plugin_statuses"]
# What a kept copy of a former version is called.
COPY = re.compile(r"\.before-\d+(-\d+)?$")


def use_ardour(machine):
    """Ardour's own files, with tags, favourites and use counts."""
    folder = f"{machine.home}/{FOLDER}"
    os.makedirs(f"{folder}/plugin_metadata")
    plugins = [bundles.uri("delta.lv2", number) for number in range(bundles.PLUGINS)]
    tags = "".join(f'<Plugin type="LV2" id="{uri}" tags="stage hall" name="x" user-set="1"/>\n' for uri in plugins)
    uses = "".join(f'<Plugin type="LV2" id="{uri}" lru="1732127400" use-count="12"/>\n' for uri in plugins)
    for name, text in [
        ("config", "<config/>"), ("plugin_metadata/plugin_tags", f"<PluginTags>\n{tags}</PluginTags>\n"),
        ("plugin_metadata/plugin_statuses", f"LV2 Favorite {plugins[0]}\nLV2 Hidden {plugins[1]}\n"),
        ("plugin_metadata/plugin_stats", f"<PluginStats>\n{uses}</PluginStats>\n"),
    ]:
        with open(f"{folder}/{name}", "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n' * text.startswith("<") + text)


class ArdourExport(Scenario):
    """`export --to ardour` over the files of an Ardour that has been used."""

    def __init__(self):
        super().__init__("export to Ardour", "used", "export", "--to", "ardour", prepare=use_ardour)

    def learn(self, machine):
        self.restore(machine)
        self.before = self.files(machine)
        super().learn(machine)
        self.after = self.made
        if any(self.before[name] == self.after[name] for name in FILES):
            raise SystemExit("faults: without any fault, an export to Ardour changes nothing")

    def run(self, machine, fault=None, log=None):
        result = super().run(machine, fault, log)
        self.made = self.files(machine)
        return result

    def files(self, machine):
        """The contents of Ardour's files, and of all beside them, by name."""
        folder = f"{machine.home}/{FOLDER}"
        found = {}
        for path in glob.glob(f"{folder}/**", recursive=True):
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
        return found

    def judge(self, machine, result):
        found = self.files(machine)
        problems = []
        for name, old in self.before.items():
            content, new = found.get(name), self.after[name]
            if result.status == 0 and content != new:
                problems.append(("silent", f"{name} is not what an export makes: {result}"))
            elif content not in (old, new):
                problems.append(("loss", f"{name} is neither as before nor whole: {result}"))
            elif content != old and old not in self.copies(found, name):
                problems.append(("loss", f"{name} was replaced, and the former version was not kept: {result}"))
        others = [name for name in found if name.endswith(".unfinished")]
        if others and not result.crashed:
            problems.append(("silent", f"{others[0]} was left behind: {result}"))
        if others and others[0] not in machine.run("doctor").out:
            problems.append(("silent", f"doctor doesn't name {others[0]}"))
        return problems

    @staticmethod
    def copies(found, name):
        """The contents of the kept copies of a file."""
        return [content for other, content in found.items() if other.startswith(name) and COPY.search(other)]

    def finish(self, machine):
        """The next export does all, and removes what a killed one has left."""
        result = machine.run(*self.words)
        others = [name for name in self.files(machine) if name.endswith(".unfinished")]
        if result.status != 0 or others:
            return [("hand", f"the next export leaves {others or 'other files'}: {result}")]
        again = machine.run(*self.words)
        if "is already up to date" not in again.out:
            return [("hand", f"an export right after another writes again: {again}")]
        return []


def known():
    return [ArdourExport()]
