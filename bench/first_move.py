"""How long the first move takes where a wheel has just been installed.

    python -m bench.first_move dist/kermesse-….whl

Installs the wheel in an empty environment and makes one move of each game, each in a process and
with an empty home.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
MOVE = """
import sys, time
start, used = time.perf_counter(), time.process_time()
import kermesse
imported = time.perf_counter() - start
position = kermesse.game(sys.argv[1]).new(seed=7)
seat = min(position.due)
position.act(seat, position.legal(seat)[0])
taken, used = time.perf_counter() - start, time.process_time() - used
import resource
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(f"{sys.argv[1]:12} {taken:6.2f} s ({imported:.2f} s to import), {used:.2f} s of "
      f"processor time, {memory} MB")
"""


def main(wheel: str) -> None:
    """Install and measure."""
    with TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        needed = [*install, "--no-deps", "--require-hashes", "-r", "requirements/run.txt"]
        subprocess.run(needed, cwd=ROOT, check=True)
        subprocess.run([*install, "--no-deps", str(Path(wheel).resolve())], check=True)
        listed = [python, "-I", "-c", "import kermesse; print(*kermesse.game_names())"]
        names = subprocess.run(listed, cwd=folder, capture_output=True, text=True, check=True)
        for name in names.stdout.split():
            home = {"KERMESSE_CACHE_DIR": str(Path(folder, "cache", name))}
            subprocess.run([python, "-I", "-c", MOVE, name], cwd=folder, env=home, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
