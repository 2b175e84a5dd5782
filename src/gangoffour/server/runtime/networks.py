"""What counts as one address, and which addresses are meant by a list of them."""

from __future__ import annotations

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

FORWARDED: Final = ("x-forwarded-for", "x-forwarded-host", "forwarded", "x-real-ip", "via")
"""Headers that proxies add."""


class Networks:
    """Some addresses and networks, as a setting names them with commas between."""

    def __init__(self, named: str) -> None:
        self._networks: list[IPv4Network | IPv6Network] = []
        for one in filter(None, (one.strip() for one in named.split(","))):
            try:
                self._networks.append(ip_network(one))
            except ValueError:
                raise ValueError(f"{one!r} is neither an address nor a network.") from None

    def in_both_families(self) -> list[str]:
        """All of them, and how those of IPv4 look to who listens for both families."""
        ipv4 = [one for one in self._networks if isinstance(one, IPv4Network)]
        mapped = [f"::ffff:{one.network_address}/{96 + one.prefixlen}" for one in ipv4]
        return [str(one) for one in self._networks] + mapped

    def __contains__(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in one for one in self._networks)
