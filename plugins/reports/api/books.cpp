#include <algorithm>

#include <svc/error.hpp>

#include "api/routes.hpp"
#include "store/figures.hpp"

namespace svc::reports {
namespace {

/// `from` and `to`; the year up to today where they are absent.
Period bookPeriodOf(Request& request) {
    const DateRange range = request.dateRange();
    const Date to = range.to.value_or(request.today());
    const Date from = range.from.value_or(Date::of(to.year(), 1, 1).value());
    if (to < from) {
        throw fieldInvalid("to");
    }
    return {from, to};
}

std::int64_t taxIn(const Json& groups) {
    std::int64_t sum = 0;
    for (const Json& group : groups.items()) {
        sum += group["tax"].integer();
    }
    return sum;
}

/// The word of a statement for a line of the books: which journal it stands in, and on which side.
std::string_view kindOf(const PartnerLine& line) {
    const bool debit = line.debit > line.credit;
    if (line.journal == "VE") {
        return debit ? "invoice" : "credit_note";
    }
    if (line.journal == "AC") {
        return debit ? "purchase_return" : "purchase";
    }
    if (line.journal == "CA" || line.journal == "BQ" || line.journal == "MM") {
        return debit ? "payment_out" : "payment";
    }
    return "entry";
}

/// The statement of a partner over a period; null when there is no such partner.
Json statementOf(Call& call, const std::string& id, const Period& period) {
    const auto partnerId = decodeId("par", id);
    const Json partner = partnerId ? call.command("partners.get", Json::object({{"id", id}})) : Json(nullptr);
    if (partner.isNull()) {
        return partner;
    }
    const PartnerAccount account = partnerAccount(call, *partnerId, period);
    std::int64_t balance = account.opening;
    std::int64_t invoiced = 0;
    std::int64_t credited = 0;
    std::int64_t paid = 0;
    Json lines = Json::array();
    for (const PartnerLine& line : account.lines) {
        balance += line.debit - line.credit;
        const std::string_view kind = kindOf(line);
        if (kind == "invoice" || kind == "purchase") {
            invoiced += line.debit - line.credit;
        } else if (kind == "credit_note" || kind == "purchase_return") {
            credited += line.credit - line.debit;
        } else {
            paid += line.credit - line.debit;
        }
        lines.push(Json::object({{"date", line.date},
                                 {"kind", kind},
                                 {"number", line.number.empty() ? Json(nullptr) : Json(line.number)},
                                 {"documentId", line.document},
                                 {"debit", line.debit},
                                 {"credit", line.credit},
                                 {"balance", balance}}));
    }
    std::int64_t overdue = 0;
    // What falls due later is not late yet, however far the statement looks ahead.
    const Date lateBefore = std::min(period.to, call.today());
    for (const OpenDocument& open : openSales(call, period.to, partnerId)) {
        overdue += open.dueDate < lateBefore ? open.balanceBase : 0;
    }
    return Json::object({{"partner", Json::object({{"id", id}, {"name", partner["name"]}})},
                         {"currency", call.company().currency.code()},
                         {"from", period.from},
                         {"to", period.to},
                         {"takenAt", call.now()},
                         {"opening", account.opening},
                         {"lines", std::move(lines)},
                         {"invoiced", invoiced},
                         {"paid", paid},
                         {"credited", credited},
                         {"owed", balance},
                         {"closing", balance},
                         {"overdue", overdue}});
}

} // namespace

Response taxesRoute(Request& request) {
    const Period period = bookPeriodOf(request);
    const Json collected = taxFigures(request, period, true);
    const Json deductible = taxFigures(request, period, false);
    const std::int64_t due = taxIn(collected) - taxIn(deductible);
    return Response::json(200, Json::object({{"from", period.from},
                                             {"to", period.to},
                                             {"currency", request.company().currency.code()},
                                             {"takenAt", request.now()},
                                             {"collected", collected},
                                             {"deductible", deductible},
                                             {"collectedTotal", taxIn(collected)},
                                             {"deductibleTotal", taxIn(deductible)},
                                             {"due", due}}));
}

Response statementRoute(Request& request) {
    const Json statement =
        statementOf(request, std::string(request.path("partnerId")), bookPeriodOf(request));
    if (statement.isNull()) {
        throw ApiError(404, "partner-not-found");
    }
    return Response::json(200, statement);
}

Json statementCommand(Call& call, const Json& input) {
    const Date to = Date::parse(input.textOr("to")).value_or(call.today());
    const Date from = Date::parse(input.textOr("from")).value_or(Date::of(to.year(), 1, 1).value());
    Json statement = statementOf(call, input.textOr("partnerId"), {from, to});
    if (!statement.isNull()) {
        const auto partnerId = decodeId("par", input.textOr("partnerId"));
        Json open = Json::array();
        for (const OpenDocument& document : openSales(call, to, partnerId)) {
            open.push(Json::object({{"number", document.number},
                                    {"dueDate", document.dueDate},
                                    {"balance", document.balanceBase}}));
        }
        statement.add("open", std::move(open));
        statement.add("aged", std::min(to, call.today()));
    }
    return statement;
}

} // namespace svc::reports
