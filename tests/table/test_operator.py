"""The operator: what is counted, how a table is closed, and proxies in front of the server."""

from __future__ import annotations

import html
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from .wires import HERE, PATIENCE, ROOMY, Browser, Running, free_port, running, until

TOKEN = "an office token of some length"
ROOT = Path(__file__).resolve().parents[2]
SAMPLES = (ROOT / "docs" / "how-to" / "host.md").read_text(encoding="utf-8")


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.threat(52)
def test_requests_are_counted_by_route_and_never_by_path(tmp_path: Path) -> None:
    with running(tmp_path) as one, closing(Browser(one).http) as http:
        for path in ("/about", "/about", "/table/0123456789", "/nowhere", "/join/a-secret-link"):
            http.get(path)
        http.request("BREW", "/about")
        http.post("/you/name", data={"name": "Ann"}, headers={"origin": "http://evil.example"})
        figures = http.get("/metrics").text
    counted = {
        labels: float(value)
        for labels, value in re.findall(r"^kermesse_requests_total\{(.*)\} (\S+)$", figures, re.M)
    }
    about = 'method="GET",route="LobbyRoutes.about",status="2xx"'
    assert counted[about] == 2
    assert counted['method="GET",route="TableRoutes.table",status="4xx"'] == 1
    assert counted['method="GET",route="none",status="4xx"'] == 1
    assert any('method="other"' in labels for labels in counted)
    assert counted['method="POST",route="none",status="4xx"'] == 1
    assert "0123456789" not in figures
    assert "a-secret-link" not in figures


# --- closing a table ------------------------------------------------------------------------------


@pytest.fixture
def boss(served: Running) -> Iterator[Browser]:
    browser = Browser(served)
    assert browser.post("/admin/login", password=TOKEN).status_code == 303
    yield browser
    browser.http.close()


def test_closing_a_table_asks_first_and_tells_the_players_why(
    boss: Browser, ann: Browser, ben: Browser
) -> None:
    ben.post("/you/language", language="fr")
    table = ann.new_table("invite")
    asked = html.unescape(boss.get(f"/admin/close?table={table}").text)
    assert "Close this table?" in asked
    assert 'name="reason"' in asked
    assert f'href="/admin/close?table={table}"' in boss.get("/admin").text
    assert ann.get(f"/admin/close?table={table}").status_code == 403
    assert boss.get("/admin/close?table=nowhere").status_code == 404
    with ann.socket(table) as host, ben.socket(table) as guest:
        host.hear()
        guest.hear()
        why = "<b>Upgrade</b> at noon"
        assert boss.post("/admin/close", table=table, reason=why).status_code == 303
        host.hear_until(lambda told: "closed the table: " in str(told))
        assert "&lt;b&gt;Upgrade&lt;/b&gt; at noon" in host.html()
        guest.hear_until(lambda told: "a fermé la table" in str(told))
        assert "error" not in host.ask("ping")  # they are not thrown out
        assert host.refused("start") == "not_allowed"
    shown = ann.get(f"/table/{table}")  # and who comes later reads it, too
    assert "at noon" in shown.text


def test_a_table_is_closed_without_a_reason_too(boss: Browser, ann: Browser) -> None:
    table = ann.new_table()
    with ann.socket(table) as talk:
        talk.my_turn()
        boss.post("/admin/close", table=table)
        talk.hear_until(lambda told: "The operator of this server closed the table." in str(told))
        assert talk.refused("act", at=talk.now["at"], path=["x"]) == "not_allowed"
    boss.post("/admin/close", table=table)  # once more harms nothing


# --- proxies --------------------------------------------------------------------------------------


def sample(language: str) -> str:
    """The code block of the page with that language."""
    return SAMPLES.partition(f"```{language}\n")[2].partition("```")[0]


@contextmanager
def started(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if process.poll() is not None:
                assert process.stderr is not None
                raise AssertionError(process.stderr.read())
            try:
                httpx.get(f"http://{HERE}:{port}/healthz")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)
        assert process.stderr is not None
        process.stderr.close()


def nginx_with(folder: Path, server: str) -> Path:
    """A whole configuration around a server block."""
    log = folder / "error.log"
    kept = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {log};"
        f"events {{}} http {{ access_log off; {kept} {server} }}"
    )
    return file


def plain_nginx(text: str, port: int, behind: int) -> str:
    """The sample without certificates, on other ports."""
    text = re.sub(r"^\s*ssl_.*\n", "", text, flags=re.M)
    text = text.replace("listen 443 ssl;", f"listen {HERE}:{port};").replace(
        "listen [::]:443 ssl;", ""
    )
    return text.replace("127.0.0.1:8765", f"{HERE}:{behind}")


needs_nginx = pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
needs_caddy = pytest.mark.skipif(not shutil.which("caddy"), reason="caddy is not installed")


@needs_nginx
@pytest.mark.threat(54, 59)
def test_the_sample_for_nginx_passes_everything_on(tmp_path: Path) -> None:
    with running(tmp_path / "data", ROOMY, proxies=[HERE]) as one:
        port = free_port()
        text = plain_nginx(sample("nginx"), port, one.port)
        file = nginx_with(tmp_path, text)
        subprocess.run(["nginx", "-t", "-p", tmp_path, "-c", file], check=True, capture_output=True)
        with started(["nginx", "-p", str(tmp_path), "-c", str(file)], port):
            plays_through(one, port)


@needs_nginx
@pytest.mark.threat(54)
def test_a_proxy_that_changes_the_host_is_told_what_to_pass_on(tmp_path: Path) -> None:
    with running(tmp_path / "data", ROOMY, proxies=[HERE]) as one:
        port = free_port()
        text = plain_nginx(sample("nginx"), port, one.port).replace("$http_host", "$host")
        file = nginx_with(tmp_path, text)
        with started(["nginx", "-p", str(tmp_path), "-c", str(file)], port):
            base = f"http://{HERE}:{port}"
            answer = httpx.post(f"{base}/you/name", data={"name": "Ann"}, headers={"origin": base})
            assert answer.status_code == 403
            assert answer.headers["content-type"].startswith("text/html")
            assert "proxy_set_header Host $http_host" in html.unescape(answer.text)


@needs_caddy
@pytest.mark.threat(54, 59)
def test_the_sample_for_caddy_passes_everything_on(tmp_path: Path) -> None:
    with running(tmp_path / "data", ROOMY, proxies=[HERE]) as one:
        port = free_port()
        text = sample("caddyfile").replace("play.example.org", f"http://{HERE}:{port}")
        text = text.replace("127.0.0.1:8765", f"{HERE}:{one.port}")
        file = tmp_path / "Caddyfile"
        file.write_text("{\nadmin off\n}\n" + text)
        home = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]
        subprocess.run(command, check=True, capture_output=True, env=home)
        with started(["caddy", "run", "--adapter", "caddyfile", "--config", str(file)], port):
            plays_through(one, port)


def plays_through(one: Running, port: int) -> None:
    """Somebody comes through a proxy: forms, a socket, and where they come from."""
    through = Running(port, one.tables, one.app, one._server, one._thread)
    browser = Browser(through)
    with closing(browser.http):
        browser.http.headers["origin"] = through.base
        table = browser.new_table()
        assert browser.get(f"/table/{table}").status_code == 200
        with browser.socket(table) as talk:
            talk.my_turn()
            assert "error" not in talk.act()
        assert browser.get("/metrics").status_code == 404  # it was passed on
        until(lambda: not one.tables.live[table].broadcast.connections)


def test_the_samples_are_there() -> None:
    assert "proxy_set_header Host $http_host;" in sample("nginx")
    assert "reverse_proxy 127.0.0.1:8765" in sample("caddyfile")
