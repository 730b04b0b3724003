"""Learning a game in the browser: from the front page to the end of a lesson, by clicks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

import theomachy
from tests.browser.conftest import DESKTOP, PHONE, NewPage, is_trouble
from tests.browser.learning import Learner
from tests.browser.people import PATIENCE, aim, choice
from tests.browser.test_page import serious_violations
from tests.examples import LONG
from tests.server.serving import Serving
from theomachy.lessons import Lesson, lessons_of
from theomachy.server.words import say


def first(game: str) -> Lesson:
    return lessons_of(theomachy.game(game))[0]


def enter(page: Page, game: str, name: str) -> None:
    """From the front page to the table of the first lesson."""
    page.goto("/")
    page.get_by_role("link", name=f"Learn in ten minutes: {name}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Learn {name}")
    page.get_by_role("button", name=f"Begin: {first(game).title['en']}").click()


@pytest.mark.long
def test_the_first_lesson_by_clicks_with_a_wrong_one(page: Page) -> None:
    lesson = first("ankh")
    enter(page, "ankh", "Ankh")
    panel = page.get_by_role("region", name="Lesson", exact=True)
    scenes = lesson.beats[0].scenes
    expect(panel).to_contain_text(scenes[0].say["en"])
    # Whoever chooses before everything is said hears the rest first.
    choice(page, "action move").click()
    expect(panel).to_contain_text(scenes[1].say["en"])
    expect(page.locator("main.room")).to_have_attribute("data-version", "0")
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
    # And whoever turns the page has heard it.
    panel.get_by_role("button", name="Back").click()
    expect(panel).to_contain_text(scenes[0].say["en"])
    assert serious_violations(page) == []
    page.reload()
    Learner(page, "en", taps=False).take(lesson)
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
    # A finger can't point: the tiles of the star have their names.
    expect(page.locator(".rail .star .names text")).to_have_count(10)
    expect(page.locator(".rail .star .names")).to_be_visible()
    Learner(page, "en", taps=True).take(lesson)
    # At the end, too, when nothing is asked for any more, what is spoken of is to be seen.
    room = page.locator("main.room")
    back = panel.get_by_role("button", name="Back")
    for scene in lesson.ending[-2::-1]:
        back.click()
        expect(panel).to_contain_text(scene.say["en"])
        expect(room).to_have_attribute("data-tab", "players" if "track war" in scene.point else "tracks")
        if "track.supremacy" in scene.point:
            expect(page.locator('.players [data-place="track.supremacy"]')).to_be_in_viewport(ratio=1)
            expect(page.locator('.players [data-place="track.war"]')).to_be_in_viewport(ratio=1)
    assert any("track war" in scene.point for scene in lesson.ending)
    for _ in lesson.ending[1:]:
        panel.get_by_role("button", name="Next", exact=True).click()
    panel.get_by_role("button", name="Next lesson").click()
    following = lessons_of(theomachy.game("anunnaki"))[1]
    # What is spoken of is to be seen: first a place of the board, at last a tile of the star.
    scenes = following.beats[0].scenes
    assert following.beats[0].scenes[0].point[0].startswith("territory ")
    expect(panel).to_contain_text(scenes[0].say["en"])
    expect(room).to_have_attribute("data-tab", "board")
    for scene in scenes[1:]:
        panel.get_by_role("button", name="Next", exact=True).click()
        expect(panel).to_contain_text(scene.say["en"])
    expect(room).to_have_attribute("data-tab", "tracks")


#: where the pictures of the board lie on the screen
_BOARD = """() => [...document.querySelectorAll('.board svg')]
    .map(one => one.getBoundingClientRect()).map(box => [box.x, box.y, box.width])"""


@pytest.mark.long
def test_the_board_of_a_lesson_stays_under_the_finger_that_taps_twice(new_page: NewPage) -> None:
    """What the first tap is told, and that it goes when the finger leaves, changes nothing of where things are."""
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, locale="de")
    lesson = first("anunnaki")
    page.goto("/learn/anunnaki")
    page.get_by_role("button", name=re.compile(re.escape(lesson.title["de"]))).tap()
    # A harvest: what it would bring is foreseen, in several lines.
    gold = "territory ellenys.ML"
    reached = [lesson.game.table.text(beat.choices[0]) for beat in lesson.beats].index(gold)
    Learner(page, "de", taps=True).take(lesson, until=reached)
    point = aim(page, gold)
    assert point is not None
    before = page.evaluate(_BOARD)
    page.touchscreen.tap(*point)
    expect(page.locator(".prompt .foresight")).to_be_visible()
    assert page.evaluate(_BOARD) == before
    page.touchscreen.tap(*point)
    expect(page.locator("main.room")).to_have_attribute("data-version", str(reached + 1))


def test_what_a_lesson_speaks_of_is_brought_into_view(new_page: NewPage) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    lesson = first("anunnaki")
    page.goto("/learn/anunnaki")
    page.get_by_role("button", name=re.compile(re.escape(lesson.title["en"]))).tap()
    reached = next(
        number for number, beat in enumerate(lesson.beats) if beat.scenes and "P0-C1" in beat.scenes[0].point
    )
    Learner(page, "en", taps=True).take(lesson, until=reached)
    line = page.locator('.rail .line[data-place="P0-C1"]')
    expect(line).not_to_have_class(re.compile(r"\bmarked\b"))
    # Somebody has looked at what is below the star, and now it is spoken of a line of it.
    page.locator(".rail").evaluate("rail => rail.scrollTo(0, rail.scrollHeight)")
    expect(line).not_to_be_in_viewport()
    page.locator("section.lesson").get_by_role("button", name="Back").tap()
    expect(line).to_be_in_viewport(ratio=1)
    expect(line).to_have_class(re.compile(r"\bmarked\b"))


LESSONS = [lesson for game in theomachy.GAMES.values() for lesson in lessons_of(game)]
#: the devices of somebody who learns, and the language spoken there
DEVICES = {"desktop": "en", "phone": "de"}
#: every third lesson on the phone is taken in the third language
THIRD = "ru"

#: whoever learns at a device of this name, in this language
Learners = Callable[[str, str], Learner]


@pytest.fixture(scope="module")
def learners(browser: Browser, serving: Serving) -> Iterator[Learners]:
    """One page for each device and language, which takes lesson after lesson: as people do, and as is fast."""
    known: dict[tuple[str, str], tuple[BrowserContext, Learner]] = {}
    troubles: list[str] = []

    def learner(device: str, lang: str) -> Learner:
        if (device, lang) not in known:
            taps = device == "phone"
            context = browser.new_context(
                base_url=f"http://127.0.0.1:{serving.port}", viewport=PHONE if taps else DESKTOP, has_touch=taps,
                is_mobile=taps, reduced_motion="reduce", locale=lang,
            )  # fmt: skip
            context.set_default_timeout(1000 * PATIENCE)
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("console", lambda said: troubles.append(said.text) if is_trouble(said) else None)
            known[device, lang] = (context, Learner(page, lang, taps))
        return known[device, lang][1]

    yield learner
    for context, _ in known.values():
        context.close()
    assert troubles == []


#: every twelfth lesson, at each device in turns; `make lessons` takes every one at both
TAKEN = [
    pytest.param(lesson, device, id=f"{lesson.game.name}-{lesson.name}-{device}")
    for number, lesson in enumerate(LESSONS)
    for place, device in enumerate(DEVICES)
    if LONG or number % 24 == 12 * place
]


@pytest.mark.parametrize(("lesson", "device"), TAKEN)
def test_every_lesson_by_clicks_with_wrong_ones(learners: Learners, lesson: Lesson, device: str) -> None:
    third = device == "phone" and LESSONS.index(lesson) % 3 == 2
    learner = learners(device, THIRD if third else DEVICES[device])
    page = learner.page
    page.goto(f"/learn/{lesson.game.name}")
    learner.press(page.get_by_role("button", name=re.compile(f": {re.escape(lesson.title[learner.lang])}$")))
    assert learner.take(lesson) > 0
    # What comes next can be clicked at once, and the list knows that it is done.
    learner.press(page.locator(f'.lesson .ways a[href="/learn/{lesson.game.name}"]'))
    done = page.locator("li.learned", has=page.get_by_role("heading", name=lesson.title[learner.lang], exact=True))
    expect(done).to_be_visible()


#: lessons after which the engine would let the learner go on: what they click then is told that the lesson is over
OPEN_ENDS = {"desktop": ("ankh", "summon"), "phone": ("anunnaki", "star")}


@pytest.mark.long
@pytest.mark.parametrize("device", list(DEVICES))
def test_the_end_of_a_lesson_asks_for_nothing_and_leads_on(learners: Learners, device: str) -> None:
    game, name = OPEN_ENDS[device]
    lesson = next(one for one in LESSONS if (one.game.name, one.name) == (game, name))
    following = LESSONS[LESSONS.index(lesson) + 1]
    learner = learners(device, DEVICES[device])
    page, lang = learner.page, learner.lang
    page.goto(f"/learn/{game}")
    learner.press(page.get_by_role("button", name=re.compile(f": {re.escape(lesson.title[lang])}$")))
    learner.take(lesson)
    panel = page.locator("section.lesson")
    expect(panel.locator(".said")).to_have_text(lesson.ending[-1].say[lang])
    # Nobody is asked for anything; whoever clicks all the same is told why nothing happens.
    expect(page.locator("section.prompt")).to_have_count(0)
    made = page.locator("main.room").get_attribute("data-version")
    match = lesson.begin()
    for beat in lesson.beats:
        match.play(beat.choices[0], beat.seat)
    points = [point for one in match.choices_of(lesson.learner) if (point := aim(page, str(one))) is not None]
    assert points, "the board shows what the engine offers"
    for _ in range(2 if learner.taps else 1):
        page.touchscreen.tap(*points[0]) if learner.taps else page.mouse.click(*points[0])
    expect(panel.locator(".correction")).to_have_text(say("lesson-done", lang))
    assert page.locator("main.room").get_attribute("data-version") == made
    # The ways on stay: all lessons, a match, and the next lesson, at a table of its own.
    ways = panel.locator(".ways")
    expect(ways.locator(f'a[href="/learn/{game}"]')).to_be_visible()
    expect(ways.locator("button.gold")).to_have_count(1)
    before = page.url
    learner.press(ways.locator("button.gold"))
    expect(panel.locator(".said")).to_contain_text(following.beats[0].scenes[0].say[lang])
    assert page.url != before
    expect(panel.locator("header")).to_contain_text(following.title[lang])


@pytest.mark.long
def test_after_the_last_lesson_there_is_a_match_and_no_further_lesson(learners: Learners) -> None:
    lesson = LESSONS[-1]
    learner = learners("desktop", "en")
    page = learner.page
    page.goto(f"/learn/{lesson.game.name}")
    learner.press(page.get_by_role("button", name=re.compile(f": {re.escape(lesson.title['en'])}$")))
    learner.take(lesson)
    ways = page.locator(".lesson .ways")
    expect(ways.get_by_role("button", name="Next lesson")).to_have_count(0)
    learner.press(ways.get_by_role("button", name="Play now"))
    # The lesson is left for a table with bots.
    expect(page.locator("section.lesson")).to_have_count(0)
    expect(page.locator("main.room")).to_be_visible()
