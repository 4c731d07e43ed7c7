"""Reads clients/conformance, whose README describes the format."""

from __future__ import annotations

import base64
import json
import tempfile
from pathlib import Path
from typing import Any, Dict, List

from postrider import attach

FOLDER = Path(__file__).resolve().parents[2] / "conformance"


class AnyText:
    """Equals every text that is not empty."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and other != ""

    __hash__ = None  # type: ignore[assignment]


def cases_of(name: str) -> List[Dict[str, Any]]:
    """The cases of a file."""
    cases: List[Dict[str, Any]] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["cases"]
    return cases


def bytes_of(body: Dict[str, Any]) -> bytes:
    """The bytes that a vector describes."""
    if "text" in body:
        return str(body["text"]).encode()
    if "base64" in body:
        return base64.b64decode(body["base64"])
    return str(body["repeat"]).encode() * int(body["times"])


def filled(value: Any, is_argument: bool) -> Any:
    """A value with its placeholders replaced: those of an argument, or of what is expected."""
    if isinstance(value, list):
        items: List[Any] = []
        for item in value:
            is_repeated = isinstance(item, dict) and "$repeat" in item
            items += filled(item, is_argument) if is_repeated else [filled(item, is_argument)]
        return items
    if not isinstance(value, dict):
        return value
    if "$repeat" in value:
        return [filled(value["$repeat"], is_argument) for _ in range(value["times"])]
    if "$bytes" in value:
        content = bytes_of(value["$bytes"])
        return content if is_argument else base64.b64encode(content).decode()
    if "$text" in value:
        return AnyText()
    if "$file" in value:
        return _attached(value["$file"], {name: item for name, item in value.items() if name != "$file"})
    return {name: filled(item, is_argument) for name, item in value.items()}


def _attached(file: Dict[str, Any], fields: Dict[str, Any]) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / file["name"]
        path.write_bytes(bytes_of(file["bytes"]))
        return attach(path, **fields)
