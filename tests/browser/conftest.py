"""A real browser and a real server for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, expect, sync_playwright

from tests.browser.people import PATIENCE
from tests.server.serving import Serving
from theomachy.server.app import Settings
from theomachy.server.page import PAGE

DESKTOP: ViewportSize = {"width": 1280, "height": 720}
TABLET: ViewportSize = {"width": 820, "height": 1180}
PHONE: ViewportSize = {"width": 390, "height": 844}

expect.set_options(timeout=1000 * PATIENCE)

#: opens a page of its own: as another person, on another computer
NewPage = Callable[..., Page]


#: browsers with windows and buttons of their own; their shell has none, starts faster and needs half the processor
WHOLE: Final = ("chromium", "chromium-browser", "google-chrome")
SHELL: Final = "chromium-headless-shell"


def find_chromium(*names: str) -> str:
    for name in names or (SHELL, *WHOLE):
        found = shutil.which(name)
        if found:
            return found
    pytest.fail("the tests of the page need chromium, and it is not here; on Debian: apt-get install chromium")


def is_trouble(said: ConsoleMessage) -> bool:
    """Whether the page, or the framework under it, has said that something is wrong. A connection that is gone is the
    network's fault, and a form that was filled in wrongly (422) that of whoever did; whoever was signed out at another
    device hears it as 401, and a wish that must wait for somebody's answer as 409."""
    if said.type == "error":
        known = ("ERR_INTERNET_DISCONNECTED", "status of 422", "status of 401", "status of 409")
        return not any(each in said.text for each in known)
    return "svelte.dev/e/" in said.text


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def whole_browser(browser: Browser) -> Iterator[Browser]:
    """For what the shell has not: notes that are shown to people."""
    running = browser.browser_type.launch(executable_path=find_chromium(*WHOLE), args=["--no-sandbox"])
    yield running
    running.close()


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    if not (PAGE / "index.html").is_file():
        pytest.fail("the page is not built: make page")
    running = Serving(Settings(database=str(tmp_path_factory.mktemp("browser") / "tables.sqlite"), bot_pause=0.0))
    yield running
    running.stop()


@pytest.fixture
def new_page(browser: Browser, serving: Serving) -> Iterator[NewPage]:
    """Pages of people on computers of their own. A test fails if one of them reports an error of its own."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(**options: Any) -> Page:
        options = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB", **options}
        context = browser.new_context(base_url=f"http://127.0.0.1:{serving.port}", **options)
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if is_trouble(said) else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()
