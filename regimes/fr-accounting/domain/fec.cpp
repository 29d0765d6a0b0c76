#include "domain/fec.hpp"

#include <algorithm>

#include <svc/money.hpp>

namespace svc::fr {
namespace {

constexpr std::size_t AccountDigits = 6;
constexpr std::size_t NumberDigits = 6;

std::string dateText(Date date) {
    std::string text = date.toString();
    text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
    return text;
}

std::string amountText(std::int64_t minor, Currency currency) {
    std::string text = majorFromMinor(minor, currency).toFixed(std::max(2, currency.digits()));
    std::replace(text.begin(), text.end(), '.', ',');
    return text;
}

std::string plain(std::string_view text) {
    std::string result(text);
    for (char& c : result) {
        c = static_cast<unsigned char>(c) < 0x20 || c == '|' || c == 0x7f ? ' ' : c;
    }
    const std::size_t first = result.find_first_not_of(' ');
    return first == std::string::npos ? "" : result.substr(first, result.find_last_not_of(' ') - first + 1);
}

std::string padded(std::string code, std::size_t width, bool before) {
    if (code.size() < width) {
        code.insert(before ? 0 : code.size(), width - code.size(), '0');
    }
    return code;
}

} // namespace

void appendFecHeader(std::string& out) {
    out +=
        "JournalCode|JournalLib|EcritureNum|EcritureDate|CompteNum|CompteLib|CompAuxNum|CompAuxLib|PieceRef|"
        "PieceDate|EcritureLib|Debit|Credit|EcritureLet|DateLet|ValidDate|Montantdevise|Idevise\r\n";
}

void appendFecLine(std::string& out, const FecLine& line, Currency currency) {
    const auto field = [&out](std::string_view text) {
        out += plain(text);
        out += '|';
    };
    field(line.journal);
    field(line.journalLabel);
    field(padded(std::to_string(line.number), NumberDigits, true));
    field(dateText(line.date));
    field(padded(line.account, AccountDigits, false));
    field(line.accountLabel);
    field(line.auxiliary);
    field(line.auxiliaryLabel);
    field(line.piece);
    field(dateText(line.pieceDate));
    field(line.label);
    field(amountText(line.debit, currency));
    field(amountText(line.credit, currency));
    field(line.lettering);
    field(line.letteredOn ? dateText(*line.letteredOn) : "");
    field(dateText(line.validated));
    const bool foreign = line.foreignAmount && line.foreignCurrency;
    field(foreign ? amountText(*line.foreignAmount, *line.foreignCurrency) : "");
    out += foreign ? std::string(line.foreignCurrency->code()) : "";
    out += "\r\n";
}

std::string fecFileName(std::string_view siren, Date closing) {
    return std::string(siren) + "FEC" + dateText(closing) + ".txt";
}

} // namespace svc::fr
