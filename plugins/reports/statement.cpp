#include <algorithm>

#include <svc/error.hpp>

#include "book_period.hpp"
#include "store/figures.hpp"

namespace svc::reports {
namespace {

using Kind = api::ReportStatementLineKind;

/// The kind of a ledger line on the statement, by its journal and side.
Kind kindOf(const PartnerLine& line) {
    const bool debit = line.debit > line.credit;
    if (line.journal == "VE") {
        return debit ? Kind::Invoice : Kind::CreditNote;
    }
    if (line.journal == "AC") {
        return debit ? Kind::PurchaseReturn : Kind::Purchase;
    }
    if (line.journal == "CA" || line.journal == "BQ" || line.journal == "MM") {
        return debit ? Kind::PaymentOut : Kind::Payment;
    }
    return Kind::Entry;
}

/// The statement of a partner over a period for the route or the command; nothing when the partner does not
/// exist. `open`: the open documents at the end of the period.
template <class Statement>
std::optional<Statement> statementOf(Call& call, PartnerId partnerId, const Period& period,
                                     std::vector<OpenDocument>& open) {
    const auto partner = calls::partners::get(call, {.id = partnerId});
    if (!partner) {
        return std::nullopt;
    }
    const PartnerAccount account = partnerAccount(call, partnerId, period);
    Statement statement;
    std::int64_t balance = account.opening;
    std::int64_t invoiced = 0;
    std::int64_t credited = 0;
    std::int64_t paid = 0;
    for (const PartnerLine& line : account.lines) {
        balance += line.debit - line.credit;
        const Kind kind = kindOf(line);
        if (kind == Kind::Invoice || kind == Kind::Purchase) {
            invoiced += line.debit - line.credit;
        } else if (kind == Kind::CreditNote || kind == Kind::PurchaseReturn) {
            credited += line.credit - line.debit;
        } else {
            paid += line.credit - line.debit;
        }
        statement.lines.push_back({.date = line.date,
                                   .kind = kind,
                                   .number = line.number.empty() ? std::nullopt : std::optional(line.number),
                                   .documentId = line.document,
                                   .debit = MinorAmount(line.debit),
                                   .credit = MinorAmount(line.credit),
                                   .balance = MinorAmount(balance)});
    }
    open = openSales(call, period.to, partnerId);
    std::int64_t overdue = 0;
    // A document that is due in the future is not overdue, even if the period ends after its due date.
    const Date lateBefore = std::min(period.to, call.today());
    for (const OpenDocument& document : open) {
        overdue += document.dueDate && *document.dueDate < lateBefore ? document.balanceBase : 0;
    }
    statement.partner = {.id = partnerId, .name = partner->name};
    statement.currency = call.company().currency;
    statement.from = period.from;
    statement.to = period.to;
    statement.takenAt = call.now();
    statement.opening = MinorAmount(account.opening);
    statement.invoiced = MinorAmount(invoiced);
    statement.paid = MinorAmount(paid);
    statement.credited = MinorAmount(credited);
    statement.owed = MinorAmount(balance);
    statement.closing = MinorAmount(balance);
    statement.overdue = MinorAmount(overdue);
    return statement;
}

} // namespace

Answer<200, api::ReportStatement>
readPartnerStatement(Request& request, const api::ReadPartnerStatementParameters& parameters) {
    std::vector<OpenDocument> open;
    const auto statement = statementOf<api::ReportStatement>(request, parameters.partnerId,
                                                             bookPeriodOf(request, parameters), open);
    if (!statement) {
        throw ApiError(404, "partner-not-found");
    }
    return *statement;
}

std::optional<commands::StatementOutput> commands::statement(Call& call,
                                                             const commands::StatementInput& input) {
    const Period period = bookPeriodOf(call, input.from, input.to);
    std::vector<OpenDocument> open;
    auto statement = statementOf<commands::StatementOutput>(call, input.partnerId, period, open);
    if (statement) {
        for (const OpenDocument& document : open) {
            statement->open.push_back({.number = document.number,
                                       .dueDate = document.dueDate,
                                       .balance = MinorAmount(document.balanceBase)});
        }
        statement->aged = std::min(period.to, call.today());
    }
    return statement;
}

} // namespace svc::reports
