"""Calls start at equal intervals, and idle time is not saved up for a burst."""

from echoes.models.wrappers.rate_limit import RateLimiter


def test_starts_are_spaced_evenly():
    limiter = RateLimiter(per_minute=30, clock=lambda: 100.0)
    assert [limiter.reserve() for _ in range(4)] == [0, 2, 4, 6]


def test_idle_time_allows_no_burst():
    now = 0.0
    limiter = RateLimiter(per_minute=60, clock=lambda: now)
    limiter.reserve()
    now = 600.0
    assert [limiter.reserve() for _ in range(3)] == [0, 1, 2]
