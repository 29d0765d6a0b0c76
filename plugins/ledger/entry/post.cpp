#include <svc/error.hpp>

#include "bindings.hpp"
#include "entry/rules/account.hpp"
#include "entry/store.hpp"

namespace svc::ledger {
namespace {

EntryLine lineOf(const commands::PostInputLinesItem& given) {
    EntryLine line;
    line.role = given.role;
    line.debit = given.debit;
    line.credit = given.credit;
    line.partnerId = given.partnerId;
    line.partnerName = given.partnerName;
    line.taxCategory = given.taxCategory;
    line.taxRate = given.taxRate;
    line.walletId = given.walletId;
    line.foreignAmount = given.foreignAmount;
    line.foreignCurrency = given.foreignCurrency ? Currency::parse(*given.foreignCurrency) : std::nullopt;
    line.exchangeRate = given.exchangeRate;
    line.label = given.label;
    line.openItem = given.openItem;
    line.openItemNumber = given.openItemNumber;
    line.accounts = given.accounts;
    return line;
}

Entry entryOf(Call& call, const commands::PostInput& given) {
    Entry entry;
    entry.journal = given.journal;
    entry.date = given.date.value_or(call.today());
    entry.label = given.label;
    entry.documentKind = given.documentKind;
    entry.documentId = given.documentId;
    entry.documentNumber = given.documentNumber;
    entry.documentDate = given.documentDate.value_or(entry.date);
    entry.businessUnitId = given.businessUnitId;
    for (const commands::PostInputLinesItem& line : given.lines) {
        entry.lines.push_back(lineOf(line));
    }
    return entry;
}

/// Adds partner names that the caller did not give; they are stored with the entry so that later exports show
/// the same.
void nameTheRest(Call& call, Entry& entry) {
    std::vector<PartnerId> ids;
    for (const EntryLine& line : entry.lines) {
        if (line.partnerId && !line.partnerName) {
            ids.push_back(*line.partnerId);
        }
    }
    if (ids.empty() || !calls::partners::offersNames(call)) {
        return;
    }
    const auto found = calls::partners::names(call, {.ids = std::move(ids)});
    for (EntryLine& line : entry.lines) {
        for (const auto& partner : found.partners) {
            if (!line.partnerName && partner.id == line.partnerId) {
                line.partnerName = partner.name;
            }
        }
    }
}

/// Lists the entry in the result of a dry run, with the accounts of the company's own chart.
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

commands::PostOutput commands::post(Call& call, const commands::PostInput& input) {
    Entry entry = entryOf(call, input);
    settle(entry);
    if (entry.lines.empty()) {
        return {};
    }
    // The last safeguard: whatever a module lets through, a locked period is not changed.
    if (const auto locked = call.company().lockDate; locked && entry.date <= *locked) {
        throw ApiError(400, "date-locked", {locked->toString()});
    }
    nameTheRest(call, entry);
    entry.id = call.newUuid();
    notePostings(call, entry);
    writeEntry(call, entry);
    return {.entryId = entry.id.toString()};
}

} // namespace svc::ledger
