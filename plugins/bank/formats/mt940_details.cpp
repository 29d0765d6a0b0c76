#include <algorithm>

#include <svc/text.hpp>

#include "formats/mt940.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

bool digit(char c) {
    return c >= '0' && c <= '9';
}

void setAccount(std::string_view account, FileLine& line) {
    const std::string squeezed = squashed(account);
    line.counterpartyAccount = isIban(squeezed) ? squeezed : std::string(trim(account));
}

void setEndToEnd(std::string_view id, FileLine& line) {
    const std::string_view text = trim(id);
    if (!text.empty() && upperAscii(text) != "NOTPROVIDED") {
        line.endToEndId = text;
    }
}

constexpr std::string_view SepaKeys[] = {"EREF+", "KREF+", "MREF+", "CRED+", "DEBT+",
                                         "SVWZ+", "ABWA+", "ABWE+", "OAMT+", "COAM+"};

/// The keywords of SEPA inside the text of German subfields; everything else stays remittance.
void readSepa(const std::string& text, FileLine& line) {
    struct Found {
        std::size_t at;
        std::string_view key;
    };
    std::vector<Found> found;
    for (const std::string_view key : SepaKeys) {
        for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at + 1)) {
            found.push_back({at, key});
        }
    }
    std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.at < b.at; });
    std::string plain = found.empty() ? text : text.substr(0, found[0].at);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const std::size_t start = found[i].at + found[i].key.size();
        const std::size_t end = i + 1 < found.size() ? found[i + 1].at : text.size();
        const std::string value(trim(std::string_view(text).substr(start, end - start)));
        const std::string_view key = found[i].key;
        if (key == "EREF+") {
            setEndToEnd(value, line);
        } else if (key == "MREF+") {
            line.mandateId = value;
        } else if (key == "KREF+") {
            line.reference = line.reference.empty() ? value : line.reference;
        } else if (key == "SVWZ+") {
            plain += (plain.empty() ? "" : " ") + value;
        } else if (key == "ABWA+" || key == "ABWE+") {
            line.supplementary += (line.supplementary.empty() ? "" : " ") + value;
        } else if (key == "OAMT+") {
            line.originalAmount = value;
        }
    }
    line.remittance = trim(plain);
}

/// `166?00GUTSCHRIFT?20SVWZ+…?31DE…?32NAME`: three digits, then fields of two digits after a mark.
bool readGerman(const std::string& text, FileLine& line) {
    if (text.size() < 6 || !digit(text[0]) || !digit(text[1]) || !digit(text[2]) ||
        std::string_view("?><~").find(text[3]) == std::string_view::npos || !digit(text[4]) ||
        !digit(text[5])) {
        return false;
    }
    const char mark = text[3];
    std::string booking;
    std::string purpose;
    std::string name;
    for (std::size_t at = 3; at < text.size();) {
        const int field = (text[at + 1] - '0') * 10 + (text[at + 2] - '0');
        std::size_t end = at + 3;
        while (end < text.size() && !(text[end] == mark && end + 2 < text.size() && digit(text[end + 1]) &&
                                      digit(text[end + 2]))) {
            ++end;
        }
        const std::string_view value = std::string_view(text).substr(at + 3, end - at - 3);
        if (field == 0) {
            booking = trim(value);
        } else if ((field >= 20 && field <= 29) || (field >= 60 && field <= 63)) {
            purpose += value;
        } else if (field == 31) {
            setAccount(value, line);
        } else if (field == 32 || field == 33) {
            name += value;
        } else if (field == 34) {
            line.returnReason = trim(value);
        }
        at = end;
    }
    line.counterpartyName = trim(name);
    readSepa(purpose, line);
    if (line.remittance.empty()) {
        line.remittance = booking;
    } else if (!booking.empty()) {
        line.supplementary += (line.supplementary.empty() ? "" : " ") + booking;
    }
    return true;
}

constexpr std::string_view DutchCodes[] = {
    "/TRTP/", "/TRCD/", "/IBAN/", "/BIC/",  "/NAME/", "/REMI/", "/EREF/", "/MARF/", "/CSID/", "/BENM/",
    "/ORDP/", "/CNTP/", "/ISDT/", "/RTRN/", "/ULTC/", "/ULTD/", "/PURP/", "/SVCL/", "/ID/",   "/PREF/",
    "/ACCW/", "/ADDR/", "/NRTX/", "/RREF/", "/ULTB/", "/CREF/", "/KREF/", "/INIT/"};

struct Code {
    std::string_view name;
    std::string_view value;
};

/// Values run to the next known code: remittance itself may hold a slash.
std::vector<Code> dutchCodes(std::string_view text) {
    std::vector<Code> codes;
    std::size_t value = 0;
    for (std::size_t at = text.find('/'); at != std::string_view::npos;) {
        const auto* const code =
            std::find_if(std::begin(DutchCodes), std::end(DutchCodes),
                         [&](std::string_view one) { return text.substr(at).starts_with(one); });
        if (code == std::end(DutchCodes)) {
            at = text.find('/', at + 1);
            continue;
        }
        if (!codes.empty()) {
            codes.back().value = text.substr(value, at - value);
        }
        codes.push_back({*code, {}});
        value = at + code->size();
        // The slash that ends a code may begin the next one.
        at = text.find('/', value == 0 ? 0 : value - 1);
    }
    if (!codes.empty()) {
        codes.back().value = text.substr(std::min(value, text.size()));
    }
    return codes;
}

/// Removes prefixes such as `/USTD//` and `/STRD/CUR/`, which are not part of the remittance text.
std::string_view remittanceOf(std::string_view value) {
    for (const std::string_view prefix : {"USTD//", "STRD/CUR/", "STRD/ISO/", "STRD//"}) {
        if (value.starts_with(prefix)) {
            return value.substr(prefix.size());
        }
    }
    return value;
}

bool readDutch(const std::string& text, FileLine& line) {
    const std::vector<Code> codes = dutchCodes(text);
    if (codes.empty() || text.empty() || text[0] != '/') {
        return false;
    }
    std::string remittance;
    for (const Code& code : codes) {
        const std::string_view value = trim(code.value);
        if (code.name == "/IBAN/") {
            setAccount(value, line);
        } else if (code.name == "/NAME/") {
            line.counterpartyName = value;
        } else if (code.name == "/REMI/") {
            remittance = trim(remittanceOf(value));
        } else if (code.name == "/EREF/") {
            setEndToEnd(value, line);
        } else if (code.name == "/MARF/") {
            line.mandateId = value;
        } else if (code.name == "/RTRN/") {
            line.returnReason = value;
        } else if (code.name == "/CNTP/") {
            // account/bic/name/city
            const std::size_t bic = value.find('/');
            const std::size_t name = bic == std::string_view::npos ? bic : value.find('/', bic + 1);
            setAccount(value.substr(0, bic), line);
            if (name != std::string_view::npos) {
                line.counterpartyName = trim(value.substr(name + 1, value.find('/', name + 1) - name - 1));
            }
        }
    }
    while (remittance.ends_with('/')) {
        remittance.pop_back();
    }
    line.remittance = remittance.empty() ? text : remittance;
    return true;
}

} // namespace

void readDetails(const std::vector<std::string>& lines, FileLine& line) {
    // Banks wrap in the middle of words and fields.
    std::string joined;
    std::string spaced;
    for (const std::string& part : lines) {
        joined += part;
        spaced += (spaced.empty() ? "" : " ") + std::string(trim(part));
    }
    if (!readGerman(joined, line) && !readDutch(joined, line)) {
        line.remittance = trim(spaced);
    }
}

} // namespace svc::bank
