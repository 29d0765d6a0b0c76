#include <algorithm>
#include <map>

#include <svc/error.hpp>

#include "api/handlers.hpp"
#include "domain/charts.hpp"
#include "store/entries.hpp"

namespace svc::ledger {
namespace {

const Chart& chartIn(Call& call, const Json& input) {
    const std::string key = input.optionalText("chart").value_or(call.company().chart);
    const Chart* chart = charts().find(key);
    if (chart == nullptr) {
        throw ApiError(400, "chart-unknown", {key});
    }
    return *chart;
}

Date dateIn(const Json& input, std::string_view field) {
    const auto date = Date::parse(input.textOr(field));
    if (!date) {
        throw Fault("ledger: " + std::string(field) + " is not a date");
    }
    return *date;
}

Json partnerIdJson(const std::optional<Uuid>& id) {
    return id ? Json(encodeId("par", *id)) : Json(nullptr);
}

Json lineJson(const Entry& entry, const EntryLine& line, const Chart& chart) {
    const Account account = accountOf(line, chart);
    return Json::object({{"account", account.code},
                         {"accountLabel", account.label},
                         {"role", line.role},
                         {"debit", line.debit},
                         {"credit", line.credit},
                         {"partnerId", partnerIdJson(line.partnerId)},
                         {"taxCategory", line.taxCategory},
                         {"taxRate", line.taxRate},
                         {"foreignAmount", line.foreignAmount},
                         {"foreignCurrency", line.foreignCurrency},
                         {"label", line.label.value_or(entry.label)}});
}

Json entryJson(Call& call, const BookedEntry& booked, const Chart& chart) {
    const Entry& entry = booked.entry;
    Json lines = Json::array();
    for (const EntryLine& line : entry.lines) {
        lines.push(lineJson(entry, line, chart));
    }
    return Json::object({{"id", entry.id.toString()},
                         {"year", booked.fiscalYear},
                         {"number", booked.number},
                         {"journal", entry.journal},
                         {"journalLabel", charts().journalLabel(entry.journal, call.company().language)},
                         {"date", entry.date},
                         {"recordedOn", std::max(call.dateOf(booked.recordedAt), entry.date)},
                         {"label", entry.label},
                         {"documentKind", entry.documentKind},
                         {"documentId", entry.documentId},
                         {"documentNumber", entry.documentNumber},
                         {"documentDate", entry.documentDate},
                         {"lines", std::move(lines)}});
}

Json chartJson(const Chart& chart) {
    return Json::object({{"key", chart.key}, {"name", chart.name}});
}

/// One account of a trial balance.
struct Balance {
    std::string label;
    std::int64_t openingDebit = 0;
    std::int64_t openingCredit = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    std::map<std::string, std::int64_t> openingByPartner; ///< positive: the partner owes
};

} // namespace

Json entriesCommand(Call& call, const Json& input) {
    const Chart& chart = chartIn(call, input);
    const Date from = dateIn(input, "from");
    const Json& after = input["after"];
    EntryReader reader(call, from, dateIn(input, "to"),
                       after.isNull() ? fiscalYear(from) : static_cast<int>(after["year"].integer()),
                       after.isNull() ? 0 : after["number"].integer());
    const std::vector<BookedEntry> page = reader.next();
    Json entries = Json::array();
    for (const BookedEntry& booked : page) {
        entries.push(entryJson(call, booked, chart));
    }
    const Json next = page.empty()
                          ? Json(nullptr)
                          : Json::object({{"year", page.back().fiscalYear}, {"number", page.back().number}});
    return Json::object({{"chart", chartJson(chart)}, {"entries", std::move(entries)}, {"next", next}});
}

Json balancesCommand(Call& call, const Json& input) {
    const Chart& chart = chartIn(call, input);
    std::map<std::string, Balance, std::less<>> accounts;
    for (const RoleSum& sum : sumsOf(call, dateIn(input, "from"), dateIn(input, "to"))) {
        const Account account = accountOf(sum.line, chart);
        Balance& balance = accounts[std::string(account.code)];
        balance.label = account.label;
        balance.openingDebit += sum.openingDebit;
        balance.openingCredit += sum.openingCredit;
        balance.debit += sum.debit;
        balance.credit += sum.credit;
        const std::string partner = sum.line.partnerId ? encodeId("par", *sum.line.partnerId) : std::string();
        balance.openingByPartner[partner] += sum.openingDebit - sum.openingCredit;
    }
    Json list = Json::array();
    for (const auto& [code, balance] : accounts) {
        Json partners = Json::array();
        for (const auto& [partner, opening] : balance.openingByPartner) {
            partners.push(Json::object(
                {{"partnerId", partner.empty() ? Json(nullptr) : Json(partner)}, {"opening", opening}}));
        }
        list.push(Json::object({{"account", code},
                                {"label", balance.label},
                                {"openingDebit", balance.openingDebit},
                                {"openingCredit", balance.openingCredit},
                                {"debit", balance.debit},
                                {"credit", balance.credit},
                                {"partners", std::move(partners)}}));
    }
    return Json::object({{"chart", chartJson(chart)}, {"accounts", std::move(list)}});
}

} // namespace svc::ledger
