#include <algorithm>

#include <svc/changes.hpp>

#include "rules/billing.hpp"
#include "store.hpp"

namespace svc::timesheets {
namespace {

constexpr std::size_t MaxLines = 1000;

/// The named entries; all must be unbilled and of the same partner.
std::vector<Entry> namedEntries(Call& call, const std::vector<TimeEntryId>& named,
                                std::optional<PartnerId>& partner) {
    std::vector<TimeEntryId> ids;
    for (const TimeEntryId& id : named) {
        if (std::find(ids.begin(), ids.end(), id) == ids.end()) {
            ids.push_back(id);
        }
    }
    std::vector<Entry> entries = lockEntries(call, {}, ids);
    if (entries.size() < ids.size()) {
        throw ApiError(404, "time-entry-not-found");
    }
    for (const Entry& entry : entries) {
        if (entry.billed) {
            throw ApiError(400, "time-entry-billed", {entry.id.toString()});
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

/// The entries to bill: the named ones, else the unbilled ones of the partner in the period.
std::vector<Entry> entriesOf(Call& call, const api::TimeBill& body, std::optional<PartnerId>& partner) {
    if (!body.entryIds) {
        return lockBillable(call, partner, body.from, body.to);
    }
    return body.entryIds->empty() ? std::vector<Entry>() : namedEntries(call, *body.entryIds, partner);
}

/// The body of the sale. Tax, dates and business unit in `body` are passed on unchanged: the sales module
/// checks them.
Json saleBody(Call& call, const Json& body, PartnerId partner, const std::vector<BillLine>& lines) {
    const Currency currency = call.company().currency;
    Json saleLines = Json::array();
    for (const BillLine& line : lines) {
        Json one = Json::object({{"label", line.label},
                                 {"quantity", line.quantity},
                                 {"unit", line.unit},
                                 {"unitPrice", line.unitPrice},
                                 {"service", true}});
        for (const char* name : {"itemId", "taxRate", "taxCategory"}) {
            if (!body[name].isNull()) {
                one.set(name, body[name]);
            }
        }
        saleLines.push(std::move(one));
    }
    Json sale = Json::object(
        {{"partnerId", partner}, {"currency", currency.code()}, {"lines", std::move(saleLines)}});
    for (const char* name : {"date", "dueDate", "businessUnitId", "note"}) {
        if (!body[name].isNull()) {
            sale.set(name, body[name]);
        }
    }
    return sale;
}

} // namespace

Answer<201, Json> billTimeEntries(Request& request, const api::TimeBill& body) {
    std::optional<PartnerId> partner = body.partnerId;
    if (partner && calls::partners::names(request, {.ids = {*partner}}).partners.empty()) {
        throw ApiError(404, "partner-not-found");
    }
    const std::vector<Entry> entries = entriesOf(request, body, partner);
    const std::vector<BillLine> lines =
        billLines(entries, body.groupBy, request.company().currency, request.language());
    if (lines.empty()) {
        throw ApiError(400, "nothing-to-bill");
    }
    if (lines.size() > MaxLines) {
        throw ApiError(400, "batch-too-large", {std::to_string(MaxLines)});
    }
    const Json sale =
        calls::sales::create(request, saleBody(request, request.body(), partner.value(), lines));
    std::vector<TimeEntryId> ids;
    for (const Entry& entry : entries) {
        ids.push_back(entry.id);
        request.history("time_entry", entry.id.toString(), "time_entry.billed",
                        changeOf("saleId", nullptr, sale["id"]));
    }
    markBilled(request, ids, SaleId::parse(sale["id"].text()).value());
    return Answer<201, Json>(sale).etag(sale["version"].integer());
}

} // namespace svc::timesheets
