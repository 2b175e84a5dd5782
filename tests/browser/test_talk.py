"""A place to talk, on a phone: a thread from beginning to end, and a club with its people."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from gangoffour.server.clubs.clubs import ClubDraft
from gangoffour.table.options import Options
from tests.browser.scenery import Scenery
from tests.browser.window import PHONE, visit, window

HOSTILE = "<img src=x onerror=alert(1)> <b>bold</b> https://evil.example/match/1 \u202egnp.exe"
BY_NAME = re.compile("Ann Talks|Ben Answers|Dumpling|Sparrow")
LONG = "Donaudampfschifffahrtsgesellschaft" * 5


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def puzzle_of(browser: Browser, scenery: Scenery, match: str) -> str:
    """The address of a puzzle, as the replay hands it out; opened, it hides the other hands."""
    with window(browser, PHONE) as replay:
        replay.goto(f"{scenery.url}/match/{match}?at=6")
        replay.evaluate(
            "navigator.share = undefined; navigator.clipboard.writeText = (text) => "
            "{ window.copied = text; return Promise.resolve(); }"
        )
        replay.locator("[data-action=share]").click()
        replay.locator("[data-action=share-puzzle]").click()
        link = str(replay.wait_for_function("() => window.copied").json_value())
        replay.goto(link)
        expect(replay.locator("[data-replay-seat]").first).to_be_visible()
        shown = replay.get_by_role("button", name="Show all hands")
        expect(shown).to_have_attribute("aria-pressed", "false")
    return f"Well? {link}"


@pytest.mark.long
def test_a_thread_is_begun_drawn_answered_followed_and_taken_back(
    browser: Browser, scenery: Scenery
) -> None:
    ann, ben = scenery.account("Ann Talks"), scenery.account("Ben Answers")
    match = scenery.match([ann, ben], Options(clock="none", target=1), ["dumpling", "sparrow"])
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/boards")
        page.locator("[data-board=strategy]").click()
        page.locator("[data-action=new-thread]").click()
        dialog = page.get_by_role("dialog")
        dialog.locator("[data-field=title]").fill(f"Two pairs {LONG}"[:100])
        text = f"I held G3 G3 and [R5].\nSee R5.3 and {scenery.url}/match/{match}?at=8\n{HOSTILE}"
        dialog.locator("[data-field=text]").fill(f"{text}\n{LONG}")
        expect(dialog.locator(".preview .said .card-chip")).to_have_count(3)
        # All is drawn: the button stays where it is.
        expect(dialog.locator(".preview [data-moment='8'] .seat")).to_have_count(4)
        dialog.locator("[data-action=post]").click()
        page.wait_for_url("**/thread/*")
        thread = page.url.split("/")[-1].partition("?")[0]
        post = page.locator("[data-post='1']")
        expect(post.locator(".said .card-chip")).to_have_count(3)
        card = post.locator(f"[data-match='{match}']")
        expect(card).to_contain_text("Ben Answers")
        expect(card.locator("[data-moment='8'] .seat")).to_have_count(4)  # as it lay on the table
        expect(card.locator("[data-moment='8'] .card-chip").first).to_be_visible()
        expect(post.locator("a.rule")).to_contain_text("R5.3")
        expect(post.locator("a.rule .card-chip").first).to_be_visible()
        expect(post).to_contain_text("<img src=x onerror=alert(1)> <b>bold</b>")
        expect(post.locator(".said").locator("img, b, [href*=evil]")).to_have_count(0)
        assert fits(page)
        post.locator("[data-action=edit]").click()
        post.locator("[data-field=text]").fill(puzzle_of(browser, scenery, match))
        post.locator("[data-action=save]").click()
        asked = post.locator(f"[data-puzzle='{match}']")
        expect(asked).to_contain_text("What would you play?")
        expect(asked.locator("[data-hand] .card-chip").first).to_be_visible()
        expect(asked.locator("details")).not_to_have_attribute("open", "")
        asked.locator("summary").click()
        expect(asked.locator("details")).to_contain_text(BY_NAME)
        assert fits(page)
        post.locator("[data-action=edit]").click()
        post.locator("[data-field=text]").fill("Which pair first: G3 G3 or Y4 Y4?")
        post.locator("[data-action=save]").click()
        expect(post).to_contain_text("edited")
        expect(post.locator(".said .card-chip")).to_have_count(4)
        expect(page.locator("[data-action=follow]")).to_have_attribute("aria-pressed", "true")
    with window(browser, PHONE, scenery.cookie(ben.name)) as page:
        page.goto(f"{scenery.url}/boards/strategy?lang=en")
        page.get_by_role("searchbox").fill("which PAIR")
        page.get_by_role("searchbox").press("Enter")
        page.locator(f".found [data-thread='{thread}'] a").click()
        page.locator("[data-field=text]").fill("The lower one.")
        page.locator("[data-action=answer]").click()
        expect(page.locator("[data-post='2']")).to_contain_text("The lower one.")
        page.locator("[data-post='1'] [data-action=report]").click()
        page.get_by_role("dialog").get_by_role("textbox").fill("too long a title")
        page.get_by_role("dialog").get_by_role("button", name="Send").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    (report,) = scenery.do(scenery.live.server.moderation.reports())
    assert "Which pair first" in report.evidence
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/boards")
        expect(page.locator(f"[data-thread='{thread}'] .chip-now")).to_have_text("1 new")
        page.locator(f"[data-thread='{thread}'] a").click()
        expect(page.locator("[data-post]")).to_have_count(2)
        page.locator("[data-post='1'] [data-action=take-back]").click()
        page.locator("[data-action=sure]").click()
        expect(page.locator("[data-post='1']")).to_have_attribute("data-state", "gone")
        visit(page, "/boards")
        expect(page.locator(f"[data-thread='{thread}']")).to_be_visible()
        expect(page.locator(f"[data-thread='{thread}'] .chip-now")).to_have_count(0)
    with window(browser, PHONE) as page:  # nobody in particular reads, and is told how to write
        page.goto(f"{scenery.url}/thread/{thread}")
        expect(page.locator("[data-post='2']")).to_contain_text("The lower one.")
        expect(page.locator("[data-may-write=no]")).to_contain_text("account")
        expect(page.locator("[data-action=answer]")).to_have_count(0)


def test_what_a_club_takes_from_somebody_is_asked_about_first(
    browser: Browser, scenery: Scenery
) -> None:
    """And whoever was taken out is told by what is refused to them, on a page that says so."""
    ann, ben, cleo = (scenery.account(name) for name in ("Ann Hosts", "Ben Goes", "Cleo Stays"))
    clubs = scenery.live.server.clubs
    club = scenery.do(
        clubs.found(ann, ClubDraft("Sunday Dragons", "", "approval", open_board=False))
    )
    for one in (ben, cleo):
        scenery.do(clubs.members.join(one, club, None))
        scenery.do(clubs.members.set_role(ann, club, one.id, "member"))
    with (
        window(browser, PHONE, scenery.cookie(ann.name)) as page,
        window(browser, PHONE, scenery.cookie(ben.name), expected=("status of 403",)) as out,
    ):
        out.goto(f"{scenery.url}/club/{club}")
        expect(out.locator("[data-member]")).to_have_count(3)
        page.goto(f"{scenery.url}/club/{club}")
        for person, act, said in (
            (ben, "owner", "Only Ben Goes can hand the club back"),
            (ben, "banned", "until you lift the ban"),
            (ben, "remove", "an invitation or a host’s approval"),
        ):
            page.get_by_role("button", name=f"Settings: {person.name}").click()
            page.locator(f"[data-act={act}]").click()
            expect(page.get_by_role("dialog")).to_contain_text(said)
            page.get_by_role("button", name="Cancel").click()
        expect(page.locator(f"[data-member='{ben.id}']")).to_have_attribute("data-role", "member")
        page.get_by_role("button", name="Settings: Ben Goes").click()
        page.locator("[data-act=remove]").click()
        assert fits(page)
        page.locator("[data-action=really]").click()
        expect(page.locator(f"[data-member='{ben.id}']")).to_have_count(0)
        page.get_by_role("button", name="Settings: Cleo Stays").click()
        page.locator("[data-act=host]").click()  # this can be taken back
        expect(page.locator(f"[data-member='{cleo.id}']")).to_have_attribute("data-role", "host")
        out.locator("[data-action=open-table]").click()
        expect(out.locator(".toasts")).to_contain_text("for members of the club")
        expect(out.locator("[data-action=ask]")).to_be_visible()
        expect(out.locator("[data-member]")).to_have_count(0)


@pytest.mark.long
def test_a_club_is_founded_joined_and_looked_after(browser: Browser, scenery: Scenery) -> None:
    ann, ben, cleo = (scenery.account(name) for name in ("Ann Founds", "Ben Asks", "Cleo Comes"))
    scenery.promote(ben, ann)
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/clubs")
        page.locator("[data-action=found]").click()
        page.get_by_role("dialog").locator("[data-field=name]").fill("Tuesday Dragons")
        page.locator("[data-action=save-club]").click()
        page.wait_for_url("**/club/*")
        club = page.url.split("/")[-1].partition("?")[0]
        expect(page.locator("#main h1")).to_have_text("Tuesday Dragons")
        expect(page.locator(f"[data-member='{ann.id}']")).to_have_attribute("data-role", "owner")
    with window(browser, PHONE, scenery.cookie(ben.name)) as page:
        page.goto(f"{scenery.url}/clubs")
        page.locator(f"[data-club='{club}']").click()
        page.locator("[data-action=ask]").click()
        expect(page.locator("[data-asked]")).to_be_visible()
        expect(page.locator("[data-member]")).to_have_count(0)
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:
        page.goto(f"{scenery.url}/club/{club}")
        page.locator(f"[data-member='{ben.id}'] [data-action=accept]").click()
        expect(page.locator(f"[data-member='{ben.id}']")).to_have_attribute("data-role", "member")
        expect(page.locator("[aria-labelledby=club-ladder] li")).to_have_count(2)
        assert fits(page)
        with page.expect_download() as download:
            page.locator("[data-action=sheet]").click()
        assert '"Ben Asks","member"' in download.value.path().read_text()
        page.locator("[data-action=open-table]").click()
        page.wait_for_url("**/table/*")
        table = page.url.split("/")[-1].partition("?")[0]
    link = scenery.do(scenery.live.server.clubs.people(ann, club))[1]
    with window(browser, PHONE, scenery.cookie(cleo.name)) as page:
        page.goto(f"{scenery.url}/club/{club}#{link}")
        page.locator("[data-action=join]").click()
        expect(page.locator("[data-member]")).to_have_count(3)
        expect(page.locator("[aria-labelledby=club-tables]")).to_contain_text("Ann Founds")
        page.locator("[data-action=board]").click()
        page.locator("[data-action=new-thread]").click()
        page.get_by_role("dialog").locator("[data-field=title]").fill("Next Tuesday")
        page.get_by_role("dialog").locator("[data-field=text]").fill(f"{scenery.url}/table/{table}")
        page.locator("[data-action=post]").click()
        expect(page.locator(f"[data-post='1'] a[href='/table/{table}']")).to_be_visible()
        thread = page.url.split("/")[-1].partition("?")[0]
    post = scenery.do(scenery.live.server.boards.reader.thread(ben, thread, 0)).posts[0]
    scenery.do(scenery.live.server.boards.hosts.report(ben, post.id, "too short a notice"))
    with window(browser, PHONE, scenery.cookie(ann.name)) as page:  # its hosts hear of it
        page.goto(f"{scenery.url}/club/{club}")
        report = page.locator(f"[data-report='{post.id}']")
        expect(report).to_contain_text("too short a notice")
        assert fits(page)
        report.locator("[data-action=hide-reported]").click()
        expect(report).to_have_count(0)
        scenery.do(scenery.live.server.boards.hosts.hide(post.id, False))
    with window(browser, PHONE, expected=("status of 403", "status of 404")) as page:
        page.goto(f"{scenery.url}/boards/{club}")
        expect(page.get_by_role("alert")).to_contain_text("members")
        visit(page, f"/thread/{thread}")
        expect(page.get_by_role("alert")).to_be_visible()
