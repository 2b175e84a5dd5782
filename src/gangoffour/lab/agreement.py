"""``python -m gangoffour.lab.agreement``: the simulator against the rules, step by step."""

import sys

from gangoffour.lab.simulator.agreement import Disagreement, agree, main

__all__ = ["Disagreement", "agree", "main"]

if __name__ == "__main__":
    sys.exit(main())
