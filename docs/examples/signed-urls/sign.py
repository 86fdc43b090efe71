# Signs a playback address of Kinora: python3 sign.py ADDRESS EXPIRES [PREFIX [NAME=VALUE…]]
import base64
import hashlib
import hmac
import os
import sys
from urllib.parse import quote, urlsplit


def sign_address(address, key_id, secret, expires, prefix="", conditions=None):
    """Signs the address alone, or all below a prefix; `expires` is in unix seconds.

    Conditions are `client_ip`, `geo_allow` and `geo_block`, as they are signed.
    """
    url = urlsplit(address)
    lines = ["GET", url.netloc.lower(), prefix or url.path]
    query = [f"x_key_id={key_id}", f"x_expires={expires}"]
    if prefix:
        query.append(f"x_path_prefix={prefix}")
    for name, value in sorted((conditions or {}).items()):
        lines.append(f"{name}:{value}")
        query.append(f"x_{name}=" + ("1" if name == "client_ip" else quote(value)))
    lines.append(str(expires))
    digest = hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).digest()
    signature = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    query.append(f"x_signature={signature}")
    return address + ("&" if url.query else "?") + "&".join(query)


if __name__ == "__main__":
    address, expires = sys.argv[1:3]
    prefix = sys.argv[3] if len(sys.argv) > 3 else ""
    key_id, secret = os.environ["KINORA_KEY_ID"], os.environ["KINORA_KEY_SECRET"]
    pairs = dict(condition.split("=", 1) for condition in sys.argv[4:])
    print(sign_address(address, key_id, secret, int(expires), prefix, pairs))
