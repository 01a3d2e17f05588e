"""A game with other tables: its package is copied under another name, with the tables replaced.

Numba bakes constants into machine code, so other tables need other kernels, and a copy of the
package has them without a word of code: plain mode, the disk cache, the debugger and CUDA work as
they do for any game. A copy is in a folder named by a digest of its content, so an edit of the
game makes another one, and processes that make the same copy write the same files.
"""

from __future__ import annotations

import ast
import hashlib
import importlib
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

from kermesse.core.cache import folder_of, write_whole
from kermesse.core.errors import KermesseError, TableRefused
from kermesse.core.fingerprint import DIGEST_BYTES
from kermesse.core.game import Game
from kermesse.core.tables import CHANGED, FOLDER, Tables, original_tables

PACKAGE = "kermesse_variants"
LEFT_OUT = {"tests", "__pycache__"}
TABLE_BYTES = 8  # of the digest of tables in a package's name

Files = Mapping[str, bytes]  # what a package is made of, by path within it

_remade: dict[str, Game] = {}


def remade(original: Game, texts: Mapping[str, str]) -> Game:
    """The same game with some tables replaced; refuses tables that it cannot be played with."""
    if original.tables is None:
        raise TableRefused(f"{original.title} has no tables to change")
    tables = original_tables(original).with_changes(texts)
    original.tables(tables)
    name = f"{original.name}_{digest(encoded(texts), TABLE_BYTES)}"
    if name not in _remade:
        package = f"{PACKAGE}.{name}"
        files = sources(original, tables, package)
        found = loaded(package, placed(name, files))
        # what is bound to it goes by this name: two games must not share the name of a kernel
        _remade[name] = replace(game_in(found, original), name=name)
    return _remade[name]


def encoded(texts: Mapping[str, str]) -> Files:
    """Texts as bytes."""
    return {name: text.encode() for name, text in texts.items()}


def digest(files: Files, size: int = DIGEST_BYTES) -> str:
    """Names the content of files."""
    seen = hashlib.blake2b(digest_size=size)
    for path in sorted(files):
        for piece in (path.encode(), files[path]):
            seen.update(len(piece).to_bytes(8) + piece)
    return seen.hexdigest()


def sources(original: Game, tables: Tables, package: str) -> Files:
    """The files of a game's package, less its tests, with its imports and tables changed."""
    found: dict[str, bytes] = {}
    for path in sorted(original.home.rglob("*")):
        inside = path.relative_to(original.home)
        if path.is_file() and not LEFT_OUT & set(inside.parts):
            found[inside.as_posix()] = path.read_bytes()
    for path_text, content in found.items():
        if path_text.endswith(".py"):
            text = moved(content.decode(), original.package, package, path_text)
            found[path_text] = text.encode()
    found |= encoded({f"{FOLDER}/{name}": tables.texts[name] for name in tables.changed})
    found[CHANGED] = "\n".join(sorted(tables.changed)).encode()
    return found


def moved(source: str, old: str, new: str, file: str) -> str:
    """The text of a module that imports from package ``new`` what it imported from ``old``."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            if not node.level and within(node.module or "", old):
                place = node.lineno - 1
                lines[place] = lines[place].replace(old, new, 1)
        elif isinstance(node, ast.Import) and any(within(name.name, old) for name in node.names):
            raise KermesseError(
                f"{file}, line {node.lineno}: a game that is to have variants imports its own "
                f"modules by `from {old} import …`"
            )
    return "".join(lines)


def within(module: str, package: str) -> bool:
    """Whether a module is a package or is inside it."""
    return module == package or module.startswith(f"{package}.")


def placed(name: str, files: Files) -> Path:
    """The folder with exactly these files; missing or damaged ones are rewritten."""
    home = folder_of(digest(files)) / name
    for inside, content in files.items():
        path = home / inside
        with suppress(OSError):
            if path.read_bytes() == content:
                continue
        try:
            write_whole(path, content)  # another process would write the same
        except OSError as broken:
            raise KermesseError(f"cannot write {path}: {broken.strerror}") from None
    return home


def loaded(package: str, folder: Path) -> ModuleType:
    """Import a package from its folder; one that fails leaves nothing behind."""
    parent = sys.modules.get(PACKAGE)
    if parent is None:
        parent = module_from_spec(ModuleSpec(PACKAGE, None, is_package=True))
        sys.modules[PACKAGE] = parent
    if str(folder.parent) not in parent.__path__:
        parent.__path__.append(str(folder.parent))
    importlib.invalidate_caches()
    try:
        return importlib.import_module(package)
    except BaseException:
        for module in [name for name in sys.modules if within(name, package)]:
            del sys.modules[module]
        raise


def game_in(module: ModuleType, original: Game) -> Game:
    """The game that a copied package offers."""
    for value in vars(module).values():
        if isinstance(value, Game) and value.package == module.__name__:
            return value
    raise KermesseError(f"{module.__name__} has no game {original.name}")
