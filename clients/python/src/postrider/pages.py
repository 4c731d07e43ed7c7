"""Lists of the API. Pages are requested as they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A page of a list. It can have fewer items than `limit`, or none, and not be the last."""

    data: List[Item]
    #: Cursor of the next page. None on the last one.
    next_cursor: Optional[str]
    #: Only for the event feed, which always has a `next_cursor`.
    has_more: Optional[bool] = None


class Pages(Generic[Item]):
    """A list: iterate over its items, or take a page of it."""

    def __init__(self, read: Callable[[Mapping[str, Any]], Any], query: Mapping[str, Any]) -> None:
        self._read = read
        self._query = query

    def page(self) -> Page[Item]:
        """One page: the first, or the one of the `cursor` in the query."""
        return self._page(self._query)

    def __iter__(self) -> Iterator[Item]:
        """All items, from as many pages as are read."""
        place: Optional[Dict[str, str]] = {}
        while place is not None:
            page = self._page({**self._query, **place})
            yield from page.data
            place = _place_after(page)

    def _page(self, query: Mapping[str, Any]) -> Page[Item]:
        answer = self._read(query)
        return Page(answer.get("data", []), answer.get("next_cursor"), answer.get("has_more"))


def _place_after(page: Page[Any]) -> Optional[Dict[str, str]]:
    """The event feed goes on for ever: its last page is the one that says so."""
    if page.next_cursor is None or page.has_more is False:
        return None
    return {"cursor" if page.has_more is None else "after": page.next_cursor}
