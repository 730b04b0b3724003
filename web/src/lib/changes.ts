// What has changed of a view, as the server tells it (docs/protocol.md): the new view is made of the old one. What has not
// changed is the same object in both, so that whoever draws it need not look at it again.

/** What has changed of a value: [it is this now], or which of its members or elements have; null: one is gone. */
export type Changes = [unknown] | { [member: string]: Changes | null };

export function withChanges<T>(old: T, changes: Changes): T {
  if (Array.isArray(changes)) return changes[0] as T;
  return (Array.isArray(old) ? withElements(old, changes) : withMembers(old as Members, changes)) as T;
}

type Members = Record<string, unknown>;

function withElements(old: unknown[], changes: Members): unknown[] {
  const elements = [...old];
  for (const [name, change] of Object.entries(changes)) {
    const index = Number(name);
    // All that follow are gone, too.
    if (change === null) elements.length = Math.min(elements.length, index);
    else elements[index] = withChanges(old[index], change as Changes);
  }
  return elements;
}

function withMembers(old: Members, changes: Members): Members {
  const members = { ...old };
  for (const [name, change] of Object.entries(changes)) {
    if (change === null) delete members[name];
    else members[name] = withChanges(old[name], change as Changes);
  }
  return members;
}
