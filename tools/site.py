"""The documentation as a site: a hook of MkDocs that finds its pages and their order.

The order is that of `docs/README.md`. Pages that lie beside `docs`, the public Python API and the
notebooks become pages of the site as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kermesse

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
STATIC = ROOT / "src/kermesse/table/static"
BESIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")  # pages outside the folder `docs`
API = "reference/api.md"
LINK = re.compile(r"\[(?P<text>[^\]]+)\]\((?P<target>[^)\s]+)\)")
NO_PAGE = re.compile(r"\]\((?:LICENSE|decisions/)\)")  # the index says more of both
OUTSIDE = re.compile(r"\[(?P<text>[^\]]+)\]\((?:\.\./)+(?:src|examples|tools|bench|tests)/[^)]*\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is not a document of the folder, and put all pages in order."""
    from mkdocs.structure.files import File

    made = {name: (ROOT / name).read_text(encoding="utf-8") for name in BESIDE}
    made |= {API: api_page(), "site.css": style()}
    made |= {
        str(path.relative_to(DOCS).with_suffix(".md")): notebook_page(path) for path in notebooks()
    }
    made["favicon.svg"] = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    config.nav = navigation(
        (DOCS / "README.md").read_text(encoding="utf-8"),
        [file.src_uri for file in files.documentation_pages()],
    )
    return files


def on_page_markdown(markdown: str, page: Any, config: MkDocsConfig, files: Files) -> str:
    """Links work from where a page lies in the site; files of the source are named only."""
    markdown = OUTSIDE.sub(r"\g<text>", markdown).replace(".ipynb)", ".md)")
    if page.file.src_uri in BESIDE:
        return NO_PAGE.sub("](README.md)", markdown.replace("](docs/", "]("))
    return re.sub(r"\]\((?:\.\./)*\.\./(" + "|".join(BESIDE) + r")", inside(page), markdown)


def inside(page: Any) -> str:
    """What a link to a page beside `docs` becomes: these lie at the root of the site."""
    return f"]({'../' * str(page.file.src_uri).count('/')}" + r"\1"


# --- order --------------------------------------------------------------------------------


def navigation(index: str, pages: list[str]) -> list[Any]:
    """The sections of the index with the pages that each links to; every page has a place."""
    first = {"Kermesse": "README.md", "The games": "games.md"}
    nav: list[Any] = [{title: name} for title, name in first.items()]
    placed = set(first.values())
    for title, body in sections(index):
        linked = [found["target"] for found in LINK.finditer(body)]
        linked = [name.removeprefix("../").replace(".ipynb", ".md") for name in linked]
        names = [name for name in dict.fromkeys(linked) if name in pages and name not in placed]
        if title.startswith("Reference"):
            names.append(API)
        placed |= set(names)
        nav.append({title.partition(":")[0]: names})
    lost = sorted(set(pages) - placed)
    if lost:
        nav.append({"More": lost})
    return nav


def sections(index: str) -> Iterator[tuple[str, str]]:
    """The headings of the second level and what follows each."""
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, body = part.partition("\n")
        yield title.strip(), body


# --- pages that are made ------------------------------------------------------------------


def api_page() -> str:
    """The public names of the package, from their docstrings."""
    names = "\n\n".join(f"::: kermesse.{name}" for name in kermesse.__all__)
    return f"# Python, name by name\n\n[What they are for](python-api.md)\n\n{names}\n"


def notebooks() -> list[Path]:
    """The notebooks of the documentation."""
    return sorted((DOCS / "notebooks").glob("*.ipynb"))


def notebook_page(path: Path) -> str:
    """A notebook as a page: its text, its code, and what the code printed."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(map(cell_text, cells)) + "\n"


def cell_text(cell: dict[str, Any]) -> str:
    """One cell as Markdown."""
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return source
    printed = "".join("".join(output.get("text", ())) for output in cell["outputs"])
    return f"```python\n{source}\n```" + (
        f"\n\n```text\n{printed.rstrip()}\n```" if printed else ""
    )


def style() -> str:
    """The colours of the table, as the theme names them."""
    light, dark = themes((STATIC / "tokens.css").read_text(encoding="utf-8"))
    return scheme("default", light, light["ink"]) + scheme("slate", dark, dark["raised"])


def scheme(name: str, colours: dict[str, str], header: str) -> str:
    """The rule for one of the theme's two schemes."""
    given = {
        "primary-fg-color": header,
        "primary-bg-color": "#fffdf8",
        "accent-fg-color": colours["accent"],
        "typeset-a-color": colours["accent"],
        "default-bg-color": colours["paper"],
        "default-fg-color": colours["ink"],
        "code-bg-color": colours["sunk"],
    }
    lines = "".join(f"  --md-{role}: {colour};\n" for role, colour in given.items())
    return f'[data-md-color-scheme="{name}"] {{\n{lines}}}\n'


def themes(tokens: str) -> tuple[dict[str, str], dict[str, str]]:
    """The colours of both themes by name; the dark one changes some of the light one's."""
    parts = tokens.partition('[data-theme="dark"]')
    light, dark = (dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]+)", parts[i])) for i in (0, 2))
    return light, light | dark
