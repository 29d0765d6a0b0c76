#include "api/handlers.hpp"

#include <svc/error.hpp>

#include "domain/export_lines.hpp"
#include "store/entries.hpp"

namespace svc::ledger {
namespace {

Uuid required(std::optional<Uuid> id, std::string_view what) {
    if (!id) {
        throw Fault("ledger.post: not an identifier of a " + std::string(what));
    }
    return *id;
}

std::optional<Uuid> idOf(const Json& json, std::string_view name, std::string_view prefix,
                         std::string_view what) {
    const auto text = json.optionalText(name);
    return text ? std::optional(required(decodeId(prefix, *text), what)) : std::nullopt;
}

Date dateOf(const Json& json, std::string_view name, Date fallback) {
    const auto text = json.optionalText(name);
    const auto date = text ? Date::parse(*text) : std::optional(fallback);
    if (!date) {
        throw Fault("ledger.post: " + std::string(name) + " is not a date");
    }
    return *date;
}

EntryLine lineOf(const Json& json) {
    EntryLine line;
    line.role = json.textOr("role");
    line.debit = json.optionalInteger("debit").value_or(0);
    line.credit = json.optionalInteger("credit").value_or(0);
    line.partnerId = idOf(json, "partnerId", "par", "partner");
    line.taxCategory = json.optionalText("taxCategory");
    line.taxRate = json.optionalDecimal("taxRate");
    line.walletId = idOf(json, "walletId", "wal", "wallet");
    line.foreignAmount = json.optionalInteger("foreignAmount");
    if (const auto currency = json.optionalText("foreignCurrency")) {
        line.foreignCurrency = Currency::parse(*currency);
    }
    line.exchangeRate = json.optionalDecimal("exchangeRate");
    line.label = json.optionalText("label");
    line.partnerName = json.optionalText("partnerName");
    line.openItem = json.optionalText("openItem");
    line.openItemNumber = json.optionalText("openItemNumber");
    if (json["accounts"].isObject()) {
        line.accounts = json["accounts"];
    }
    return line;
}

Entry entryOf(Call& call, const Json& input) {
    Entry entry;
    entry.journal = input.textOr("journal", "OD");
    entry.date = dateOf(input, "date", call.today());
    entry.label = input.textOr("label");
    entry.documentKind = input.textOr("documentKind");
    entry.documentId = input.textOr("documentId");
    entry.documentNumber = input.optionalText("documentNumber");
    entry.documentDate = dateOf(input, "documentDate", entry.date);
    entry.businessUnitId = idOf(input, "businessUnitId", "bus", "business unit");
    for (const Json& line : input["lines"].items()) {
        entry.lines.push_back(lineOf(line));
    }
    return entry;
}

/// Names of partners that the caller did not say; kept with the entry so that later exports say the same.
void nameTheRest(Call& call, Entry& entry) {
    Json ids = Json::array();
    for (const EntryLine& line : entry.lines) {
        if (line.partnerId && !line.partnerName) {
            ids.push(encodeId("par", *line.partnerId));
        }
    }
    if (ids.empty() || !call.offers("partners.names")) {
        return;
    }
    const Json found = call.command("partners.names", Json::object({{"ids", std::move(ids)}}));
    for (EntryLine& line : entry.lines) {
        for (const Json& partner : found["partners"].items()) {
            if (line.partnerId && !line.partnerName &&
                decodeId("par", partner.textOr("id")) == line.partnerId) {
                line.partnerName = partner.optionalText("name");
            }
        }
    }
}

/// What a dry run shows of the entry: accounts of the company's own chart.
void notePostings(Call& call, const Entry& entry) {
    if (!call.dryRun()) {
        return;
    }
    const Chart* chart = charts().find(call.company().chart);
    if (chart == nullptr) {
        chart = &charts().all().front();
    }
    Json postings = Json::array();
    for (const EntryLine& line : entry.lines) {
        const Account account = accountOf(line, *chart);
        postings.push(Json::object({{"account", account.code},
                                    {"label", account.label},
                                    {"debit", line.debit},
                                    {"credit", line.credit}}));
    }
    call.note("postings", postings);
}

} // namespace

Json postCommand(Call& call, const Json& input) {
    Entry entry = entryOf(call, input);
    settle(entry);
    if (entry.lines.empty()) {
        return Json::object({{"entryId", nullptr}});
    }
    // The last barrier: whatever a module lets through, a locked period stays as it is.
    if (const auto locked = call.company().lockDate; locked && entry.date <= *locked) {
        throw ApiError(400, "date-locked", {locked->toString()});
    }
    nameTheRest(call, entry);
    entry.id = call.newUuid();
    notePostings(call, entry);
    writeEntry(call, entry);
    return Json::object({{"entryId", entry.id.toString()}});
}

} // namespace svc::ledger
