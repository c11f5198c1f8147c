"""By what an address is counted."""

from __future__ import annotations

import pytest

from pioche.server.limits.client_addresses import Trusted, also_mapped, networks
from pioche.server.limits.connection_limits import WIDER, ConnectionPlaces
from pioche.server.limits.rate_limits import AddressBuckets


@pytest.mark.parametrize(
    ("address", "own", "wide"),
    [
        ("198.51.100.7", "198.51.100.7", ""),
        ("::ffff:198.51.100.7", "198.51.100.7", ""),
        ("2001:db8:0:1:aaaa::1", "2001:db8:0:1::/64", "2001:db8::/48"),
        ("2001:db8:0:1:bbbb::2", "2001:db8:0:1::/64", "2001:db8::/48"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/48"),
        ("unknown", "unknown", ""),
        ("x" * 1000, "x" * 64, ""),
    ],
)
def test_a_household_is_one(address: str, own: str, wide: str) -> None:
    assert networks(address) == (own, wide)


def test_a_bucket_is_a_household_s_and_a_larger_one_its_neighbourhood_s() -> None:
    bucket = AddressBuckets(10, 0.001)
    answered = [not bucket.take(f"2001:db8:0:1::{n:x}") for n in range(40)]
    assert answered == [True] * 10 + [False] * 30
    assert not bucket.wait("2001:db8:0:2::1") and bucket.wait("2001:db8:0:1::1")
    around = sum(not bucket.take(f"2001:db8:0:{n:x}::1") for n in range(2, 200))
    assert around == 10 * WIDER - 10
    assert not bucket.take("2001:db8:1::1") and not bucket.take("198.51.100.7")


def test_so_are_places_and_they_are_given_back() -> None:
    places = ConnectionPlaces(2)
    assert [places.take(f"2001:db8::{n}") for n in (1, 2, 3)] == [True, True, False]
    assert places.take("::ffff:1.2.3.4") and places.take("1.2.3.4") and not places.take("1.2.3.4")
    places.give_back("2001:db8::2")
    assert places.take("2001:db8::9") and not places.take("2001:db8::8")
    others = sum(places.take(f"2001:db8:0:{n:x}::1") for n in range(1, 100))
    assert others == 2 * WIDER - 2


def test_who_may_say_for_whom_it_asks() -> None:
    trusted = Trusted(("10.0.0.0/8", "::1", "fd00::/8"))
    for address in ("10.1.2.3", "::ffff:10.1.2.3", "::1", "fd12::3"):
        assert address in trusted, address
    for address in ("11.0.0.1", "::2", "unknown", "", "127.0.0.1"):
        assert address not in trusted, address


def test_an_ipv4_proxy_is_trusted_where_ipv6_is_served() -> None:
    assert also_mapped(("127.0.0.1", "::1")) == ["127.0.0.1/32", "::1/128", "::ffff:127.0.0.1/128"]
