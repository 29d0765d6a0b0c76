"""An SMTP server on a free port of 127.0.0.1 for tests.

usage: smtp_server.py PORT MODE_FILE [--tls CERTIFICATE KEY | --starttls CERTIFICATE KEY]
                      [--login USER PASSWORD | --xoauth2 USER TOKEN_FILE]

Prints `ready PORT`, then one line of JSON for each message that it takes. The file MODE_FILE says how it answers:
`ok`, `451`, `550` (to the message), `550-recipient`, `silent` (never answers a message) or `drop` (takes a message and
ends the connection without an answer); or `COMMAND: REPLY`, what it answers to a command of SMTP, or to CONNECT. The
reply `drop` ends the connection; a reply 421 ends it too, behind its answer. TOKEN_FILE holds the token that is good now.
"""
import asyncio
import base64
import json
import ssl
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import MISSING, SMTP, AuthResult

words = sys.argv[1:]
port, mode_file = int(words[0]), words[1]
options = {}
implicit = None
i = 2
while i < len(words):
    if words[i] in ("--tls", "--starttls"):
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(words[i + 1], words[i + 2])
        if words[i] == "--tls":
            implicit = context
        else:
            options["tls_context"] = context
            options["require_starttls"] = True
        i += 3
    elif words[i] == "--login":
        account = (words[i + 1].encode(), words[i + 2].encode())
        options["auth_require_tls"] = "--clear" not in words and implicit is None
        options["auth_required"] = True
        options["authenticator"] = lambda server, session, envelope, mechanism, data: AuthResult(
            success=(data.login, data.password) == account, handled=False)
        i += 3
    elif words[i] == "--xoauth2":
        mailbox, token_file = words[i + 1], words[i + 2]
        options["auth_required"] = True
        options["auth_exclude_mechanism"] = ["LOGIN", "PLAIN"]
        i += 3
    else:
        i += 1


def mode():
    with open(mode_file) as file:
        return file.read().strip()


def reply_to(command):
    wanted, colon, reply = mode().partition(": ")
    return reply if colon and wanted == command else None


class Server(SMTP):
    """Answers as the mode says, before the library does."""

    async def scripted(self, command):
        reply = reply_to(command)
        if reply is None:
            return False
        if reply != "drop":
            await self.push(reply)
        if reply == "drop" or reply.startswith("421"):
            self.transport.close()
        return True

    async def _handle_client(self):
        if reply_to("CONNECT") is None:
            await super()._handle_client()
        else:
            await self.scripted("CONNECT")
            self.transport.close()


def scripted_command(command):
    usual = getattr(SMTP, "smtp_" + command)

    async def answer(self, words):
        if not await self.scripted(command):
            await usual(self, words)

    # The library reads how a command is to be used from its attributes.
    answer.__dict__.update(usual.__dict__)
    answer.__doc__ = usual.__doc__
    return answer


for name in ("EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"):
    setattr(Server, "smtp_" + name, scripted_command(name))


class Handler:
    async def auth_XOAUTH2(self, server, words):
        with open(token_file) as file:
            good = "user=%s\x01auth=Bearer %s\x01\x01" % (mailbox, file.read().strip())
        if base64.b64decode(words[1]).decode() == good:
            return AuthResult(success=True, auth_data=mailbox)
        # Why, in JSON; the client answers with an empty line and is refused then.
        if await server.challenge_auth('{"status":"401","schemes":"bearer"}') is MISSING:
            return AuthResult(success=False)
        return AuthResult(success=False, handled=False)

    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if mode() == "550-recipient":
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        now = mode()
        if now == "451":
            return "451 try again later"
        if now == "550":
            return "550 not wanted here"
        if now == "silent":
            await asyncio.sleep(3600)
        parsed = message_from_bytes(envelope.content, policy=policy.default)
        parts = [
            {"type": part.get_content_type(), "name": part.get_filename(), "bytes": part.get_payload(decode=True).hex()}
            for part in parsed.walk() if not part.is_multipart()
        ]
        print(json.dumps({
            "from": envelope.mail_from, "to": envelope.rcpt_tos, "tls": session.ssl is not None or implicit is not None,
            "login": session.authenticated, "headers": {name: str(value) for name, value in parsed.items()},
            "parts": parts,
        }), flush=True)
        if now == "drop":
            server.transport.abort()
        return "250 taken"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Server(Handler(), hostname="mail.test", loop=loop, **options),
                                      "127.0.0.1", port, ssl=implicit)
    print("ready %d" % server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
