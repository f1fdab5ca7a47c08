"""Orders leads and saves their file, with Python's own library only.

    FREEOR_API_URL=https://leads.example FREEOR_API_KEY=... python3 download.py businesses state:TX 100 texas.csv

Needs a key with the scopes "downloads" and "downloads.order". The order has a key of its own: sent twice, it is charged
once. The file's SHA-256 is compared with the one that the server tells.
"""

import hashlib
import json
import os
import sys
import time
import urllib.request
import uuid

BASE = os.environ["FREEOR_API_URL"]
KEY = os.environ["FREEOR_API_KEY"]


def call(method, path, body=None, headers=None):
    request = urllib.request.Request(
        BASE + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + KEY,
            **({} if body is None else {"Content-Type": "application/json"}),
            **(headers or {}),
        },
    )
    return urllib.request.urlopen(request)


def main(dictionary, geography, limit, path):
    search = {"dictId": dictionary, "dslFilter": geography, "limit": int(limit)}
    quote = json.load(call("POST", "/api/downloads/quote", search))
    print(f"{quote['rows']} leads for {quote['credits']['price']} credits")
    order = {"Idempotency-Key": str(uuid.uuid4())}
    download = json.load(call("POST", "/api/downloads", search, order))
    while download["state"] not in ("ready", "failed"):
        time.sleep(0.3)
        download = json.load(call("GET", "/api/downloads/" + download["id"]))
    if download["state"] == "failed":
        sys.exit(download["failure"] or "The file could not be made. Nothing was charged.")
    content = call("GET", f"/api/downloads/{download['id']}/file").read()
    if hashlib.sha256(content).hexdigest() != download["sha256"]:
        sys.exit("The file is not whole. Run this again.")
    with open(path, "wb") as file:
        file.write(content)
    print(f"{download['downloadCount']} leads are in {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
