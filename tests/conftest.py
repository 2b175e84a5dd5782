"""Settings for all tests: the same examples in every run, so a failure is never a surprise."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-every-time",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same-every-time")
