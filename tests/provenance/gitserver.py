"""A real git server on loopback: `git http-backend` behind http.server, counting what it serves.

It can be told to misbehave: to cut an answer short, to hang, to speak only the old protocol, or to
give one answer for another.
"""

import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self


class GitServer:
    """Serves the bare repositories below a directory until it is closed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.fetches = 0
        self.sent = 0
        self.old_protocol = False
        self.cut_after: int | None = None
        self.replay: bytes | None = None
        self.last_fetch = b""
        self.hanging = threading.Event()
        self.hang: threading.Event | None = None
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.served = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.hang:
            self.hang.set()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def url(self, name: str) -> str:
        """Give the address of a repository below the root."""
        return f"http://127.0.0.1:{self._http.server_port}/{name}"

    def forget(self) -> None:
        """Count from zero again."""
        self.fetches = self.sent = 0


class _Http(ThreadingHTTPServer):
    served: GitServer


class _Handler(BaseHTTPRequestHandler):
    server: _Http

    def log_message(self, *_: object) -> None:  # the test's output stays clean
        return

    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        self.answer(self.body())

    def body(self) -> bytes:
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers["Content-Length"]))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        return body

    def answer(self, body: bytes) -> None:
        command = ["git", "http-backend"]
        ended = subprocess.run(
            command, input=body, env=self.environment(body), capture_output=True, check=False
        )
        head, _, contents = ended.stdout.partition(b"\r\n\r\n")
        wants = b"want " in body or self.headers.get("Content-Encoding") == "gzip"
        if wants and self.command == "POST":
            contents = self.fetched(contents)
        self.reply(head.decode(), contents)

    def environment(self, body: bytes) -> dict[str, str]:
        path, _, query = self.path.partition("?")
        environment = {
            **os.environ,
            "GIT_PROJECT_ROOT": str(self.server.served.root),
            "GIT_HTTP_EXPORT_ALL": "1",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "REQUEST_METHOD": self.command,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        if not self.server.served.old_protocol:
            environment["GIT_PROTOCOL"] = self.headers.get("Git-Protocol", "")
        return environment

    def fetched(self, contents: bytes) -> bytes:
        served = self.server.served
        served.fetches += 1
        if served.hang:
            served.hanging.set()
            served.hang.wait(60)
        served.last_fetch = contents
        return served.replay if served.replay is not None else contents

    def reply(self, head: str, contents: bytes) -> None:
        served = self.server.served
        headers = dict(line.split(": ", 1) for line in head.split("\r\n") if line)
        status = int(headers.pop("Status", "200 OK").split()[0])
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(contents)))
        self.end_headers()
        if served.cut_after is not None and self.command == "POST":
            contents = contents[: served.cut_after]
        served.sent += len(contents)
        try:
            self.wfile.write(contents)
        except OSError:
            self.close_connection = True
