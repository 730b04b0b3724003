// The tables whose result was seen in this browser, the latest first: whoever comes back there wants to see the table.
import { recall, remember } from "../lib/storage";

const SEEN = "results-seen";
const AT_MOST = 100;

export const isResultSeen = (table: string): boolean => recall<string[]>(SEEN, []).includes(table);

export function noteResult(table: string): void {
  remember(SEEN, [table, ...recall<string[]>(SEEN, []).filter((one) => one !== table)].slice(0, AT_MOST));
}
