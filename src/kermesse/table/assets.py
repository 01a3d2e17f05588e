"""The files that pages load: the house's own and each game's `board.css`.

Their addresses contain a digest of them all, so a browser caches them indefinitely and still never
mixes an old module with a new one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from kermesse import __version__
from kermesse.core.game import Game

FOLDER = Path(str(resources.files("kermesse.table"))) / "static"
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FOR_EVER = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """Changes whenever a file of the house does."""
    digest = hashlib.blake2b(__version__.encode(), digest_size=6)
    for path in sorted(FOLDER.iterdir()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def static(path: str) -> str:
    """The address of a file."""
    return f"/static/{version()}/{path}"


class Assets:
    """All files in memory: there are few, and no path of a request ever reaches the disk."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._files = {path.name: path for path in FOLDER.iterdir() if path.suffix in KINDS}
        for game in games:
            for sheet in game.home.glob("**/board.css"):
                self._files[f"games/{game.name}/board.css"] = sheet
        self._contents = {name: path.read_bytes() for name, path in self._files.items()}

    async def serve(self, request: Request) -> Response:
        """A file by its address."""
        content = self._contents.get(request.path_params["path"])
        if content is None:
            raise HTTPException(404)
        kind = KINDS[self._files[request.path_params["path"]].suffix]
        fresh = request.path_params["version"] == version()
        cached = FOR_EVER if fresh else "no-cache"
        return Response(content, media_type=kind, headers={"cache-control": cached})
