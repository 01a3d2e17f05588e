"""Passphrases and the office's token: floods of tries delay nobody else for long, nor lock out."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from kermesse.table.limits import Limits
from kermesse.table.passphrases import MANY_NETWORKS, MOST_EACH, MOST_QUEUED, Passphrases, Tries
from kermesse.table.refusals import Refused

from .wires import ROOMY, Browser, running

TOKEN = "an office token of some length"
ELSEWHERE = "127.0.0.2"


def slow(passphrases: Passphrases, done: list[str]) -> threading.Event:
    """Hashes that wait until they may go on, one of each kind."""
    go_on = threading.Event()

    class Hasher:
        def hash(self, text: str) -> str:
            go_on.wait(20)
            done.append("set")
            return text

        def verify(self, hashed: str, text: str) -> bool:
            done.append("check")
            return True

    passphrases._hasher = Hasher()  # type: ignore[assignment]
    return go_on


@pytest.mark.threat(60)
def test_a_flood_of_new_passphrases_does_not_delay_signing_in() -> None:
    async def scene() -> None:
        passphrases, done = Passphrases(), list[str]()
        go_on = slow(passphrases, done)
        flood = [
            asyncio.create_task(passphrases.hashed(f"2001:db8:{n}::/64", "x")) for n in range(100)
        ]
        await asyncio.sleep(0)
        assert await passphrases.is_right("192.0.2.1", "hash", "phrase")
        assert done == ["check"]  # and none of the flood before it
        go_on.set()
        found = await asyncio.gather(*flood, return_exceptions=True)
        assert sum(isinstance(each, Refused) for each in found) == 100 - MOST_QUEUED

    asyncio.run(scene())


@pytest.mark.threat(60)
def test_one_network_leaves_room_in_the_queue_for_others() -> None:
    async def scene() -> None:
        passphrases, done = Passphrases(), list[str]()
        go_on = slow(passphrases, done)
        flood = [asyncio.create_task(passphrases.hashed("2001:db8::/64", "x")) for _ in range(100)]
        await asyncio.sleep(0)
        other = asyncio.create_task(passphrases.hashed("192.0.2.1", "honest"))
        go_on.set()
        assert await other == "honest"
        assert len(done) <= MOST_EACH + 1
        await asyncio.gather(*flood, return_exceptions=True)

    asyncio.run(scene())


@pytest.mark.threat(60)
def test_tries_at_one_secret_are_counted_from_everywhere() -> None:
    tries = Tries(Limits(logins_per_minute=5))
    tries.remember(7, "192.0.2.1")
    guessed = 0
    for household in range(100):
        where = f"2001:db8:{household:x}::/64"
        for _ in range(40):
            try:
                tries.check(7, where)
            except Refused:
                break
            tries.count(7, where)
            guessed += 1
    assert guessed == 5 * MANY_NETWORKS
    with pytest.raises(Refused):
        tries.check(7, "198.51.100.1")
    tries.check(7, "192.0.2.1")  # from where it was right before
    tries.check(8, "198.51.100.1")  # another account


@pytest.mark.threat(60, 67)
def test_wrong_tokens_shut_out_no_desk_where_it_was_right(tmp_path: Path) -> None:
    limits = {**ROOMY, "logins_per_minute": 5}
    with running(tmp_path, limits, admin_token=TOKEN) as one, ExitStack() as stack:
        boss, eve = Browser(one), Browser(one)
        stack.callback(boss.http.close)
        stack.callback(eve.http.close)
        assert boss.post("/admin/login", password=TOKEN).status_code == 303
        boss.post("/admin/logout")
        assert "password" in boss.get("/admin").text
        tries = [eve.post("/admin/login", password=f"guess {n}").status_code for n in range(9)]
        assert tries == [403] * 5 + [429] * 4
        assert eve.post("/admin/login", password=TOKEN).status_code == 429
        assert boss.post("/admin/login", password=TOKEN).status_code == 303  # from the same address
        forged = {"cookie": f"kermesse-desk=boss.{'0' * 64}"}
        answer = eve.http.post("/admin/login", data={"password": TOKEN}, headers=forged)
        assert answer.status_code == 429


@pytest.mark.threat(67)
def test_the_token_cannot_be_guessed_at_the_figures_either(tmp_path: Path) -> None:
    limits = {**ROOMY, "logins_per_minute": 5}
    with running(tmp_path, limits, admin_token=TOKEN, proxies=["127.0.0.1"]) as one:
        found = []
        for number in range(9):
            headers = {"x-forwarded-for": "203.0.113.9", "authorization": f"Bearer guess {number}"}
            found.append(httpx.get(f"{one.base}/metrics", headers=headers).status_code)
        assert found == [404] * 5 + [429] * 4


@pytest.mark.threat(60, 61)
def test_an_ipv6_household_has_one_allowance(tmp_path: Path) -> None:
    limits = {**ROOMY, "logins_per_minute": 5, "guests_per_minute": 2}
    with running(tmp_path, limits, admin_token=TOKEN, proxies=["127.0.0.1"]) as one:

        def post(path: str, number: int, **form: str) -> int:
            headers = {"x-forwarded-for": f"2001:db8::{number:x}"}
            return httpx.post(one.base + path, data=form, headers=headers).status_code

        tries = [post("/admin/login", n, password=f"guess {n}") for n in range(12)]
        assert tries == [403] * 5 + [429] * 7
        guests = [post("/you/name", n, name=f"Guest {n}") for n in range(15)]
        assert guests == [303] * 10 + [429] * 5


@pytest.mark.threat(60)
def test_setting_passphrases_has_an_allowance_of_its_own(tmp_path: Path) -> None:
    with running(tmp_path, {**ROOMY, "logins_per_minute": 3}) as one, ExitStack() as stack:
        ann = Browser(one)
        stack.callback(ann.http.close)
        words = [f"correct horse battery {n}" for n in range(5)]
        found = [ann.post("/you/passphrase", passphrase=text).status_code for text in words]
        assert found == [303] * 3 + [429] * 2
        number = str(ann.person_id)
        again = ann.post("/you/return", number=number, passphrase=words[2])
        assert again.status_code == 303  # it was not used up by setting them
