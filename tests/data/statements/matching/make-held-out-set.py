#!/usr/bin/env python3
"""Makes held-out-set.json: bank lines with what each means, of names, numbers and habits of other countries than those of
the sets on which the rules were tried. The rules are not to be changed for it: make another set, with another seed, to
judge a change.

make-held-out-set.py [seed] > held-out-set.json
"""
import datetime
import json
import random
import sys
import unicodedata

random.seed(int(sys.argv[1]) if len(sys.argv) > 1 else 20261121)

FIRST = ("Zakład Hurtownia Autoservis Truhlářství Panadería Talleres Officina Pasticceria Rakennus Kirjakauppa "
         "Gospodarstwo Pekařství Cervecería Ferretería Falegnameria Konditoria Sähköasennus Drukarnia Zahradnictví "
         "Librería Fonderia Huoltoasema Cukiernia Klempířství Imprenta Tipografia Kalastamo Stolarnia").split()
LAST = ("Wójcik Dvořáček Núñez Ferrarese Mäkeläinen Grześkowiak Šimůnek Ibáñez Castiglione Hyvönen Żółtowski Růžička "
        "Peñalver Bevilacqua Väänänen Szczęsny Kratochvíl Zubizarreta Montefalco Jääskeläinen Brzęczyszczykiewicz "
        "Hlaváček Echeverría Santacroce Öhman Pawłowicz Vítězný Urrutia Quattrocchi Kettunen").split()
FORMS = ["Sp. z o.o.", "s.r.o.", "S.L.", "S.p.A.", "Oy", "a.s.", "S.A.", "Srl", "Sp. j.", ""]
PLACES = "Gdynia Olomouc Murcia Ravenna Tampere Lublin Plzeň Vigo Trieste Oulu".split()
NUMBERS = [lambda n: f"FV/2026/{n:04d}", lambda n: f"R26-{n:05d}", lambda n: f"2026{n:04d}", lambda n: f"LASKU {n:06d}",
           lambda n: f"A-{n:06d}"]
STRANGERS = ["KOMUNALNI SLUZBY", "TELEFONICA MOVILES", "AUTOSTRADE", "VERO SKATT", "OC PLNA MOC", "PKN ORLEN 4471"]

partners, invoices, lines, truth, history = [], [], [], [], []
used, taken = set(), set()
serial = random.randint(300, 900)


def plain(text):
    text = text.translate(str.maketrans("łŁøØ", "lLoO"))
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def amount():
    while True:
        value = random.randint(1500, 890000)
        if value not in taken:
            taken.add(value)
            return value


def partner(kind="customer", name=None):
    while name is None or name in used:
        name = f"{random.choice(FIRST)} {random.choice(LAST)} {random.choice(FORMS)}".strip()
    used.add(name)
    partners.append({"id": f"q{len(partners)}", "name": name, "kind": kind})
    return partners[-1]


def rf(body):
    digits = "".join(str(int(c, 36)) for c in body + "RF00")
    return f"RF{98 - int(digits) % 97:02d}{body}"


def invoice(who, value=None, day=None, form=None, reference=False):
    global serial
    serial += random.randint(1, 7)
    issued = datetime.date(2026, 5, 1) + datetime.timedelta(days=random.randint(0, 40) if day is None else day)
    made = {"id": f"v{len(invoices)}", "number": (form or random.choice(NUMBERS))(serial),
            "kind": "sale" if who["kind"] == "customer" else "purchase", "partnerId": who["id"],
            "issueDate": issued.isoformat(), "dueDate": (issued + datetime.timedelta(days=30)).isoformat(),
            "openMinor": value or amount()}
    if reference:
        made["structuredReference"] = rf(f"26{serial:07d}")
    invoices.append(made)
    return made


def line(category, paid, value, text="", name="", iban=None, out=False):
    lines.append({"id": f"b{len(lines)}", "bookingDate": (datetime.date(2026, 6, 12) +
                  datetime.timedelta(days=random.randint(0, 20))).isoformat(),
                  "amountMinor": -value if out else value, "remittance": text, "counterpartyName": name})
    if iban:
        lines[-1]["counterpartyIban"] = iban
    truth.append({"lineId": lines[-1]["id"], "category": category, "matches": [{"invoiceId": i["id"]} for i in paid]})


def typo(text):
    at = random.randint(2, len(text) - 3)
    return text[:at] + text[at + 1] + text[at] + text[at + 2:]


def spelled(name):
    """A name as a bank passes it on."""
    short = " ".join(w for w in name.split() if w not in " ".join(FORMS).split())
    return random.choice([lambda: plain(name).upper(), lambda: plain(short).upper(), lambda: plain(name).upper()[:22].strip(),
                          lambda: " ".join(reversed(plain(short).split())).upper(),
                          lambda: typo(plain(short).upper()), lambda: plain(short).lower(),
                          lambda: plain(short).split()[0][:4].upper() + ". " + plain(short).split()[-1].upper()])()


def written(number):
    """A number as a payer types it."""
    digits = "".join(c if c.isdigit() else " " for c in number).split()
    return random.choice([lambda: number, lambda: number.lower(), lambda: number.replace("/", " ").replace("-", " "),
                          lambda: "".join(c for c in number if c.isalnum()), lambda: number.replace("-", " - "),
                          lambda: "/".join(digits) if len(digits) > 1 else number])()


SAYS = ["", "zapłata za fakturę ", "platba fa ", "pago factura ", "saldo fattura ", "maksu lasku ", "//REF ", "wg "]
for _ in range(40):
    i = invoice(partner())
    line("number", [i], i["openMinor"], random.choice(SAYS) + written(i["number"]) + random.choice(["", " dziekuje", " 1/1"]),
         random.choice([spelled(partners[-1]["name"]), random.choice(STRANGERS), ""]))
for _ in range(20):
    i = invoice(partner(), reference=True)
    r = i["structuredReference"]
    line("structured reference", [i], i["openMinor"],
         random.choice([r, r.lower(), " ".join(r[k:k + 4] for k in range(0, len(r), 4)), "viite: " + r]), "")
for _ in range(45):
    who = partner()
    i = invoice(who)
    if random.random() < .5:
        invoice(who)
    line("name and amount", [i], i["openMinor"], random.choice(["", "przelew", "pago", "bonifico", "maksu"]),
         spelled(who["name"]))
for place in range(8):
    stem = f"{FIRST[place]} {LAST[-1 - place]}"
    pair = [partner(name=f"{stem} {PLACES[place]}"), partner(name=f"{stem} {PLACES[place - 3]}")]
    value = amount()
    both = [invoice(p, value) for p in pair]
    line("names nearly alike, one amount", [both[0]], value, "", plain(pair[0]["name"]).upper())
for _ in range(10):
    value = amount()
    group = [invoice(partner(), value) for _ in range(5)]
    chosen = random.choice(group)
    name = next(p["name"] for p in partners if p["id"] == chosen["partnerId"])
    line("five of one amount", [chosen], value, "", plain(name).upper())
for _ in range(14):
    who = partner()
    some = [invoice(who) for _ in range(random.randint(2, 4))]
    invoice(who)
    line("several, listed", some, sum(i["openMinor"] for i in some),
         random.choice(["faktury ", "facturas ", ""]) + ", ".join(written(i["number"]) for i in some), spelled(who["name"]))
for _ in range(8):
    who = partner()
    some = [invoice(who) for _ in range(2)]
    invoice(who)
    line("several, not named", some, sum(i["openMinor"] for i in some), "razem", plain(who["name"]).upper())
for _ in range(8):
    i = invoice(partner())
    line("part", [i], i["openMinor"] * random.randint(20, 70) // 100, "rata 1 " + i["number"], spelled(partners[-1]["name"]))
for _ in range(8):
    i = invoice(partner(), random.randint(90000, 500000))
    line("less a fee", [i], i["openMinor"] - random.randint(400, 2500), i["number"] + " OUR/SHA", spelled(partners[-1]["name"]))
for _ in range(8):
    i = invoice(partner(), random.randint(90000, 500000))
    percent = random.choice([2, 3])
    line("less a discount", [i], i["openMinor"] - i["openMinor"] * percent // 100, f"{i['number']} -{percent}%",
         spelled(partners[-1]["name"]))
for _ in range(6):
    i = invoice(partner())
    line("too much", [i], i["openMinor"] + random.randint(100, 900), i["number"], spelled(partners[-1]["name"]))
for k in range(8):
    who = partner()
    i = invoice(who)
    iban = f"FI{21 + k}1234560000{k:04d}85"
    history.append({"counterpartyIban": iban, "partnerId": who["id"]})
    line("known account", [i], i["openMinor"], "maksu", random.choice(STRANGERS), iban)
for _ in range(14):
    who = partner("supplier")
    i = invoice(who)
    line("purchase", [i], i["openMinor"], random.choice([i["number"], "", "payment " + written(i["number"])]),
         plain(who["name"]).upper(), out=True)
NOTHING = ["OPLATA ZA PROWADZENIE RACHUNKU", "COMISION MANTENIMIENTO", "CANONE MENSILE", "PALVELUMAKSU 06/2026", "mzdy 05/2026",
           "ZUS 51 202605", "MODELO 303 2T", "F24 GIUGNO 2026", "arvonlisävero", "terminal 0047 payout 112 tx", "nájem 06/2026",
           "Order 4471882/26", "bilet lotniczy LO 0385", "zwrot kaucji"]
for k in range(36):
    text = NOTHING[k % len(NOTHING)]
    value = amount()
    if k % 3 == 0:
        # The amount of an open invoice, by chance.
        value = random.choice([i for i in invoices if i["kind"] == ("purchase" if k % 2 else "sale")])["openMinor"]
    line("nothing", [], value, text, random.choice(STRANGERS + [""]), out=bool(k % 2))

order = list(range(len(lines)))
random.shuffle(order)
random.shuffle(invoices)
print(json.dumps({"note": "Made by make-held-out-set.py; the rules were not tried on it before.", "currency": "EUR",
                  "partners": partners, "invoices": invoices, "history": history, "lines": [lines[k] for k in order],
                  "truth": truth}, ensure_ascii=False, indent=1))
