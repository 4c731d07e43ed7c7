"""A server with scripted answers, instead of the API: what the API would hardly do when asked."""

from __future__ import annotations

import socket
import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Optional


@dataclass(frozen=True)
class SeenRequest:
    """A request as it came."""

    method: str
    path: str
    headers: Dict[str, str]
    body: bytes
    at: float


class ScriptedServer:
    """Answers each request with the next of its script; behind the last one it cuts the connection."""

    def __init__(self) -> None:
        self.requests: List[SeenRequest] = []
        self._script: List[Dict[str, Any]] = []
        self._ended = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, script: List[Dict[str, Any]]) -> None:
        """Sets what the next requests meet, one each, and forgets earlier ones."""
        self.requests = []
        self._script = list(script)

    def close(self) -> None:
        """Ends it; nothing listens any more."""
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(self) -> type:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: Any) -> None:
                pass

            def _serve(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.requests.append(SeenRequest(self.command, self.path, headers, body, time.monotonic()))
                self.close_connection = True
                outer._play(self, outer._script.pop(0) if outer._script else {"fault": "cut"})

            do_GET = do_POST = do_PATCH = do_DELETE = _serve

        return Handler

    def _play(self, handler: BaseHTTPRequestHandler, answer: Dict[str, Any]) -> None:
        fault = answer.get("fault")
        if fault == "hang":
            self._ended.wait()
        elif fault == "cut":
            handler.connection.shutdown(socket.SHUT_RDWR)
        elif fault == "cut_body":
            self._send(handler, 200, {}, b'{"id":', length=100)
        else:
            self._send(handler, answer["status"], answer.get("headers", {}), answer.get("body", b""))

    def _send(
        self,
        handler: BaseHTTPRequestHandler,
        status: int,
        headers: Dict[str, str],
        body: bytes,
        length: Optional[int] = None,
    ) -> None:
        handler.send_response(status)
        for name, value in {"content-type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("content-length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body)
