// What the parts of a table are given, each thing for itself: whoever draws the offers need not look again because the
// view has changed. Parts that nobody sees get it a moment later, so that what is looked at comes first.
import { untrack } from "svelte";
import type { PartProps } from "../games/drawing";
import { whenPainted } from "../lib/painted";
import type { View } from "../lib/protocol";

/** The same, with another view. */
export function withView(parts: PartProps, view: () => View): PartProps {
  return {
    get view() { return view(); },
    get info() { return parts.info; },
    get board() { return parts.board; },
    get offers() { return parts.offers; },
    get marked() { return parts.marked; },
    get hint() { return parts.hint; },
    get traces() { return parts.traces ?? []; },
    get motion() { return parts.motion; },
    get onletgo() { return parts.onletgo ?? null; },
    onchoose: parts.onchoose, onpoint: parts.onpoint, onrefuse: parts.onrefuse, onrule: parts.onrule,
  };
}

/** The same as long as it is seen; else what it was, until the picture of everything else is made. */
export function trailing(parts: PartProps, isSeen: () => boolean): PartProps {
  let view = $state.raw(parts.view);
  let offers = $state.raw(parts.offers);
  let marked = $state.raw(parts.marked);
  let hint = $state.raw(parts.hint);
  let traces = $state.raw(parts.traces ?? []);
  let onletgo = $state.raw(parts.onletgo ?? null);
  function follow(): void {
    ({ view, offers, marked, hint } = parts);
    traces = parts.traces ?? [];
    onletgo = parts.onletgo ?? null;
  }
  $effect.pre(() => {
    void [parts.view, parts.offers, parts.marked, parts.hint, parts.traces, parts.onletgo];
    if (isSeen()) {
      untrack(follow);
      return;
    }
    return whenPainted(follow);
  });
  return {
    get view() { return view; },
    get info() { return parts.info; },
    get board() { return parts.board; },
    get motion() { return parts.motion; },
    get offers() { return offers; },
    get marked() { return marked; },
    get hint() { return hint; },
    get traces() { return traces; },
    get onletgo() { return onletgo; },
    onchoose: parts.onchoose, onpoint: parts.onpoint, onrefuse: parts.onrefuse, onrule: parts.onrule,
  };
}
