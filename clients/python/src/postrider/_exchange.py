"""One attempt of a call: a request, and its response read to the end."""

from __future__ import annotations

import socket
import time
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import Dict, NamedTuple, Optional
from urllib.parse import SplitResult


class Response(NamedTuple):
    """A response as it came."""

    status: int
    headers: HTTPMessage
    body: bytes


class NotConnected(Exception):
    """The request was not begun: there was no connection."""


class Lost(Exception):
    """The connection was lost after the request was begun."""


class Late(Exception):
    """There was no response in time."""


def exchange(
    base: SplitResult, method: str, path: str, *, headers: Dict[str, str], body: Optional[bytes], timeout: float
) -> Response:
    """Sends a request and reads the response, within `timeout` seconds. Redirects are not followed."""
    deadline = time.monotonic() + timeout
    kind = HTTPSConnection if base.scheme == "https" else HTTPConnection
    connection = kind(base.hostname or "", base.port, timeout=timeout)
    try:
        _connect(connection)
        return _talk(connection, deadline, method, path, headers, body)
    except socket.timeout as error:
        raise Late(f"no answer within {timeout:g} s") from error
    except (OSError, HTTPException) as error:
        raise Lost(str(error) or type(error).__name__) from error
    finally:
        connection.close()


def _connect(connection: HTTPConnection) -> None:
    try:
        connection.connect()
    except OSError as error:
        raise NotConnected(str(error)) from error


def _talk(
    connection: HTTPConnection,
    deadline: float,
    method: str,
    path: str,
    headers: Dict[str, str],
    body: Optional[bytes],
) -> Response:
    sock = connection.sock
    connection.request(method, path, body=body, headers=headers)
    sock.settimeout(_left(deadline))
    response = connection.getresponse()
    chunks = []
    while True:
        sock.settimeout(_left(deadline))
        chunk = response.read1(65_536)
        if not chunk:
            break
        chunks.append(chunk)
    if response.length:
        raise Lost("the answer is incomplete")
    return Response(response.status, response.headers, b"".join(chunks))


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left
