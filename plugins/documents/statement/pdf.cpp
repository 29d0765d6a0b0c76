#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "look/store.hpp"

namespace svc::documents {
namespace {

Statement statementOf(const calls::reports::StatementOutput& found) {
    Statement statement{.from = found.from,
                        .to = found.to,
                        .aged = found.aged,
                        .opening = found.opening.minor(),
                        .closing = found.closing.minor(),
                        .lines = {},
                        .open = {}};
    for (const calls::reports::ReportStatementLine& line : found.lines) {
        statement.lines.push_back({line.date, std::string(toText(line.kind)), line.number.value_or(""),
                                   line.debit.minor(), line.credit.minor(), line.balance.minor()});
    }
    for (const calls::reports::StatementOutputOpenItem& open : found.open) {
        statement.open.push_back({open.number, open.dueDate, open.balance.minor()});
    }
    return statement;
}

} // namespace

Response getPartnerStatementPdf(Request& request, const api::GetPartnerStatementPdfParameters& parameters) {
    const DateRange range = request.dateRange();
    const auto found =
        calls::reports::offersStatement(request)
            ? calls::reports::statement(
                  request, {.partnerId = parameters.partnerId, .from = range.from, .to = range.to})
            : std::nullopt;
    if (!found) {
        throw ApiError(404, "partner-not-found");
    }
    if (found->to < found->from) {
        throw fieldInvalid("to");
    }
    const Invoice parties = partiesOf(request, parameters.partnerId);
    const std::string language = languageOf(request, parameters.partnerId);
    return pdfResponse(writePaper(composeStatement(parties, statementOf(*found), wordingOf(parties, language),
                                                   language, findLook(request).look),
                                  parties.seller.name));
}

} // namespace svc::documents
