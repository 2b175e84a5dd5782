"""The client with the longest words of all: for each text the longest of the eight languages'.

A page that has room for these has room for every language, so one visit does for eight. What the
page loads is put together from the built files: a language's own, asked for under another address.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from weakref import WeakKeyDictionary

from playwright.sync_api import CDPSession, Page

from tests.browser.window import wear
from tests.support.languages import LOCALES

ASSETS: Final = Path(__file__).parents[2] / "web" / "dist" / "assets"
BY: Final = "fi"
"""The language that the page believes it shows."""
LOADED: Final = re.compile(
    r'"(?P<folder>[^"]*/)(?P<locale>\w\w)\.(?P<kind>js|json)":'
    r"\(\)=>\w+\(\(\)=>import\(`\./(?P<file>[^`]+)`\)"
)
"""How the built client names the file that holds the texts of a folder in one language."""
EXPORTS: Final = re.compile(r"export\{([^}]*)\}")
Measure = Literal["text", "word"]
MEASURES: Final[tuple[Measure, ...]] = ("text", "word")
ROUNDS: Final[tuple[Measure | None, ...]] = (*MEASURES, None)
"""The ways round all pages in the long proofs: the last is in one language, as it is."""
LONGEST: Final = {
    "text": "(text) => text.length",
    "word": "(text) => Math.max(...text.split(/\\s/u).map((word) => word.length))",
}
"""What overflows downwards, and what overflows sideways."""
_speaking: Final[WeakKeyDictionary[Page, CDPSession]] = WeakKeyDictionary()
"""What answers for each page. ``Page.route`` would hear of all requests, and read no cache."""
JOINED: Final = """
const measure = {measure};
const all = await Promise.all({files}.map((file) => import(file)));
const pick = (texts) => texts.reduce((one, other) => (measure(other) > measure(one) ? other : one));
const merged = (parts) => {{
  const [first] = parts;
  if (typeof first === 'string') return pick(parts);
  if (typeof first === 'function') return (inputs) => pick(parts.map((part) => part(inputs)));
  if (typeof first !== 'object' || first === null) return first;
  const entries = Object.keys(first).map((key) => [key, merged(parts.map((part) => part[key]))]);
  return Array.isArray(first) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}};
"""


@cache
def texts() -> dict[str, dict[str, str]]:
    """Of each folder of texts, the file of each language."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for script in ASSETS.glob("*.js"):
        for one in LOADED.finditer(script.read_text(encoding="utf-8")):
            found[one["folder"]][one["locale"]] = one["file"]
    return dict(found)


@cache
def joined(folder: str, measure: Measure) -> str:
    """A module like each language's of this folder, with the longest of their texts."""
    files = texts()[folder]
    assert set(files) == set(LOCALES), folder
    paths = [f"/assets/{files[locale]}?as-it-is" for locale in LOCALES]
    (names,) = EXPORTS.findall((ASSETS / files[BY]).read_text(encoding="utf-8"))
    script = JOINED.format(measure=LONGEST[measure], files=json.dumps(paths))
    for pair in names.split(","):
        name = pair.rpartition(" as ")[2]
        value = f"merged(all.map((one) => one[{json.dumps(name)}]))"
        script += f"const of_{name} = {value};\nexport {{ of_{name} as {name} }};\n"
    return script


def of(folder: str, key: str, measure: Measure | None) -> str:
    """The longest text of a key in a folder of the messages, or the one with the longest word; the
    English one without a measure."""
    messages = ASSETS.parents[1] / "messages" / folder
    every = [json.loads((messages / f"{one}.json").read_text("utf-8")) for one in LOCALES]
    if measure is None:
        return str(every[LOCALES.index("en")][key])
    by_word = measure == "word"
    return max(
        (str(words[key]) for words in every),
        key=lambda text: max(map(len, text.split())) if by_word else len(text),
    )


def speak(page: Page, measure: Measure | None) -> str:
    """From now on the page loads the longest texts; the language that it must be asked for."""
    if page in _speaking:
        _speaking.pop(page).detach()
    if measure is None:
        return "en"
    wear(page)
    session = _speaking[page] = page.context.new_cdp_session(page)

    def answer(asked: dict[str, Any]) -> None:
        name = asked["request"]["url"].rpartition("/")[2]
        (folder,) = (folder for folder, files in texts().items() if files[BY] == name)
        session.send("Fetch.fulfillRequest", _fulfilled(asked["requestId"], folder, measure))

    session.on("Fetch.requestPaused", answer)
    for forget in (True, False):  # what the page has read under these addresses before
        session.send("Network.setCacheDisabled", {"cacheDisabled": forget})
    files = [files[BY] for files in texts().values()]
    patterns = [{"urlPattern": f"*/assets/{file}"} for file in files]
    session.send("Fetch.enable", {"patterns": patterns})
    return BY


def _fulfilled(request: str, folder: str, measure: Measure) -> dict[str, Any]:
    """The answer to a request for the texts of a folder, which no cache keeps."""
    headers = {"content-type": "text/javascript", "cache-control": "no-store"}
    return {
        "requestId": request,
        "responseCode": 200,
        "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
        "body": b64encode(joined(folder, measure).encode()).decode(),
    }
