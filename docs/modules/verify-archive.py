#!/usr/bin/env python3
"""Verifies the archive of a period: the digest of each file, and the chain of the sealed journal.

verify-archive.py archive.zip [digest ...]     digests that were noted earlier must be in the chain
"""
import hashlib
import json
import sys
import zipfile


def sha256(data):
    return hashlib.sha256(data).hexdigest()


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


def check_year(archive, company, year, noted):
    """Each line is a digest, a blank and the record of an entry."""
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
    if digest != year["last"] or number != year["lastNumber"]:
        sys.exit(f"entries at the end of {year['fiscalYear']} are missing")
    return number - year["firstNumber"] + 1


def main(path, *noted):
    missing = set(noted)
    with zipfile.ZipFile(path) as archive:
        files = check_files(archive)
        proof = json.loads(archive.read("journal/proof.json"))
        entries = sum(check_year(archive, proof["companyId"], year, missing) for year in proof["years"])
    if missing:
        sys.exit("not in the chain: " + " ".join(sorted(missing)))
    print(f"{files} files and {entries} entries are as they were sealed")


if __name__ == "__main__":
    main(*sys.argv[1:])
