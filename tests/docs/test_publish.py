"""What strangers get: notebooks that run, pins that hold, a site with a place for every page."""

from __future__ import annotations

import contextlib
import io
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from tools import lock, release, site

import kermesse

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?P<rest>[^\n]*)$", re.MULTILINE)


# --- notebooks ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", site.notebooks(), ids=lambda path: path.stem)
def test_notebooks_print_what_they_show(path: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("".join(cell["source"]), f"<{path.name}>", "exec"), namespace)
        shown = "".join("".join(output["text"]) for output in cell["outputs"])
        assert printed.getvalue() == shown, "run the notebook again and save it"


def test_a_notebook_is_a_page_with_text_code_and_what_was_printed() -> None:
    page = site.notebook_page(site.notebooks()[0])
    assert page.startswith("# Try it")
    assert "```python\nimport kermesse" in page
    assert "```text\n['moon_river', 'muckle', 'muvuca', 'shuppa', 'viva']\n```" in page


# --- pins ---------------------------------------------------------------------------------


def pins(path: Path) -> dict[str, str]:
    """The versions in a file of pins, by name."""
    text = path.read_text(encoding="utf-8")
    return {canonicalize_name(found["name"]): found["version"] for found in PIN.finditer(text)}


@pytest.mark.parametrize("name", lock.FILES)
def test_all_that_is_asked_for_is_pinned_with_hashes(name: str) -> None:
    path = ROOT / "requirements" / f"{name}.txt"
    pinned = pins(path)
    asked = list(PROJECT["project"]["dependencies"]) if lock.OWN in lock.FILES[name] else []
    for option, group in zip(lock.FILES[name], lock.FILES[name][1:], strict=False):
        if option == "--group":
            asked += PROJECT["dependency-groups"][group]
        elif option == "--extra":
            asked += PROJECT["project"]["optional-dependencies"][group]
    for wanted in map(Requirement, asked):
        version = pinned.get(canonicalize_name(wanted.name))
        assert version, f"{wanted.name} is not in {path.name}: run make lock"
        assert wanted.specifier.contains(version), f"{wanted} in {path.name} is {version}"
    blocks = re.split(r"\n(?=\S)", path.read_text(encoding="utf-8").strip())
    assert all("--hash=sha256:" in block for block in blocks)


def test_pins_agree_with_the_constraints_and_with_each_other() -> None:
    wanted = pins(ROOT / "constraints.txt")
    for name in lock.FILES:
        for library, version in pins(ROOT / "requirements" / f"{name}.txt").items():
            assert wanted.setdefault(library, version) == version, f"{library} in {name}.txt"


def test_no_address_of_a_registry_is_committed() -> None:
    for path in [*(ROOT / "requirements").glob("*.txt"), ROOT / "constraints.txt"]:
        assert "://" not in path.read_text(encoding="utf-8")


# --- the site -----------------------------------------------------------------------------


def test_every_page_has_a_place_in_the_site() -> None:
    docs = ROOT / "docs"
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    pages += [*site.BESIDE, site.API, "notebooks/try-it.md"]
    index = (docs / "README.md").read_text(encoding="utf-8")
    nav = site.navigation(index, pages)
    titles = [title for section in nav for title in section]
    assert "More" not in titles, f"not linked in docs/README.md: {nav[-1]}"
    assert titles[:3] == ["Kermesse", "The games", "Tutorials"]


def test_a_page_that_nobody_links_to_is_still_in_the_site() -> None:
    nav = site.navigation("## Tutorial\n[one](tutorial/one.md)", ["tutorial/one.md", "lost.md"])
    assert nav[-2:] == [{"Tutorial": ["tutorial/one.md"]}, {"More": ["lost.md"]}]


def test_the_site_has_the_colours_of_the_table_in_both_themes() -> None:
    light, dark = site.themes((site.STATIC / "tokens.css").read_text(encoding="utf-8"))
    assert light["paper"] == "#fbf4e6"
    assert dark["paper"] != light["paper"]
    assert light["paper"] in site.style()
    assert dark["paper"] in site.style()


# --- releases -----------------------------------------------------------------------------


def test_the_citation_names_this_version() -> None:
    assert f"version: {kermesse.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_a_release_needs_a_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text("# Changes\n\n## [Unreleased]\n", "utf-8")
    with pytest.raises(release.NotReady, match="no heading"):
        release.dated()
    changes.write_text(f"# Changes\n\n## [{kermesse.__version__}] - 2026-12-01\n", "utf-8")
    release.dated()


def test_a_release_needs_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "ROOT", tmp_path)
    project = tmp_path / "pyproject.toml"
    project.write_text('[project.urls]\nSource = "https://kermesse.example/x"\n', "utf-8")
    with pytest.raises(release.NotReady, match="Source"):
        release.addressed()
    project.write_text('[project.urls]\nSource = "https://kermesse.test/x"\n', "utf-8")
    release.addressed()


@pytest.mark.parametrize(
    ("licence", "shipped"),
    [("MIT License", True), ("GPL-3.0-only", False), ("LGPL-2.1", True), ("BSD OR GPL-2", True)],
)
def test_licences_that_could_not_be_shipped_are_noticed(licence: str, shipped: bool) -> None:
    found = release.COPYLEFT.search(licence) and not release.PERMISSIVE.search(licence)
    assert bool(found) != shipped


def test_workflows_run_what_everybody_runs() -> None:
    folder = ROOT / ".github/workflows"
    commands = [
        found
        for path in folder.glob("*.yml")
        for found in re.findall(r"run: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert {"make site", "make release", ".ci/run"} == set(commands)
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {"site", "release"} <= set(targets)
    used = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.yml"))
    assert re.findall(r"uses: \S+@(?![0-9a-f]{40}\b)", used) == []
