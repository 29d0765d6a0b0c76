#include "rules/fec.hpp"

#include <algorithm>

#include <svc/append.hpp>

namespace svc::fr_accounting {
namespace {

constexpr std::size_t AccountDigits = 6;
constexpr std::size_t NumberDigits = 6;
constexpr std::size_t SirenDigits = 9;

void appendMoney(std::string& out, std::int64_t minor, Currency currency) {
    appendAmount(out, minor, currency, std::max(2, currency.digits()), ',');
}

/// Appends a text without field separators and line breaks, trimmed.
void appendPlain(std::string& out, std::string_view text) {
    const std::size_t start = out.size();
    for (const char c : text) {
        const bool blank = static_cast<unsigned char>(c) <= 0x20 || c == '|' || c == 0x7f;
        if (!blank || out.size() != start) {
            out += blank ? ' ' : c;
        }
    }
    while (out.size() != start && out.back() == ' ') {
        out.pop_back();
    }
}

/// The same, with another text in place of an empty one: the test program refuses an empty EcritureLib.
void appendPlain(std::string& out, std::string_view text, std::string_view otherwise) {
    const std::size_t start = out.size();
    appendPlain(out, text);
    if (out.size() == start) {
        appendPlain(out, otherwise);
    }
}

} // namespace

void appendFecHeader(std::string& out) {
    out +=
        "JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|"
        "PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise\r\n";
}

void appendFecLine(std::string& out, const FecLine& line, Currency currency) {
    const auto field = [&out](std::string_view text) {
        appendPlain(out, text);
        out += '|';
    };
    field(line.journal);
    field(line.journalLabel);
    appendInteger(out, line.number, NumberDigits);
    out += '|';
    appendCompactDate(out, line.date);
    out += '|';
    appendPlain(out, line.account);
    out.append(line.account.size() < AccountDigits ? AccountDigits - line.account.size() : 0, '0');
    out += '|';
    field(line.accountLabel);
    field(line.auxiliary);
    appendPlain(out, line.auxiliaryLabel, line.auxiliary);
    out += '|';
    field(line.piece);
    appendCompactDate(out, line.pieceDate);
    out += '|';
    appendPlain(out, line.label, line.piece);
    out += '|';
    appendMoney(out, line.debit, currency);
    out += '|';
    appendMoney(out, line.credit, currency);
    out += '|';
    field(line.lettering);
    if (line.letteredOn) {
        appendCompactDate(out, *line.letteredOn);
    }
    out += '|';
    appendCompactDate(out, line.validated);
    out += '|';
    if (line.foreignAmount && line.foreignCurrency) {
        appendMoney(out, *line.foreignAmount, *line.foreignCurrency);
        out += '|';
        out += line.foreignCurrency->code();
    } else {
        out += '|';
    }
    out += "\r\n";
}

std::string sirenIn(std::string_view registrationNumber) {
    std::string digits;
    for (const char c : registrationNumber) {
        if (c >= '0' && c <= '9' && digits.size() < SirenDigits) {
            digits += c;
        }
    }
    return digits.size() == SirenDigits ? digits : std::string();
}

std::string fecFileName(std::string_view siren, Date closing) {
    std::string name = std::string(siren) + "FEC";
    appendCompactDate(name, closing);
    return name + ".txt";
}

} // namespace svc::fr_accounting
