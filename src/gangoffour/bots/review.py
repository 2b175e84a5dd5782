"""Reviews of matches under their public name; they live in ``bots.advice``."""

from gangoffour.bots.advice.review import Outlook, Review, SeatReview, TurningPoint
from gangoffour.bots.advice.reviewer import review

__all__ = ["Outlook", "Review", "SeatReview", "TurningPoint", "review"]
