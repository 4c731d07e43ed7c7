"""Files to attach to an email."""

from __future__ import annotations

import base64
import os
from typing import Any, Dict, Mapping, Optional, Union

from . import types

#: Mail programs show and open what has a type; anything else is `application/octet-stream`.
_TYPES = {
    "csv": "text/csv",
    "gif": "image/gif",
    "html": "text/html",
    "ics": "text/calendar",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "pdf": "application/pdf",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "webp": "image/webp",
    "xml": "application/xml",
    "zip": "application/zip",
}


def attach(
    path: Union[str, "os.PathLike[str]"],
    *,
    filename: Optional[str] = None,
    content_type: Optional[str] = None,
    content_id: Optional[str] = None,
) -> "types.Attachment":
    """Reads a file as an attachment. Its type is that of its extension, unless `content_type` is given."""
    with open(path, "rb") as file:
        content = file.read()
    name = filename or os.path.basename(os.fspath(path))
    _, dot, extension = name.rpartition(".")
    attachment: "types.Attachment" = {"filename": name, "content": content}
    kind = content_type or (_TYPES.get(extension.lower()) if dot else None)
    if kind:
        attachment["content_type"] = kind
    if content_id:
        attachment["content_id"] = content_id
    return attachment


def with_encoded_attachments(email: Mapping[str, Any]) -> Dict[str, Any]:
    """The email as the API takes it: content that is bytes becomes base64."""
    encoded = dict(email)
    if email.get("attachments") is not None:
        encoded["attachments"] = [_encoded(attachment) for attachment in email["attachments"]]
    return encoded


def _encoded(attachment: Mapping[str, Any]) -> Dict[str, Any]:
    content = attachment.get("content")
    if not isinstance(content, (bytes, bytearray, memoryview)):
        return dict(attachment)
    return {**attachment, "content": base64.b64encode(content).decode("ascii")}
