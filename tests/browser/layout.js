// The controls of a page that nobody can click: covered, clipped, or outside the window. What lies in a tab that is away,
// behind a modal dialog, or is there for screen readers alone is not looked at. For tests/browser/layout.py.
within => {
    const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, summary, [data-choice], [role=button]';
    const modal = document.querySelector('dialog[open]:modal');
    const root = modal ?? document;
    const seen = one => one.checkVisibility({opacityProperty: false, visibilityProperty: true})
        && !one.closest('[inert], .unseen') && getComputedStyle(one).clipPath === 'none' && one.getAttribute('aria-disabled') !== 'true' && !one.disabled;
    const named = one => (one.dataset.choice ?? one.getAttribute('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 50);
    // Content that is clipped and can't be scrolled by hand must not be scrolled here either.
    const clipping = one => {
        const found = [];
        for (let up = one.parentElement; up; up = up.parentElement) {
            const style = getComputedStyle(up);
            if (/hidden|clip/.test(style.overflowX + style.overflowY)) found.push([up, up.scrollTop, up.scrollLeft, style]);
        }
        return found;
    };
    const troubles = [];
    for (const one of root.querySelectorAll(`${within} :is(${CONTROLS})`)) {
        if (!seen(one)) continue;
        if (one.closest('label') && one.matches('input')) continue;
        const before = clipping(one);
        one.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
        let forced = false;
        for (const [up, top, left, style] of before) {
            if (/hidden|clip/.test(style.overflowY) && up.scrollTop !== top) { up.scrollTop = top; forced = true; }
            if (/hidden|clip/.test(style.overflowX) && up.scrollLeft !== left) { up.scrollLeft = left; forced = true; }
        }
        const box = one.getBoundingClientRect();
        if (box.width === 0 || box.height === 0) continue;
        const label = `${one.localName}.${one.getAttribute('class') ?? ''} "${named(one)}"`.replace(/ svelte-\w+/g, '');
        if (forced) { troubles.push(`clipped: ${label}`); continue; }
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
            // A hex of a map that is zoomed is reached by moving the map.
            if (!one.closest('.sheet')) { troubles.push(`outside: ${label}`); continue; }
        }
        const drawn = one.ownerSVGElement !== null;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        // The corners of a button are round.
        const inset = Math.min(8, box.width / 4, box.height / 4);
        const corners = drawn ? [] : [[box.left + inset, box.top + inset], [box.right - inset, box.top + inset],
            [box.left + inset, box.bottom - inset], [box.right - inset, box.bottom - inset]];
        const round = !drawn && /50%/.test(getComputedStyle(one).borderRadius);
        const isMet = ([px, py]) => {
            const hit = document.elementFromPoint(px, py);
            if (hit === null) return false;
            if (one.contains(hit) || hit.closest('label')?.contains(one)) return true;
            return one.dataset.choice !== undefined && hit.closest('[data-choice]')?.dataset.choice === one.dataset.choice;
        };
        // Of what is drawn any place will do: others stand on the same hex.
        const points = drawn ? [[x, y], ...[[.3, .3], [.7, .3], [.3, .7], [.7, .7]].map(([a, b]) => [box.left + a * box.width, box.top + b * box.height])]
            : [[x, y], ...(round ? [] : corners)];
        const met = points.filter(isMet).length;
        if (drawn ? met === 0 : met < points.length) {
            const [px, py] = points.find(point => !isMet(point));
            const hit = document.elementFromPoint(px, py);
            troubles.push(`covered: ${label} by ${hit?.localName}.${hit?.getAttribute('class') ?? ''}`.replace(/ svelte-\w+/g, ''));
        }
    }
    return [...new Set(troubles)];
}
