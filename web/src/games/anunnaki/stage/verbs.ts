/** What is answered on the stage: everything that a battle asks for and that is no place. */
export const VERBS: readonly string[] = ["weapon", "metal", "resource", "done", "yes", "no"];
