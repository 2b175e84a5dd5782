"""``python -m bench [NAME …]``: all benchmarks, or those named."""

import importlib
import pkgutil
import sys

import bench


def names() -> list[str]:
    """The benchmarks there are; a name with an underscore is support, not a benchmark."""
    found = [module.name for module in pkgutil.iter_modules(bench.__path__)]
    return sorted(name for name in found if not name.startswith("_"))


def main() -> int:
    """Run the benchmarks named on the command line, or all."""
    wanted = sys.argv[1:] or names()
    unknown = [name for name in wanted if name not in names()]
    if unknown:
        print(f"There is no benchmark {unknown[0]!r}; there are {', '.join(names())}.")
        return 2
    for name in wanted:
        importlib.import_module(f"bench.{name}").main()
    return 0


sys.exit(main())
