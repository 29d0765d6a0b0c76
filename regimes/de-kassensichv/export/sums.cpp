#include "export/sums.hpp"

#include <svc/money.hpp>

namespace svc::de_kassensichv {
namespace {

constexpr std::string_view ReferenceSql =
    "SELECT to_char(r.recorded_at AT TIME ZONE $2, 'YYYY-MM-DD\"T\"HH24:MI:SS'), c.number"
    " FROM de_kassensichv.receipt r LEFT JOIN de_kassensichv.closing c ON c.company_id = $1"
    " AND r.sequence BETWEEN c.first_sequence AND c.last_sequence"
    " WHERE r.company_id = $1 AND r.sequence = $3";

Decimal inEuro(const Json& cents) {
    return Decimal(cents.integer()).shifted(-2);
}

void add(TaxSum& sum, const Json& line) {
    sum.gross += inEuro(line["gross"]);
    sum.net += inEuro(line["net"]);
    sum.tax += inEuro(line["tax"]);
}

void addPayment(ClosingSums& sums, const Json& payment) {
    const Decimal base = inEuro(payment["base"]);
    sums.paid += base;
    sums.payments[{payment.textOr("type"), payment.textOr("name")}] += base;
    if (payment.textOr("type") == "Bar") {
        sums.cash += base;
        sums.cashByCurrency[payment.textOr("currency")] += paidIn(payment);
    }
}

} // namespace

std::map<std::int64_t, TaxSum> taxesOf(const Receipt& receipt) {
    std::map<std::int64_t, TaxSum> sums;
    for (const Json& line : receipt.content["lines"].items()) {
        add(sums[line["key"].integer()], line);
    }
    return sums;
}

Decimal paidIn(const Json& payment) {
    const auto currency = Currency::parse(payment.textOr("currency"));
    return majorFromMinor(payment["amount"].integer(), currency.value_or(Currency::of("EUR")));
}

ClosingSums sumsOf(Call& call, const Closing& closing) {
    ClosingSums sums;
    eachReceipt(call, closing.first, closing.last, [&](const Receipt& receipt) {
        sums.lastReceipt = receipt.id.toString();
        sums.firstReceipt = sums.firstReceipt.empty() ? sums.lastReceipt : sums.firstReceipt;
        const bool counts = receipt.type == "Beleg";
        for (const Json& line : receipt.content["lines"].items()) {
            const std::int64_t key = line["key"].integer();
            sums.rates.try_emplace(key, line["rate"].decimal());
            if (counts) {
                add(sums.cases[{line.textOr("case"), key}], line);
            }
        }
        for (const Json& payment : receipt.content["payments"].items()) {
            if (counts) {
                addPayment(sums, payment);
            }
        }
    });
    return sums;
}

Reference referenceOf(Call& call, std::int64_t sequence) {
    const Rows rows = call.db().query(ReferenceSql, call.companyId(), call.company().timeZone, sequence);
    return {std::string(rows[0].text(0)), rows[0].optionalInteger(1)};
}

} // namespace svc::de_kassensichv
