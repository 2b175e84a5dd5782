"""The client's files, compressed when they were built, for those who read them so."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest
from starlette.exceptions import HTTPException

from gangoffour.server.transport.static import ClientFiles


@pytest.mark.anyio
async def test_the_smallest_form_that_is_read_is_sent_and_told_apart(tmp_path: Path) -> None:
    text = b"const answer = 42; " * 500
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(b"<h1>Gang of Four</h1>")
    file = tmp_path / "assets" / "app-1.js"
    file.write_bytes(text)
    (tmp_path / "assets" / "app-1.js.br").write_bytes(b"as brotli would write it")
    (tmp_path / "assets" / "app-1.js.gz").write_bytes(gzip.compress(text))
    transport = httpx.ASGITransport(ClientFiles(directory=tmp_path, html=True))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:

        async def got(encodings: str, **more: str) -> httpx.Response:
            headers = {"accept-encoding": encodings, **more}
            request = client.build_request("GET", "/assets/app-1.js", headers=headers)
            answer = await client.send(request, stream=True)
            await answer.aclose()
            return answer

        named = {
            said: (await got(said)).headers.get("content-encoding")
            for said in ("gzip, deflate, br", "gzip", "br;q=0, gzip", "identity", "", "br;q=0.5")
        }
        assert list(named.values()) == ["br", "gzip", "gzip", None, None, "br"]
        answers = [await got(said) for said in ("br", "gzip", "identity")]
        assert len({one.headers["etag"] for one in answers}) == 3
        for one in answers:
            assert one.headers["vary"] == "Accept-Encoding"
            assert one.headers["content-type"].startswith("text/javascript")
            assert "immutable" in one.headers["cache-control"]
        again = await got("br", **{"if-none-match": answers[0].headers["etag"]})
        assert again.status_code == 304 and again.headers["vary"] == "Accept-Encoding"
        other = await got("gzip", **{"if-none-match": answers[0].headers["etag"]})
        assert other.status_code == 200
        whole = await client.get("/assets/app-1.js", headers={"accept-encoding": "gzip"})
        assert whole.content == text
        page = await client.get("/")
        assert "vary" not in page.headers and page.headers["cache-control"] == "no-cache"


@pytest.mark.anyio
async def test_what_is_there_compressed_only_is_sent_to_everybody(tmp_path: Path) -> None:
    text = b"(module)" * 100_000
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "python.wasm.gz").write_bytes(gzip.compress(text))
    transport = httpx.ASGITransport(ClientFiles(directory=tmp_path, html=True))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        tags = set()
        for said, encoding in (("gzip, br", "gzip"), ("identity", None), ("br", None)):
            headers = {"accept-encoding": said}
            answer = await client.get("/assets/python.wasm", headers=headers)
            assert answer.status_code == 200 and answer.content == text
            assert answer.headers.get("content-encoding") == encoding
            assert answer.headers["content-type"] == "application/wasm"
            assert answer.headers["vary"] == "Accept-Encoding"
            assert "immutable" in answer.headers["cache-control"]
            tags.add(answer.headers["etag"])
            headers["if-none-match"] = answer.headers["etag"]
            assert (await client.get("/assets/python.wasm", headers=headers)).status_code == 304
            assert int(answer.headers["content-length"]) in (len(text), len(gzip.compress(text)))
        assert len(tags) == 2
        with pytest.raises(HTTPException):
            await client.get("/assets/other.wasm")
