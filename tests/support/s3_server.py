"""Swift of OpenStack with its face of S3 on a free port of 127.0.0.1, for tests: one copy of everything, in one process.

usage: s3_server.py FOLDER ACCOUNT USER REGION BUCKET

Keeps everything in FOLDER, whose file system must have extended attributes; its file `secret` holds the secret key that
is good now. The access key is `ACCOUNT:USER`. Makes BUCKET, then prints `ready PORT`. For the hands of
the test in the store, Swift's own protocol (/v1/AUTH_ACCOUNT/BUCKET/OBJECT) is answered without an account.
"""
import eventlet

eventlet.monkey_patch()

import logging
import os
import sys
from array import array

from eventlet import wsgi
from swift.common import utils

folder, account, user, region, bucket = sys.argv[1:]
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "disk"))
with open(os.path.join(folder, "swift.conf"), "w") as file:
    file.write("[swift-hash]\nswift_hash_path_prefix = of\nswift_hash_path_suffix = tests\n\n"
               "[storage-policy:0]\nname = one\ndefault = yes\n")
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
utils.validate_hash_conf()

from swift.common.storage_policy import reload_storage_policies

reload_storage_policies()

from swift.account.server import AccountController
from swift.common.ring import RingData
from swift.common.swob import Request
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

logging.disable(logging.CRITICAL)


class Silent:
    def write(self, text):
        pass

    def flush(self):
        pass


def serve(app):
    """Serves the application from now on; gives the port."""
    listener = eventlet.listen(("127.0.0.1", 0))
    eventlet.spawn(wsgi.server, listener, app, log=Silent(), log_output=False)
    return listener.getsockname()[1]


conf = {"devices": devices, "swift_dir": folder, "mount_check": "false", "workers": "0"}
for ring, server in (("account", AccountController), ("container", ContainerController), ("object", ObjectController)):
    port = serve(server(conf))
    device = {"id": 0, "zone": 0, "region": 1, "device": "disk", "ip": "127.0.0.1", "port": port,
              "replication_ip": "127.0.0.1", "replication_port": port, "weight": 1.0, "meta": ""}
    RingData([array("H", [0] * 4)], [device], 30).save(os.path.join(folder, ring + ".ring.gz"))

with open(os.path.join(folder, "proxy.conf"), "w") as file:
    file.write("""
[DEFAULT]
swift_dir = %s
[pipeline:main]
pipeline = catch_errors gatekeeper cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = %s
[filter:tempauth]
use = egg:swift#tempauth
user_%s_%s = unset .admin
""" % (folder, region, account, user))
proxy = loadapp(os.path.join(folder, "proxy.conf"), global_conf={})

accounts = proxy
while not hasattr(accounts, "users"):
    accounts = accounts.app
store = accounts.app  # behind the check of accounts


def answer(environ, start_response):
    if environ["PATH_INFO"].startswith("/v1/AUTH_"):
        return store(environ, start_response)
    with open(os.path.join(folder, "secret")) as file:
        accounts.users["%s:%s" % (account, user)]["key"] = file.read().strip()
    return proxy(environ, start_response)


port = serve(answer)
made = Request.blank("/v1/AUTH_%s/%s" % (account, bucket), environ={"REQUEST_METHOD": "PUT"}).get_response(store)
if made.status_int != 201:
    sys.exit("the bucket is not made: " + made.status)
print("ready", port, flush=True)
while True:
    eventlet.sleep(3600)
