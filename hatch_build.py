"""Build hook: the wheel and the sdist carry the built web client, so that users need no Node.js."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    """Builds web/dist if it is missing, and puts it into the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        dist = root / "web" / "dist"
        if not (dist / "index.html").is_file():
            subprocess.run([str(root / "tools" / "web")], check=True)
        if self.target_name == "wheel":
            build_data["force_include"][str(dist)] = "gangoffour/server/client"
