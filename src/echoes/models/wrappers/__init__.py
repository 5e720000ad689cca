"""Wrappers around a raw completion: retries, circuit breaker, rate limit, budgets, recording.

Each passes the request on and adds one thing; `provider_registry` stacks them.
"""
