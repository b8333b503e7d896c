"""An export into which faults are forced: each of Ardour's files is whole, as it was before or new."""
import os, re

import bundles
from outputs import Outputs

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


class ArdourExport(Outputs):
    """`export --to ardour` over the files of an Ardour that has been used."""

    folder = FOLDER
    what = "an export"

    def __init__(self):
        super().__init__("export to Ardour", "used", "export", "--to", "ardour", prepare=use_ardour)

    def learn(self, machine):
        super().learn(machine)
        if any(self.before[name] == self.after[name] for name in FILES):
            raise SystemExit("faults: without any fault, an export to Ardour changes nothing")

    def judge(self, machine, result):
        found = self.files(machine)
        # Kept copies have the time in their names.
        problems = self.spoiled(found, self.before, result)
        for name, old in self.before.items():
            if found.get(name) == self.after[name] != old and old not in self.copies(found, name):
                problems.append(("loss", f"{name} was replaced, and the former version was not kept: {result}"))
        others = [name for name in found if name.endswith(".unfinished")]
        problems += self.left(others, result)
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
