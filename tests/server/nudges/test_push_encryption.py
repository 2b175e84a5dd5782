"""What a push service is handed: the example of RFC 8291, a signature that holds (RFC 8292), and
addresses that lead nowhere into the house."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from gangoffour.server.nudges.push_addresses import Forbidden, PushAddresses
from gangoffour.server.nudges.push_encryption import new_secret, sealed, signed
from gangoffour.server.wire.refusals import ServerRefusal
from tests.support.post_office import Browser, plain, written

TEXT = b"When I grow up, I want to be a watermelon"
EXAMPLE = {
    "key": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoI"
    "Aiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "own": "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
    "salt": "DGv6ra1nlYgDCS1FRnbzlw",
    "sealed": "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
    "InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSg"
    "Sxsj_Qulcy4a-fN",
}
"""Appendix A of RFC 8291."""


def test_the_example_of_the_standard() -> None:
    key, auth, own, salt = (plain(EXAMPLE[one]) for one in ("key", "auth", "own", "salt"))
    assert written(sealed(TEXT, key, auth, own, salt)) == EXAMPLE["sealed"]


def test_a_browser_opens_it_and_no_two_are_alike() -> None:
    browser = Browser("http://push/1")
    text = json.dumps({"title": "Twoja kolej"}).encode()
    both = [sealed(text, browser.key, browser.auth) for _ in range(2)]
    assert [browser.open(one) for one in both] == [{"title": "Twoja kolej"}] * 2
    assert both[0] != both[1]


def test_the_signature_names_the_service_and_holds() -> None:
    secret = new_secret()
    header = signed(secret, "https://push.example", "mailto:host@example.org", 1_000)
    token, key = header.removeprefix("vapid t=").split(", k=")
    said, _, signature = token.rpartition(".")
    claims = json.loads(plain(said.split(".")[1]))
    assert claims["aud"] == "https://push.example" and claims["sub"] == "mailto:host@example.org"
    assert 1_000 < claims["exp"] <= 1_000 + 86_400
    raw = plain(signature)
    halves = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    public.verify(encode_dss_signature(*halves), said.encode(), ec.ECDSA(SHA256()))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://localhost/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://push.example.org:8443/a",
        "https://push.example.org:99999/a",
        "https://user:word@push.example.org/a",
        "https://push.example.org/a b",
        "ftp://push.example.org/a",
        "https:///a",
        "https://push.exämple.org/a",
        "https://push.example.org/" + "a" * 1000,
    ],
)
def test_what_is_no_push_service_is_refused(endpoint: str) -> None:
    with pytest.raises(ServerRefusal, match="address"):
        PushAddresses(local=False).require_fit(endpoint)


def test_a_name_that_leads_into_the_house_is_not_connected_to() -> None:
    addresses = PushAddresses(local=False)
    addresses.require_fit("https://updates.push.services.mozilla.com/wpush/v2/gAAAA")
    with pytest.raises(Forbidden):
        asyncio.run(addresses.resolve("localhost", 443))


def test_names_that_nobody_answers_for_hold_up_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answered = threading.Event()

    def silent(*_: Any, **__: Any) -> list[Any]:
        answered.wait()
        return []

    async def live() -> None:
        addresses = PushAddresses(local=True)
        waiting = [asyncio.ensure_future(addresses.resolve("slow.example", 443)) for _ in range(64)]
        try:
            async with asyncio.timeout(20):
                await asyncio.to_thread(int)  # as a replay is read
                results = await asyncio.gather(*waiting, return_exceptions=True)
            assert {type(one) for one in results} == {TimeoutError}
        finally:
            answered.set()
            addresses.close()

    monkeypatch.setattr(socket, "getaddrinfo", silent)
    monkeypatch.setattr("gangoffour.server.nudges.push_addresses.LOOK_UP_S", 0.2)
    asyncio.run(live())
