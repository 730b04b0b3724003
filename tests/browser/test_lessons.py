"""Learning a game in the browser: from the front page to the end of a lesson, by clicks."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

import theomachy
from tests.browser.conftest import PHONE, NewPage
from tests.browser.people import choice
from tests.browser.test_page import serious_violations
from theomachy.lessons import Lesson, lessons_of


def first(game: str) -> Lesson:
    return lessons_of(theomachy.game(game))[0]


def enter(page: Page, game: str, name: str) -> None:
    """From the front page to the table of the first lesson."""
    page.goto("/")
    page.get_by_role("link", name=f"Learn in ten minutes: {name}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Learn {name}")
    page.get_by_role("button", name=f"Begin: {first(game).title['en']}").click()


def learn(page: Page, lesson: Lesson) -> None:
    """Read everything and do what is asked, to the end."""
    panel = page.get_by_role("region", name="Lesson", exact=True)
    done = 0
    for beat in lesson.beats:
        if beat.scripted:
            continue
        read(page, beat.scenes[-1].say["en"])
        choice(page, lesson.game.table.text(beat.choices[0])).click()
        done += 1
        total = sum(not one.scripted for one in lesson.beats)
        expect(panel.locator(".far")).to_have_text(f"{done} of {total}")
    read(page, lesson.ending[-1].say["en"])


def read(page: Page, last: str) -> None:
    """Go on to what is said last."""
    said = page.locator(".lesson .said")
    forth = page.locator(".lesson").get_by_role("button", name="Next", exact=True)
    for _ in range(8):
        expect(said).not_to_be_empty(timeout=15_000)
        if last in said.inner_text():
            return
        if forth.count():
            forth.click()
        else:
            page.wait_for_timeout(50)
    expect(said).to_contain_text(last)


def test_the_first_lesson_by_clicks_with_a_wrong_one(page: Page) -> None:
    lesson = first("ankh")
    enter(page, "ankh", "Ankh")
    panel = page.get_by_role("region", name="Lesson", exact=True)
    scenes = lesson.beats[0].scenes
    expect(panel).to_contain_text(scenes[0].say["en"])
    page.keyboard.press("n")
    expect(panel).to_contain_text(scenes[1].say["en"])
    # What is meant is ringed.
    meant = choice(page, scenes[1].point[0])
    assert meant.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    # The rule behind it opens.
    panel.get_by_role("button", name=re.compile("The rule: ")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    # A wrong choice is told by the lesson, and nothing has happened.
    choice(page, "action unlock").click()
    expect(panel).to_contain_text(lesson.beats[0].replies[0].say["en"])
    expect(page.locator(".refusal")).to_have_count(0)
    assert serious_violations(page) == []
    page.reload()
    learn(page, lesson)
    expect(panel.get_by_role("button", name="Next lesson")).to_be_visible()
    expect(panel.get_by_role("button", name="Play now")).to_be_visible()
    panel.get_by_role("link", name="All lessons").click()
    expect(page.get_by_role("button", name=f"Once more: {lesson.title['en']}")).to_be_visible()
    assert serious_violations(page) == []


def test_the_first_lesson_on_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    lesson = first("anunnaki")
    enter(page, "anunnaki", "Anunnaki")
    panel = page.get_by_role("region", name="Lesson", exact=True)
    expect(panel).to_contain_text(lesson.beats[0].scenes[0].say["en"])
    fold = panel.get_by_role("button", name=re.compile("fold"))
    fold.click()
    expect(panel.locator(".said")).to_have_count(0)
    fold.click()
    assert serious_violations(page) == []
    learn(page, lesson)
    panel.get_by_role("button", name="Next lesson").click()
    following = lessons_of(theomachy.game("anunnaki"))[1]
    expect(panel).to_contain_text(following.beats[0].scenes[0].say["en"])
