#!/usr/bin/env python3
"""Verifies the archive of a period: the digest of each file, the chain of the sealed journal and its signatures.
Or the export of the sealed journal of sales: the hash of each record, the totals of the closings and the signed head.

verify-archive.py archive.zip          [digest or public key ...]
verify-archive.py fiscal-journal.jsonl [digest or public key ...]

Digests that were noted earlier must be in the chain. Where public keys are given, only they may have signed.
"""
import base64
import hashlib
import json
import sys
import zipfile


def sha256(data):
    return hashlib.sha256(data).hexdigest()


# Ed25519 as RFC 8032 has it; points are (x, y, z, x * y / z).
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, PRIME - 2, PRIME) % PRIME


def add(a, b):
    first = (a[1] - a[0]) * (b[1] - b[0]) % PRIME
    second = (a[1] + a[0]) * (b[1] + b[0]) % PRIME
    third = 2 * a[3] * b[3] * CURVE % PRIME
    fourth = 2 * a[2] * b[2] % PRIME
    e, f, g, h = second - first, fourth - third, fourth + third, second + first
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def times(factor, point):
    result = (0, 1, 1, 0)
    while factor > 0:
        if factor & 1:
            result = add(result, point)
        point = add(point, point)
        factor >>= 1
    return result


def point_of(text):
    """The point that 32 bytes stand for; none for bytes that stand for nothing."""
    number = int.from_bytes(text, "little")
    sign, y = number >> 255, number & (2**255 - 1)
    square = (y * y - 1) * pow(CURVE * y * y + 1, PRIME - 2, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if (x * x - square) % PRIME != 0:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    if len(text) != 32 or y >= PRIME or (x * x - square) % PRIME != 0 or (x == 0 and sign):
        return None
    x = PRIME - x if x & 1 != sign else x
    return x, y, 1, x * y % PRIME


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % PRIME == 0 and (a[1] * b[2] - b[1] * a[2]) % PRIME == 0


BASE = point_of((4 * pow(5, PRIME - 2, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key, text, signature):
    public, random = point_of(key), point_of(signature[:32])
    factor = int.from_bytes(signature[32:], "little")
    if public is None or random is None or len(signature) != 64 or factor >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    return same(times(factor, BASE), add(random, times(challenge, public)))


def check_checkpoint(company, checkpoint, digests, keys):
    text = "\n".join([company, "svc journal checkpoint 1", str(checkpoint["fiscalYear"]), str(checkpoint["number"]),
                      checkpoint["digest"], checkpoint["signedAt"]])
    name = f"the signature under entry {checkpoint['number']} of {checkpoint['fiscalYear']}"
    key = base64.b64decode(checkpoint["publicKey"])
    if not is_signed(key, text.encode(), base64.b64decode(checkpoint["signature"])):
        sys.exit(name + " does not hold")
    if keys and checkpoint["publicKey"] not in keys:
        sys.exit(name + " is by another key")
    if digests.get((checkpoint["fiscalYear"], checkpoint["number"])) != checkpoint["digest"]:
        sys.exit(name + " is not of this journal")
    return checkpoint["publicKey"]


def check_files(archive):
    manifest = json.loads(archive.read("manifest.json"))
    names = set(archive.namelist()) - {"manifest.json"}
    if names != {file["name"] for file in manifest["files"]}:
        sys.exit("the archive does not hold the files that its manifest names")
    for file in manifest["files"]:
        digest = hashlib.sha256()
        with archive.open(file["name"]) as content:
            for piece in iter(lambda: content.read(1 << 20), b""):
                digest.update(piece)
        if digest.hexdigest() != file["sha256"]:
            sys.exit(file["name"] + " is not the file that the manifest names")
    return len(names)


def check_year(archive, company, year, noted, signed):
    """Each line is a digest, a blank and the record of an entry. Fills in the digests that were signed."""
    if year["beginning"] != sha256(f"svc journal 1\n{company}\n{year['fiscalYear']}".encode()):
        sys.exit("the chain of the year does not begin as it must")
    digest, number = year["before"], year["firstNumber"] - 1
    if number == 0 and digest != year["beginning"]:
        sys.exit("the first entry does not follow the beginning of the chain")
    with archive.open(year["file"]) as lines:
        for line in lines:
            told, record = line.rstrip(b"\n").split(b" ", 1)
            digest = sha256(digest.encode() + b"\n" + record)
            entry = json.loads(record)
            number += 1
            if told.decode() != digest or entry["number"] != number:
                sys.exit(f"entry {number} of {year['fiscalYear']} is not what was sealed")
            if sum(one["debit"] - one["credit"] for one in entry["lines"]) != 0:
                sys.exit(f"entry {number} of {year['fiscalYear']} does not balance")
            noted.discard(digest)
            if (year["fiscalYear"], number) in signed:
                signed[year["fiscalYear"], number] = digest
    if digest != year["last"] or number != year["lastNumber"]:
        sys.exit(f"entries at the end of {year['fiscalYear']} are missing")
    return number - year["firstNumber"] + 1


def canonical(record):
    """RFC 8785. Names of the journal are ASCII and its numbers are integers, so that sorting and writing them is enough."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


class Closings:
    """The closings of days cover all records one behind the other, and state what these add up to."""

    def __init__(self):
        self.open, self.perpetual, self.closed = [], 0, 0

    def add(self, entry):
        data, sign = entry["data"], {"invoice": 1, "ticket": 1, "credit_note": -1}.get(entry["kind"], 0)
        if sign and not data.get("training"):
            self.open.append((entry["sequence"], sign * data["totalBase"]))
        if entry["kind"] == "closing" and data["period"] == "day":
            self.close(data)

    def close(self, day):
        last = day["lastSequence"]
        total = sum(amount for sequence, amount in self.open if sequence <= last)
        self.perpetual += total
        told = int(day["grandTotal"]), int(day["perpetualTotal"]), day["firstSequence"]
        if told != (total, self.perpetual, self.closed + 1):
            sys.exit(f"the closing of {day['from']} does not state what was recorded")
        self.open, self.closed = [one for one in self.open if one[0] > last], last


def check_journal(path, keys, missing):
    """Each line is a record; the last one is the signed head."""
    hash_before, number, head, closings = "0" * 64, 0, None, Closings()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if head:
                sys.exit("there is something behind the head")
            if "head" in entry:
                head = entry["head"]
                continue
            number += 1
            sealed = {name: entry[name] for name in ("at", "data", "documentId", "kind", "number", "previousHash", "sequence")}
            if entry["sequence"] != number or entry["previousHash"] != hash_before:
                sys.exit(f"record {number} does not follow the one before")
            if sha256(canonical(sealed)) != entry["hash"]:
                sys.exit(f"record {number} is not what was sealed")
            hash_before = entry["hash"]
            missing.discard(hash_before)
            closings.add(entry)
    if not head or head["sequence"] != number or head["hash"] != hash_before:
        sys.exit("records at the end are missing")
    text = "\n".join([head["companyId"], "svc fiscal journal 1", str(head["sequence"]), head["hash"], head["signedAt"]])
    if not is_signed(base64.b64decode(head["publicKey"]), text.encode(), base64.b64decode(head["signature"])):
        sys.exit("the signature of the head does not hold")
    if keys and head["publicKey"] not in keys:
        sys.exit("the head is signed by another key")
    return number, head["publicKey"]


def check_archive(path, keys, missing):
    with zipfile.ZipFile(path) as archive:
        files = check_files(archive)
        proof = json.loads(archive.read("journal/proof.json"))
        checkpoints = [json.loads(line) for line in archive.read("journal/checkpoints.jsonl").splitlines()]
        signed = {(one["fiscalYear"], one["number"]): None for one in checkpoints}
        company = proof["companyId"]
        entries = sum(check_year(archive, company, year, missing, signed) for year in proof["years"])
    signers = {check_checkpoint(company, one, signed, keys) for one in checkpoints}
    if keys and not signers:
        sys.exit("nothing is signed")
    return files, entries, signers


def main(path, *noted):
    keys = {word for word in noted if len(word) == 44}
    missing = set(noted) - keys
    if zipfile.is_zipfile(path):
        files, entries, signers = check_archive(path, keys, missing)
        text = f"{files} files and {entries} entries are as they were sealed"
    else:
        entries, signer = check_journal(path, keys, missing)
        signers, text = {signer}, f"{entries} records are as they were sealed"
    if missing:
        sys.exit("not in the chain: " + " ".join(sorted(missing)))
    print(text)
    for signer in sorted(signers):
        print("signed by " + signer)


if __name__ == "__main__":
    main(*sys.argv[1:])
