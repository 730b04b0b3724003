"""What has changed between two views, as data: a small message instead of the whole view.

It works on any JSON data and knows nothing of views. What has changed of a value is

    [value]                     it is this now
    {"name": what has changed}  these members of an object, or elements of a list by their index, have changed
    null                        as what has changed of a member or an element: it is there no more

New members follow the old ones, new elements are at the end of a list. The page has `with_changes`, too (changes.ts).
"""

from __future__ import annotations

from typing import Any

#: see above; at the top it is never null
Changes = list[Any] | dict[str, Any]


def changes_between(old: Any, new: Any) -> Changes:
    """What makes a new value of an old one. Values that Python holds equal (1 and true) count as unchanged."""
    if type(old) is dict and type(new) is dict:
        return _changed_members(old, new)
    if type(old) is list and type(new) is list and old and new:
        return _changed_elements(old, new)
    return [new]


def _changed_members(old: dict[str, Any], new: dict[str, Any]) -> Changes:
    changes: dict[str, Any] = {}
    names = list(new)
    if list(old) != names:
        stayed = [key for key in old if key in new]
        if stayed != names[: len(stayed)]:
            # Whoever shows members in their order must see the right one.
            return [new]
        for key in old:
            if key not in new:
                changes[key] = None
    for key, value in new.items():
        if key not in old:
            changes[key] = [value]
        else:
            before = old[key]
            if before is not value and before != value:
                changes[key] = changes_between(before, value)
    return changes


def _changed_elements(old: list[Any], new: list[Any]) -> Changes:
    changes: dict[str, Any] = {}
    common = min(len(old), len(new))
    deep = False
    for index in range(common):
        before, value = old[index], new[index]
        if before is not value and before != value:
            change = changes_between(before, value)
            changes[str(index)] = change
            deep = deep or type(change) is dict
    for index in range(common, len(new)):
        changes[str(index)] = [new[index]]
    for index in range(common, len(old)):
        changes[str(index)] = None
    # To name each of many simple elements would take more room than all of them.
    return changes if deep or 2 * len(changes) <= len(new) else [new]


def with_changes(old: Any, changes: Changes) -> Any:
    """An old value with its changes: the new one. What has not changed is shared by both."""
    if isinstance(changes, list):
        return changes[0]
    if isinstance(old, list):
        elements = old.copy()
        for name, change in changes.items():
            index = int(name)
            if change is None:
                # All that follow are gone, too.
                del elements[index:]
            elif index < len(old):
                elements[index] = with_changes(old[index], change)
            else:
                elements.append(change[0])
        return elements
    members = old.copy()
    for name, change in changes.items():
        if change is None:
            del members[name]
        else:
            members[name] = with_changes(old.get(name), change)
    return members
