#include <svc/money.hpp>
#include <svc/text.hpp>

#include "api/reconciliation.hpp"
#include "api/records.hpp"
#include "api/routes.hpp"

namespace svc::bank {

namespace {

Uuid lineId(const Request& request) {
    return request.pathId("id", "bnk", "bank-transaction-not-found");
}

/// An amount of a filter in major units; of the currency of the wallet named, else of the company's.
std::optional<std::int64_t> amountOf(Request& request, const char* name, Currency currency) {
    const auto text = request.query(name);
    if (!text) {
        return std::nullopt;
    }
    const auto major = Decimal::parse(*text);
    const auto minor = major ? minorFromMajor(*major, currency) : std::nullopt;
    if (!minor) {
        throw fieldInvalid(name);
    }
    return minor;
}

Response answer(const Line& line) {
    return Response::json(200, toJson(line)).etag(line.version);
}

} // namespace

Response listBankTransactions(Request& request) {
    LineFilter filter;
    Currency currency = request.company().currency;
    if (const auto wallet = request.query("walletId")) {
        const Json found = decodeId("wal", *wallet)
                               ? request.command("treasury.wallet",
                                                 Json::object({{"id", *wallet}, {"businessUnitId", nullptr}}))
                               : Json(nullptr);
        if (found.isNull()) {
            throw ApiError(404, "wallet-not-found");
        }
        filter.walletId = decodeId("wal", *wallet);
        currency = Currency::of(found.textOr("currency"));
    }
    filter.dates = request.dateRange();
    filter.statuses = request.filterTexts("status");
    if (const auto text = request.query("q"); text && !trim(*text).empty()) {
        filter.text = std::string(trim(*text));
    }
    filter.minAmount = amountOf(request, "minAmount", currency);
    filter.maxAmount = amountOf(request, "maxAmount", currency);
    filter.oldestFirst = request.query("sort") == "date";
    const ArrayPage part = request.arrayPage();
    filter.limit = part.limit;
    filter.offset = part.offset;
    const LinePage page = LineStore(request).list(filter);
    Json records = Json::array();
    for (const Line& line : page.rows) {
        records.push(toJson(line));
    }
    return Response::json(200, records).total(page.count);
}

Response getBankTransaction(Request& request) {
    const auto line = LineStore(request).find(lineId(request));
    if (!line) {
        throw ApiError(404, "bank-transaction-not-found");
    }
    return answer(*line);
}

Response matchBankTransaction(Request& request) {
    return answer(matchLine(request, lineId(request), request.body()));
}

Response recordBankTransaction(Request& request) {
    const auto [line, movement] = recordLine(request, lineId(request), request.body());
    return Response::json(200, Json::object({{"bankTransaction", toJson(line)}, {"transaction", movement}}));
}

Response ignoreBankTransaction(Request& request) {
    return answer(ignoreLine(request, lineId(request), request.body()));
}

Response reopenBankTransaction(Request& request) {
    return answer(reopenLine(request, lineId(request), request.body()));
}

void transactionVoided(Call& call, const Json& event) {
    movementVoided(call, event.textOr("objectId"));
}

} // namespace svc::bank
