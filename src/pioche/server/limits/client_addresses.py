"""Whose an address is: what is counted is not the address but who it was given to."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

OWN, WIDE = 64, 48  # bits of an IPv6 address: a household, a provider's customer


@lru_cache(4096)
def networks(address: str) -> tuple[str, str]:
    """By what an address is counted: itself, or in IPv6 its /64; and the /48 around that, with a larger limit.

    An IPv4 address that is written as an IPv6 one is that IPv4 address; it has nothing around it.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64], ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if isinstance(found, ipaddress.IPv4Address):
        return str(found), ""
    return around(found, OWN), around(found, WIDE)


def around(address: ipaddress.IPv6Address, bits: int) -> str:
    return str(ipaddress.IPv6Network((address, bits), strict=False))


class Trusted:
    """The proxies that may say for whom they ask."""

    def __init__(self, named: tuple[str, ...]) -> None:
        self._networks = [ipaddress.ip_network(name) for name in named]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(networks(address)[0]) if "." in address else ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)


def also_mapped(named: tuple[str, ...]) -> list[str]:
    """With every IPv4 network as it looks where IPv6 is served."""
    plain = [ipaddress.ip_network(name) for name in named]
    mapped = [f"::ffff:{each.network_address}/{96 + each.prefixlen}" for each in plain if each.version == 4]
    return [*map(str, plain), *mapped]
