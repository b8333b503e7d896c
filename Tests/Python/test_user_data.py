"""What the user enters."""

from __future__ import annotations

import copy
from pathlib import Path

import aucat
import pytest
from machine import Machine, uri

ECHO = uri("echo")


def test_tags(catalog: aucat.Catalog) -> None:
    """Tags are added, removed, replaced, renamed and deleted."""
    catalog.add_tag(ECHO, "Warm")
    catalog.add_tag(ECHO, "Wide")
    catalog.remove_tag(ECHO, "Wide")
    assert catalog.tags(ECHO) == ["Warm"]
    catalog.rename_tag("Warm", "Cosy")
    assert catalog.tags(ECHO) == ["Cosy"]
    catalog.set_tags(ECHO, ["A", "B"])
    assert catalog.tags(ECHO) == ["A", "B"]
    catalog.delete_tag("A")
    assert catalog.tags(ECHO) == ["B"]
    assert aucat.CountedTag("B", aucat.TagOrigin.USER, 1) in catalog.all_tags()
    catalog.set_tags(ECHO, [])
    assert catalog.tags("urn:not:installed") == []
    catalog.add_tag("echo", "By name")
    assert "By name" in catalog.tags(ECHO)
    catalog.remove_tag(ECHO, "By name")
    with pytest.raises(aucat.AmbiguousError):
        catalog.add_tag("gain", "Loud")
    with pytest.raises(TypeError):
        catalog.set_tags(ECHO, "Warm")
    assert "Reverb" in catalog.standard_tags()


def test_marks_and_uses(catalog: aucat.Catalog) -> None:
    """Favourites and uses are in the components that are asked for later."""
    before = catalog.find(ECHO)
    assert before is not None
    catalog.set_favorite(before)
    catalog.note_use(before)
    after = catalog.find(ECHO)
    assert after is not None and (after.is_favorite, after.use_count) == (True, 1)
    assert not before.is_favorite
    catalog.set_favorite(before, False)
    assert catalog.count("favorite == yes") == 0


def test_collections(catalog: aucat.Catalog) -> None:
    """Collections are made, filled, renamed and deleted, but not under a saved search."""
    assert catalog.collection("Live") is None
    catalog.create_collection("Empty")
    catalog.add_to_collection("Live", ECHO)
    assert catalog.collections() == ["Empty", "Live"] and catalog.collection("Live") == [ECHO]
    catalog.rename_collection("Live", "Stage")
    catalog.save_search("mine", 'in "Stage"')
    with pytest.raises(aucat.InUseError):
        catalog.delete_collection("Stage")
    catalog.delete_saved_search("mine")
    catalog.remove_from_collection("Stage", ECHO)
    assert catalog.collection("Stage") == []
    catalog.delete_collection("Stage")
    assert catalog.collections() == ["Empty"]


def test_saved_searches(catalog: aucat.Catalog) -> None:
    """Searches are saved by name; what is no predicate is not, with the caret."""
    catalog.save_search("mine", "name == Echo")
    assert catalog.saved_searches() == ["mine"] and catalog.saved_search("mine") == "name == Echo"
    assert catalog.saved_search("other") is None and catalog.count('in "mine"') == 1
    with pytest.raises(aucat.PredicateError) as caught:
        catalog.save_search("bad", "nme == x")
    assert caught.value.offset == 0 and "^" in str(caught.value)
    with pytest.raises(aucat.LabelError):
        catalog.save_search("", "name == x")


def test_undo_and_exchange(machine: Machine, catalog: aucat.Catalog, tmp_path: Path) -> None:
    """The last change is undone; an export is imported elsewhere."""
    assert catalog.undo() is None
    catalog.add_tag(ECHO, "Warm")
    catalog.set_favorite(ECHO)
    title = catalog.undo()
    assert title and catalog.tags(ECHO) == ["Warm"]
    text = catalog.export_user_data()
    with machine.catalog(tmp_path / "other.sqlite") as other:
        assert other.import_user_data(text) >= 1 and other.tags(ECHO) == ["Warm"]
        other.save_search("halls", "name contains b")
        catalog.save_search("halls", "name contains a")
        added = other.import_user_data(catalog.export_user_data())
        assert added == 1 and [name.split("(")[0] for name in added.renamed] == ["halls "]
        assert other.saved_search(added.renamed[0]) == "name contains b"
        assert copy.copy(added) == 1
        assert other.import_user_data(text).renamed == []
        with pytest.raises(aucat.UserDataError):
            other.import_user_data("{")


def test_stores_that_fail(machine: Machine, tmp_path: Path) -> None:
    """The exception names the file and the cause, or what this language has for it."""
    (tmp_path / "user.sqlite").write_bytes(b"not a database" * 100)
    with machine.catalog(tmp_path / "user.sqlite") as catalog:
        with pytest.raises(aucat.StoreError) as caught:
            catalog.add_tag(ECHO, "Warm")
        assert caught.value.path and caught.value.path.endswith("user.sqlite")
        assert aucat.ErrorCode.STORE_DAMAGED <= caught.value.code <= aucat.ErrorCode.DISK_FULL
    with machine.catalog(None) as catalog, pytest.raises(aucat.StoreError) as caught:
        catalog.add_tag(ECHO, "Warm")
    assert str(caught.value) == "this catalog was opened without a user store; name one with Catalog(user_store=…)"


def test_a_closed_catalog(machine: Machine) -> None:
    """A closed catalog says so, as a closed file does."""
    catalog = machine.catalog(None)
    catalog.close()
    catalog.close()
    assert repr(catalog).endswith("closed>")
    with pytest.raises(ValueError, match="closed"):
        catalog.search("name == x")


def test_catalogs_without_files(machine: Machine) -> None:
    """A catalog without a file is scanned into memory."""
    with aucat.Catalog(catalog=None, user_store=None, search_path=[machine.bundles]) as catalog:
        assert catalog.count("name == Echo") == 1
    with pytest.raises(TypeError):
        aucat.Catalog(search_path="/usr/lib/lv2")


@pytest.mark.parametrize("is_heard", [True, False])
def test_notices(machine: Machine, tmp_path: Path, caplog: pytest.LogCaptureFixture, is_heard: bool) -> None:
    """What people should see goes to the function that was given, or to the logger."""
    heard: list[str] = []
    path = tmp_path / "catalog.sqlite"
    # A catalog that has lost its pages but the first.
    content = (machine.folder / "catalog.sqlite").read_bytes()
    path.write_bytes(content[:4_096] + b"damaged " * (len(content) // 8 - 512))
    notice = heard.append if is_heard else None
    with aucat.Catalog(catalog=path, user_store=None, search_path=[machine.bundles], notice=notice) as catalog:
        assert catalog.scan().components > 0
    assert {record.name for record in caplog.records} == (set() if is_heard else {"aucat"})
    assert any("catalog.sqlite" in text for text in heard) == is_heard


