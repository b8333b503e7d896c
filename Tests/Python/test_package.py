"""The package as a whole: what it declares, how it finds the library, what it promises."""

from __future__ import annotations

import importlib.metadata
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import aucat
import pytest
from aucat._library import ffi, lib
from conftest import INSTALLED, SOURCES, TOP, load_declarations_script

HEADER = (TOP / "Sources" / "Libraries" / "CAucat" / "aucat.h").read_text(encoding="utf-8")
FUNCTIONS = set(
    re.findall(r"^[a-z][\w *]*?\b(aucat_\w+)\(", re.sub(r"/\*.*?\*/", "", HEADER, flags=re.DOTALL), re.MULTILINE)
)

INLINE = {"aucat_text", "aucat_number", "aucat_flag", "aucat_render_defaults", "aucat_policy_of"}
# What Python does in another way: a comprehension tests components, a component keeps the list that it is part of, a
# prepared search explains, and an import says which searches have another name.
REPLACED = INLINE | {"aucat_search_passing", "aucat_component_copy", "aucat_why", "aucat_import"}


def test_every_function_is_declared_and_used() -> None:
    """The package has all that the header has."""
    assert len(FUNCTIONS) >= 160
    declared = load_declarations_script().declarations(HEADER)  # type: ignore[attr-defined]
    for name in FUNCTIONS - INLINE:
        assert callable(getattr(lib, name)), name
        assert name in declared
    sources = "".join(path.read_text(encoding="utf-8") for path in (SOURCES / "aucat").glob("*.py"))
    assert {name for name in FUNCTIONS if not re.search(rf"\blib(rary)?\.{name}\b", sources)} == REPLACED


def test_layouts_are_those_of_a_compiler(tmp_path: Path) -> None:
    """Structures, numbers and defaults are what a C compiler reads in the header."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    lines, expected = [], []
    for name in ("aucat_progress", "aucat_report", "aucat_value", "aucat_render_options", "aucat_policy"):
        lines.append(f'printf("%zu\\n", sizeof({name}));')
        expected.append(ffi.sizeof(name))
        for field, _type in ffi.typeof(name).fields:
            lines.append(f'printf("%zu\\n", offsetof({name}, {field}));')
            expected.append(ffi.offsetof(name, field))
    numbers = re.findall(r"\b(AUCAT_[A-Z_]+) = \d+", HEADER) + ["AUCAT_ABI_VERSION"]
    assert len(numbers) > 60
    for name in numbers:
        lines.append(f'printf("%d\\n", (int){name});')
        expected.append(getattr(lib, name))
    source = tmp_path / "layout.c"
    source.write_text(
        "#include <aucat.h>\n#include <stdio.h>\nint main(void) {\n" + "\n".join(lines) + "\nreturn 0; }\n"
    )
    include = str(TOP / "Sources" / "Libraries" / "CAucat")
    subprocess.run(["cc", "-I", include, str(source), "-o", str(tmp_path / "layout")], check=True)
    made = subprocess.run([str(tmp_path / "layout")], check=True, capture_output=True, text=True).stdout
    assert [int(line) for line in made.split()] == expected


def test_enumerations_are_those_of_the_header() -> None:
    """Each value has its name in Python."""
    for kind, enumeration in {
        "AUCAT_ERROR_": aucat.ErrorCode,
        "AUCAT_PORT_": aucat.PortKind,
        "AUCAT_TAG_": aucat.TagOrigin,
        "AUCAT_CHANGE_": aucat.ChangeKind,
        "AUCAT_EVENT_": aucat.EventKind,
    }.items():
        header = {name: int(number) for name, number in re.findall(rf"\b{kind}(\w+) = (\d+)", HEADER)}
        header.pop("NONE", None)
        assert {member.name: member.value for member in enumeration} == header
    facets = re.findall(r"AUCAT_FACET_(\w+) = \d", HEADER)
    assert [name.lower() for name in facets] == list(aucat.Facets._fields)
    for fields, structure in ((aucat.ScanReport, "aucat_report"), (aucat.ScanProgress, "aucat_progress")):
        names = [name for name, _type in ffi.typeof(structure).fields if name != "reserved"]
        assert list(fields._fields) == names


def test_an_error_of_each_cause_has_its_class() -> None:
    """Each code has an exception, and unknown ones are failures of the system."""
    from aucat.errors import _class

    for code in aucat.ErrorCode:
        if code is not aucat.ErrorCode.PREDICATE:
            kind = _class(code)
            assert issubclass(kind, aucat.RenderError) == (60 <= code <= 71), code
            assert issubclass(kind, aucat.StoreError) == (20 <= code <= 28), code


def test_messages_name_nothing_of_c(tmp_path: Path) -> None:
    """What the library's messages name has a name here, and what is wrong in this language is seen here."""
    from aucat.errors import _NAMES

    sources = (TOP / "Sources" / "Libraries" / "AucatLibrary").rglob("*.swift")
    texts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', "\n".join(path.read_text(encoding="utf-8") for path in sources))
    named = {name for text in texts for name in re.findall(r"\baucat_\w+", text)}
    assert named - {"aucat_render_defaults", "aucat_policy_of"} == set(_NAMES)
    for name in ("catalog", "user_store", "worker", "renderer"):
        with pytest.raises(ValueError, match=f"{name} is an empty path; give None"):
            aucat.Catalog(**{name: ""})  # type: ignore[arg-type]
    with aucat.Catalog(catalog=tmp_path / "catalog.sqlite", user_store=None, worker="/nonexistent") as catalog:
        with pytest.raises(aucat.HelperError, match=r"Catalog\(worker=…\)"):
            catalog.scan()


def test_everything_public_is_described() -> None:
    """All names have a docstring, and so have their members."""
    for name in aucat.__all__:
        if name in ("__version__", "ENVIRONMENT"):
            continue
        thing = getattr(aucat, name)
        assert inspect.getdoc(thing), name
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_the_version_is_the_library_s() -> None:
    """The package and the program are one release."""
    program = (TOP / "Sources" / "Programs" / "AucatCommands" / "Program" / "Aucat.swift").read_text(encoding="utf-8")
    assert f'package static let version = "{aucat.__version__}"' in program
    if INSTALLED:
        assert importlib.metadata.version("aucat") == aucat.__version__


@pytest.mark.skipif(INSTALLED, reason="the script is not part of a wheel")
@pytest.mark.parametrize("asked", ["version", "header_path"])
def test_a_build_without_the_library_says_what_helps(tmp_path: Path, asked: str) -> None:
    """As pip builds what it has copied: neither the checkout nor pkg-config's usual folders have the library."""
    deep = tmp_path / "some" / "folder" / "package"
    deep.mkdir(parents=True)
    shutil.copy(SOURCES / "declarations.py", deep)

    def done(**environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", f"import declarations; print(declarations.{asked}())"],
            cwd=deep, env={**os.environ, "PKG_CONFIG_LIBDIR": str(tmp_path), **environment},
            capture_output=True, text=True,
        )

    refused = done()
    assert refused.returncode == 1 and "Traceback" not in refused.stderr, refused.stderr
    assert refused.stderr.startswith("declarations: ") and "PKG_CONFIG_PATH=" in refused.stderr
    assert "pkg-config can't be started" in done(PATH=str(tmp_path)).stderr
    if shutil.which("pkg-config"):
        (tmp_path / "aucat.pc").write_text(f"includedir={tmp_path}\nName: aucat\nDescription: x\nVersion: 9.8\n")
        (tmp_path / "aucat.h").write_text("")
        assert done().stdout == {"version": "9.8\n", "header_path": f"{tmp_path}/aucat.h\n"}[asked]


def started(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program in Python that has ended."""
    return subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
    )


def test_importing_needs_little() -> None:
    """A program that only searches pays for neither chains nor event loops."""
    done = started(
        "import aucat, sys; print(sorted({'numpy', 'asyncio', 'logging', 'json', 'html'} & set(sys.modules)))"
    )
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.skipif(INSTALLED, reason="the wheel has the library inside")
def test_a_missing_library_is_an_import_error() -> None:
    """The error says what is missing, and what helps."""
    done = started("import aucat", AUCAT_LIBRARY="/nonexistent/libaucat.so.0")
    assert (
        "ImportError: the aucat library can't be loaded: cannot load library '/nonexistent/libaucat.so.0'"
        in done.stderr
    )
    assert done.stderr.endswith("install libaucat, or name it by AUCAT_LIBRARY\n")


@pytest.mark.skipif(INSTALLED, reason="the wheel has the library inside")
@pytest.mark.parametrize("source", ["unsigned aucat_abi_version(void) { return 0; }", "int nothing;"])
def test_an_old_or_foreign_library_is_an_import_error(tmp_path: Path, source: str) -> None:
    """What lacks functions that the package needs is refused at once, not when one is called."""
    if not shutil.which("cc"):
        pytest.skip("there is no C compiler")
    (tmp_path / "old.c").write_text(source)
    library = str(tmp_path / "libold.so")
    subprocess.run(["cc", "-shared", "-o", library, str(tmp_path / "old.c")], check=True)
    done = started("import aucat", AUCAT_LIBRARY=library)
    assert "ImportError" in done.stderr and "libaucat" in done.stderr and library in done.stderr, done.stderr


def test_the_command_is_the_wheels_or_the_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m aucat` becomes the program that the wheel has inside, else the one in PATH."""
    from aucat import __main__ as command

    started: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(os, "execv", lambda path, words: started.append((path, words)))
    monkeypatch.setattr(sys, "argv", ["aucat", "search", "big hall"])
    program = tmp_path / "aucat"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    inside = Path(aucat.__file__).parent / "_prefix" / "libexec" / "aucat" / "aucat-render"
    monkeypatch.setenv("PATH", str(tmp_path))
    command.main()
    assert started == [(str(inside if inside.exists() else program), ["aucat", "search", "big hall"])]
    if not inside.exists():
        monkeypatch.setenv("PATH", str(tmp_path / "none"))
        with pytest.raises(SystemExit, match="the command is not installed"):
            command.main()
