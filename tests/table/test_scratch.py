import time, json
import pytest
from .wires import *


def test_smoke(ann, served):
    t = ann.new_table()
    with ann.socket(t) as s:
        s.hear()
        play_out(s)
        print(len(s.heard))
    r = ann.get(f"/replay/{t}")
    print(r.status_code)


def test_bad_things(ann, served):
    def show(name, r):
        print(name, r.status_code, r.text[:100].replace("\n", " "))

    show(
        "cookie",
        ann.http.get(
            "/", headers={"cookie": "kermesse=abc.\xe9".encode("latin-1").decode("latin-1")}
        )
        if False
        else ann.http.get("/"),
    )
    for head in [
        b"Cookie: kermesse=abc.\xe9",
        b"Cookie: kermesse-office=99999999999.\xe9",
        b"Origin: http://[",
        b"Host: x",
    ]:
        for m in (b"GET /", b"POST /you/name", b"GET /admin"):
            a = raw_request(
                served,
                m
                + b" HTTP/1.1\r\nHost: "
                + served.name.encode()
                + b"\r\nConnection: close\r\n"
                + head
                + b"\r\nContent-Length: 0\r\n\r\n",
            )
            print(m, head, a[:40])
    for cs, body in [
        ("punycode", b"a" * 60000 + b"-" + b"b" * 3000),
        ("unicode_escape", b"\\ud800 hi"),
        ("utf-16", b"\x00\xd8ab"),
    ]:
        b = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' + body + b"\r\n--x--\r\n"
        t = time.time()
        r = ann.http.post(
            "/you/name",
            content=b,
            headers={"content-type": f"multipart/form-data; charset={cs}; boundary=x"},
        )
        print(cs, r.status_code, time.time() - t)
    from kermesse.table import messages

    for x in [
        '{"do":"say","id":"a","text":"\\ud800"}',
        '{"do":"ping","id":"a","id":"b"}',
        '{"do":"ping","do":"start","id":"b"}',
        "[" * 10000,
        '{"do":"act","id":"a","at":-0,"path":["a"]}',
        '{"do":"act","id":"a","at":1e0,"path":["a"]}',
        '{"do":"act","id":"a","at":3.0,"path":["a"]}',
    ]:
        try:
            print(x[:60], messages.read(x))
        except Exception as e:
            print(x[:60], type(e), e)
