"""Draws the icons of the installed app from public/favicon.svg, with the browser of the tests. To be run again when
it changes: python web/scripts/draw-icons.py"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "public"


def main() -> None:
    whole = (PUBLIC / "favicon.svg").read_text()
    # To its edges for launchers that cut a shape of their own; the sign alone, white, for the bar of a phone.
    full = re.sub(r' rx="14"', "", whole).replace('viewBox="0 0 64 64"', 'viewBox="-6 -6 76 76"')
    full = full.replace('<rect width="64" height="64"', '<rect x="-6" y="-6" width="76" height="76"')
    sign = re.sub(r"<rect[^>]*/>", "", whole).replace("url(#g)", "#ffffff")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, size, drawing in (
            ("icon-192", 192, whole), ("icon-512", 512, whole), ("maskable-512", 512, full), ("badge-96", 96, sign),
        ):  # fmt: skip
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawing}"
            )
            page.screenshot(path=PUBLIC / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
