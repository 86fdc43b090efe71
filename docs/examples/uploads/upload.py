# Uploads a file: python3 upload.py FILE PROJECT, with KINORA and KINORA_TOKEN set
import base64
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import Request, urlopen

KINORA = os.environ["KINORA"]
PIECE_BYTES = 16 * 1024 * 1024
TUS = {"tus-resumable": "1.0.0"}
BYTES = {"content-type": "application/offset+octet-stream"}


def call(path, method="GET", headers=None, data=None):
    token = {"authorization": f"Bearer {os.environ['KINORA_TOKEN']}"}
    request = Request(urljoin(KINORA, path), data, {**token, **(headers or {})}, method=method)
    return urlopen(request, timeout=600)


def create_video(project_key, file_name, size):
    source = {"type": "video/mp4", "size": size, "fileName": file_name}
    body = {"projectKey": project_key, "videos": [{"title": file_name, "source": source}]}
    json_type = {"content-type": "application/json"}
    with call("/api/v1/videos", "POST", json_type, json.dumps(body).encode()) as answer:
        return json.load(answer)[0]["key"]


def send(file, size, upload):
    """Sends what is missing; after a break the server says how far it is."""
    offset = int(call(upload, "HEAD", TUS).headers["upload-offset"])
    while offset < size:
        file.seek(offset)
        headers = {**TUS, **BYTES, "upload-offset": str(offset)}
        piece = file.read(PIECE_BYTES)
        if not piece:
            raise EOFError("The file has become shorter")
        answer = call(upload, "PATCH", headers, piece)
        offset = int(answer.headers["upload-offset"])


def is_final(error):
    """No use in trying again: the answer would be the same. 409 and 423 pass by themselves."""
    return isinstance(error, HTTPError) and 400 <= error.code < 500 and error.code not in (409, 423)


path, project_key = sys.argv[1:3]
size = os.path.getsize(path)
key = create_video(project_key, os.path.basename(path), size)
metadata = f"videoKey {base64.b64encode(key.encode()).decode()}"
headers = {**TUS, "upload-length": str(size), "upload-metadata": metadata}
upload = call("/api/upload/v1/tus/videos/", "POST", headers).headers["location"]
with open(path, "rb") as file:
    for attempt in range(1, 11):
        try:
            send(file, size, upload)
            break
        except OSError as error:
            if is_final(error) or attempt == 10:
                raise
            time.sleep(5)
with call(f"/api/v1/videos/{key}") as answer:
    print(json.load(answer)["watchUrl"])
