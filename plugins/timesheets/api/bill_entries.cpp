#include <algorithm>

#include <svc/contracts/partners.hpp>
#include <svc/document_input.hpp>
#include <svc/money.hpp>

#include "api/routes.hpp"
#include "domain/billing.hpp"
#include "store/entry_store.hpp"

namespace svc::timesheets {
namespace {

constexpr std::size_t MaxLines = 1000;

/// The named entries, each of them free and of one partner.
std::vector<Entry> namedEntries(Call& call, const Json& named, std::optional<Uuid>& partner) {
    std::vector<Uuid> ids;
    for (const Json& text : named.items()) {
        const auto id = decodeId("tim", text.text());
        if (!id) {
            throw ApiError(404, "time-entry-not-found");
        }
        if (std::find(ids.begin(), ids.end(), *id) == ids.end()) {
            ids.push_back(*id);
        }
    }
    std::vector<Entry> entries = lockEntries(call, {}, ids);
    if (entries.size() < ids.size()) {
        throw ApiError(404, "time-entry-not-found");
    }
    for (const Entry& entry : entries) {
        if (entry.billed) {
            throw ApiError(400, "time-entry-billed", {encodeId("tim", entry.id)});
        }
    }
    if (!partner) {
        partner = entries.front().partnerId;
    }
    for (const Entry& entry : entries) {
        if (!entry.billable || !entry.partnerId || entry.partnerId != partner) {
            throw fieldInvalid("entryIds");
        }
    }
    return entries;
}

std::optional<Uuid> partnerOf(Call& call, const Json& body) {
    const auto text = body.optionalText("partnerId");
    if (!text) {
        return std::nullopt;
    }
    const auto id = decodeId("par", *text);
    if (!id || contracts::partnerNames(call, {*text}).empty()) {
        throw ApiError(404, "partner-not-found");
    }
    return id;
}

/// The body of the sale; what it says of dates and business unit is checked by the module of sales.
Json saleBody(Call& call, const Json& body, const Uuid& partner, const std::vector<BillLine>& lines) {
    const Currency currency = call.company().currency;
    Json saleLines = Json::array();
    for (const BillLine& line : lines) {
        Json one = Json::object({{"label", line.label},
                                 {"quantity", line.hours},
                                 {"unit", "HUR"},
                                 {"unitPrice", line.hourlyRate.shifted(-currency.digits()).normalized()},
                                 {"service", true}});
        for (const char* name : {"itemId", "taxRate", "taxCategory"}) {
            if (!body[name].isNull()) {
                one.set(name, body[name]);
            }
        }
        saleLines.push(std::move(one));
    }
    Json sale = Json::object({{"partnerId", encodeId("par", partner)},
                              {"currency", currency.code()},
                              {"lines", std::move(saleLines)}});
    for (const char* name : {"date", "dueDate", "businessUnitId", "note"}) {
        if (!body[name].isNull()) {
            sale.set(name, body[name]);
        }
    }
    return sale;
}

} // namespace

Response billEntriesRoute(Request& request) {
    const Json& body = request.body();
    std::optional<Uuid> partner = partnerOf(request, body);
    const Json& named = body["entryIds"];
    const std::vector<Entry> entries =
        named.isArray() && !named.empty()
            ? namedEntries(request, named, partner)
            : lockBillable(request, partner, dateIn(body, "from"), dateIn(body, "to"));
    const std::vector<BillLine> lines =
        billLines(entries, body.textOr("groupBy", "entry"), request.language());
    if (lines.empty()) {
        throw ApiError(400, "nothing-to-bill");
    }
    if (lines.size() > MaxLines) {
        throw ApiError(400, "batch-too-large", {std::to_string(MaxLines)});
    }
    Json sale = request.command("sales.create", saleBody(request, body, partner.value(), lines));
    const Uuid saleId = decodeId("sal", sale["id"].text()).value();
    std::vector<Uuid> ids;
    for (const Entry& entry : entries) {
        ids.push_back(entry.id);
        request.history(
            "time_entry", encodeId("tim", entry.id), "time_entry.billed",
            Json::array({Json::object({{"field", "saleId"}, {"from", nullptr}, {"to", sale["id"]}})}));
    }
    markBilled(request, ids, saleId);
    return Response::json(201, sale).etag(sale["version"].integer());
}

} // namespace svc::timesheets
