#!/usr/bin/env python3
"""The addresses of GitHub that OpenBench reads, on this machine: scripts/openbench/github.py FOLDER.

FOLDER holds ca/server.pem and ca/server.key, repositories as repos/USER/NAME.git, and the files of
raw.githubusercontent.com as raw/NAME.
"""

import http.server
import json
import re
import ssl
import subprocess
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])


def git(repository, *words):
    command = ["git", "-C", str(FOLDER / "repos" / f"{repository}.git"), *words]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def archive(repository, ref, root):
    return git(repository, "archive", "--format=zip", f"--prefix={root}/", ref)


def api(path):
    repository, kind, ref = re.fullmatch(r"/repos/([^/]+/[^/]+)/(branches|commits|zipball|compare)/(.+)", path).groups()
    if kind == "compare":
        base, head = ref.split("...")
        return json.dumps({"ahead_by": int(git(repository, "rev-list", "--count", f"{base}..{head}"))}).encode()
    sha = git(repository, "rev-parse", "--verify", ref + "^{commit}").decode().strip()
    if kind == "zipball":
        return archive(repository, sha, f"{repository.replace('/', '-')}-{sha[:7]}")
    commit = {"sha": sha, "commit": {"message": git(repository, "log", "-1", "--format=%B", sha).decode()}}
    return json.dumps({"name": ref, "commit": commit} if kind == "branches" else commit).encode()


def github(path):
    repository, ref = re.fullmatch(r"/([^/]+/[^/]+)/archive/(.+)\.zip", path).groups()
    return archive(repository, ref, f"{repository.split('/')[1]}-{ref}")


def raw(path):
    return (FOLDER / "raw" / Path(path).name).read_bytes()


HOSTS = {"api.github.com": api, "github.com": github, "raw.githubusercontent.com": raw}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        host = self.headers.get("Host", "").split(":")[0]
        try:
            status, body = 200, HOSTS[host](self.path.rstrip("/"))
        except (AttributeError, KeyError, OSError, subprocess.CalledProcessError) as error:
            print(f"{host}{self.path}: {error!r}", flush=True)
            status, body = 404, b'{"message": "Not Found"}'
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 443), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "ca/server.pem", FOLDER / "ca/server.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
