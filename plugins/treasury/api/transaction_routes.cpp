#include "api/routes.hpp"

#include <algorithm>

#include <svc/text.hpp>

#include "api/free_movements.hpp"
#include "api/records.hpp"

namespace svc::treasury {

namespace {

std::optional<std::string> textOf(const Request& request, std::string_view name) {
    const auto value = request.query(name);
    const std::string_view text = value ? trim(*value) : std::string_view{};
    return text.empty() ? std::nullopt : std::optional<std::string>(text);
}

/// An identifier of the wrong form finds nothing, like an unknown one.
std::optional<Uuid> queriedId(const Request& request, std::string_view name, std::string_view prefix) {
    const auto text = textOf(request, name);
    return text ? std::optional(decodeId(prefix, *text).value_or(Uuid())) : std::nullopt;
}

TransactionFilter filterOf(Request& request) {
    TransactionFilter filter;
    filter.dates = request.dateRange();
    filter.walletId = queriedId(request, "walletId", "wal");
    filter.direction = textOf(request, "direction");
    filter.category = textOf(request, "category");
    filter.partnerId = queriedId(request, "partnerId", "par");
    filter.statuses = request.filterTexts("status");
    filter.text = textOf(request, "q");
    filter.oldestFirst = request.query("sort") == "date";
    std::vector<std::string> kinds = request.queryList("kind");
    if (kinds.empty()) {
        kinds = {"free", "expense", "till_difference", "bank"};
    }
    if (std::find(kinds.begin(), kinds.end(), "all") == kinds.end()) {
        filter.kinds = std::move(kinds);
    }
    const ArrayPage page = request.arrayPage();
    filter.limit = page.limit;
    filter.offset = page.offset;
    return filter;
}

} // namespace

Response listTransactions(Request& request) {
    const TransactionPage page = TransactionStore(request).list(filterOf(request));
    Json records = Json::array();
    for (const Transaction& transaction : page.rows) {
        records.push(toJson(transaction));
    }
    return Response::json(200, records).total(page.count);
}

Response createTransaction(Request& request) {
    const Transaction t = recordMovement(request, request.body(), "free");
    return Response::json(201, toJson(t)).etag(t.version);
}

Response voidTransaction(Request& request) {
    const Uuid id = request.pathId("transactionId", "txn", "transaction-not-found");
    const Transaction t = voidMovement(request, id, request.body());
    return Response::json(200, toJson(t)).etag(t.version);
}

} // namespace svc::treasury
