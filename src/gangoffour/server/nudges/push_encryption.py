"""What a push service is handed: words that only the browser can read (RFC 8291), and a signature
that says which server sends them (VAPID, RFC 8292).

Written out here with ``cryptography`` alone: the usual packages for it bring two HTTP clients.
The example of RFC 8291 is a test.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many keys the curve P-256 has."""
RECORD: Final = 4096
MAX_TEXT: Final = 3_500
SIGNED_S: Final = 12 * 3600
"""How long a signature holds; a day at most."""


def new_secret() -> bytes:
    """A private key of the curve, as 32 bytes."""
    return (secrets.randbelow(ORDER - 1) + 1).to_bytes(32, "big")


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def key_of(secret: bytes) -> EllipticCurvePrivateKey:
    """The key that a secret stands for. Loaded here, as most starts of a server send nothing."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1())


def public_bytes(key: EllipticCurvePrivateKey) -> bytes:
    """The public half, as browsers take it: 65 bytes."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def sealed(text: bytes, key: bytes, auth: bytes, own: bytes = b"", salt: bytes = b"") -> bytes:
    """A text that only the browser with this key can open: salt, record size, key, cipher text.

    ``own`` and ``salt`` are new for every message; they are given to repeat a known example.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    mine, salt = key_of(own or new_secret()), salt or os.urandom(16)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    sender = public_bytes(mine)
    shared = mine.exchange(ec.ECDH(), theirs)
    secret = _derived(shared, auth, b"WebPush: info\0" + key + sender, 32)
    content = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    cipher = AESGCM(content).encrypt(nonce, text + b"\2", None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(sender)]) + sender + cipher


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def signed(secret: bytes, audience: str, contact: str, now_s: int) -> str:
    """The header by which a push service knows this server."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    key = key_of(secret)
    claims = {"aud": audience, "exp": now_s + SIGNED_S, "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(base64url(json.dumps(one, separators=(",", ":")).encode()) for one in parts)
    r, s = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(SHA256())))
    signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={said}.{signature}, k={base64url(public_bytes(key))}"
