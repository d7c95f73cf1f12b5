"""A server for bookmarks, for the provider of docs/author/tutorial.md.

    [TOKEN=…] python3 server.py [PORT]

    GET    /bookmarks          all bookmarks
    POST   /bookmarks          a new one: {"slug", "url", "note", …}
    GET    /bookmarks/SLUG     one bookmark, with the "visits" that were counted and its "link"
    PUT    /bookmarks/SLUG     the same bookmark with other properties
    DELETE /bookmarks/SLUG
    GET    /go/SLUG            leads to the page, and counts a visit

With TOKEN, all requests except the last need the header `Authorization: Bearer TOKEN`. Bookmarks are kept in memory only.
"""

import json
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BOOKMARKS = {}
TOKEN = os.environ.get("TOKEN")


class Handler(BaseHTTPRequestHandler):
    def answer(self, status, body=None, **headers):
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def handle_request(self):
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or "{}")
        area, _, slug = self.path.strip("/").partition("/")
        bookmark = BOOKMARKS.get(slug)
        if (self.command, area) == ("GET", "go") and bookmark:
            bookmark["visits"] += 1
            return self.answer(302, Location=bookmark["url"])
        if TOKEN and self.headers.get("Authorization") != f"Bearer {TOKEN}":
            return self.answer(401, {"error": "the token is missing or wrong"})
        if (self.command, area, slug) == ("GET", "bookmarks", ""):
            return self.answer(200, list(BOOKMARKS.values()))
        if (self.command, area, slug) == ("POST", "bookmarks", ""):
            slug = body["slug"]
            if slug in BOOKMARKS:
                return self.answer(409, {"error": f"there is a bookmark {slug} already"})
            link = f"http://{self.headers['Host']}/go/{slug}"
            BOOKMARKS[slug] = {**body, "visits": 0, "link": link}
            return self.answer(201, BOOKMARKS[slug])
        if area != "bookmarks" or not bookmark:
            return self.answer(404, {"error": f"there is no {self.path}"})
        if self.command == "PUT":
            bookmark.update(body)
        if self.command == "DELETE":
            del BOOKMARKS[slug]
            return self.answer(204)
        return self.answer(200, bookmark)

    do_GET = do_POST = do_PUT = do_DELETE = handle_request


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int((sys.argv + ["8800"])[1])), Handler)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
