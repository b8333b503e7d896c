"""Answers count what was installed before them."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import aucat
import pytest
from machine import Machine


def write(folder: Path, uri: str, name: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plugin.so").touch()
    (folder / "manifest.ttl").write_text(
        f"""@prefix lv2: <http://lv2plug.in/ns/lv2core#> .
        @prefix doap: <http://usefulinc.com/ns/doap#> .
        <{uri}> a lv2:Plugin ; lv2:binary <plugin.so> ; doap:name "{name}" ; lv2:port [
          a lv2:OutputPort, lv2:AudioPort ; lv2:index 0 ; lv2:symbol "out" ; lv2:name "Out" ] ."""
    )


def replace(root: Path) -> None:
    """Another bundle in the place of one, with its times."""
    write(root / "next", "urn:a", "Other")
    for name in ("manifest.ttl", "plugin.so", ""):
        shutil.copystat(root / "lv2" / "a.lv2" / name, root / "next" / name)
    shutil.rmtree(root / "lv2" / "a.lv2")
    (root / "next").rename(root / "lv2" / "a.lv2")


def link(root: Path) -> None:
    write(root / "elsewhere" / "l.lv2", "urn:l", "Linked")
    (root / "lv2" / "l.lv2").symlink_to(root / "elsewhere" / "l.lv2")


def move(root: Path) -> None:
    (root / "more").mkdir()
    (root / "lv2" / "a.lv2").rename(root / "more" / "a.lv2")


EVENTS: list[tuple[Callable[[Path], object], set[str]]] = [
    (lambda root: write(root / "lv2" / "b.lv2", "urn:b", "Beta"), {"Alpha", "Beta", "Keep"}),
    (lambda root: shutil.rmtree(root / "lv2" / "a.lv2"), {"Keep"}),
    (replace, {"Other", "Keep"}),
    (lambda root: (root / "lv2" / "a.lv2").rename(root / "lv2" / "c.lv2"), {"Alpha", "Keep"}),
    (link, {"Alpha", "Keep", "Linked"}),
    (move, {"Alpha", "Keep"}),
    (lambda root: write(root / "lv2" / "a.lv2", "urn:a", "Edited"), {"Alpha", "Keep"}),
    (lambda root: (root / "lv2" / "a.lv2").chmod(0), {"Alpha", "Keep"} if os.geteuid() == 0 else {"Keep"}),
    (lambda root: write(root / "more" / "m.lv2", "urn:m", "More"), {"Alpha", "Keep", "More"}),
]


def catalog(root: Path, notices: list[str] | None = None, **more: float | None) -> aucat.Catalog:
    return aucat.Catalog(
        catalog=root / "catalog.sqlite",
        system_catalog=None,
        user_store=None,
        results=None,
        search_path=[root / "lv2", root / "more"],
        notice=None if notices is None else notices.append,
        **more,
    )


def names(catalog: aucat.Catalog) -> set[str]:
    return {component.name for component in catalog.search("")}


def test_an_open_catalog_counts_what_has_happened(machine: Machine, tmp_path: Path) -> None:
    roots = [tmp_path / str(number) for number in range(len(EVENTS))]
    for root in roots:
        write(root / "lv2" / "a.lv2", "urn:a", "Alpha")
        write(root / "lv2" / "keep.lv2", "urn:keep", "Keep")
    time.sleep(2.1)
    notices: list[list[str]] = [[] for _ in EVENTS]
    catalogs = [catalog(root, told) for root, told in zip(roots, notices)]
    followers = []
    for root, opened, (event, _) in zip(roots, catalogs, EVENTS):
        assert names(opened) == {"Alpha", "Keep"}
        followers.append(opened.changes())
        event(root)
    time.sleep(1.05)
    for number, (root, opened, (_, expected)) in enumerate(zip(roots, catalogs, EVENTS)):
        assert names(opened) == expected, number
    # An edit in place and permissions are nobody's news; everything else is told, and in the changes.
    silent = {6, 7}
    for number, follower in enumerate(followers):
        assert bool(notices[number]) == (number not in silent), (number, notices[number])
        assert bool(follower.read()) == (number not in silent), number
        follower.close()
    assert notices[0] == ["1 new bundle: Beta"]


def test_following_may_be_turned_off(machine: Machine, tmp_path: Path) -> None:
    write(tmp_path / "lv2" / "a.lv2", "urn:a", "Alpha")
    assert names(catalog(tmp_path)) == {"Alpha"}
    write(tmp_path / "lv2" / "b.lv2", "urn:b", "Beta")
    assert names(catalog(tmp_path, following=None)) == {"Alpha"}
    assert names(catalog(tmp_path, following=30)) == {"Alpha", "Beta"}
    with pytest.raises((TypeError, ValueError)):
        catalog(tmp_path, following="soon")  # type: ignore[arg-type]
