// Who leads a region and why, in a line.
import type { RegionContest } from "../view";
import { name, t } from "../../../lib/words.svelte";

export function contestWords(contest: RegionContest | undefined): string {
  if (contest === undefined) return "";
  const gods = Object.entries(contest.gods).map(([god, entry]) =>
    [
      t("ankh.contest.god", { god: name(`god.${god}`), strength: entry.strength }),
      ...entry.majorities.map((type) => t("ankh.contest.majority", { what: name(`monument.${type}`) })),
    ].join(", "),
  );
  const leader = contest.leader === null ? "" : t("ankh.contest.leads", { god: name(`god.${contest.leader}`) });
  return [t(`ankh.contest.${contest.state}`), ...gods, contest.state === "battle" ? leader || t("ankh.contest.tied") : ""].filter(Boolean).join(" · ");
}
