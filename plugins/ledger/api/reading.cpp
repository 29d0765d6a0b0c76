#include <map>

#include <svc/error.hpp>

#include "api/handlers.hpp"
#include "domain/charts.hpp"
#include "domain/export_lines.hpp"
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

Json chartCommand(Call& call, const Json& input) {
    const Chart* chart = charts().find(input.optionalText("chart").value_or(call.company().chart));
    return chart == nullptr ? Json(nullptr) : chart->toJson(call.company().language);
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
