#include "api/posting.hpp"

namespace svc::stock {
namespace {

Json ledgerLine(std::string_view role, std::int64_t debit, std::int64_t credit) {
    return Json::object({{"role", role}, {"debit", debit}, {"credit", credit}});
}

} // namespace

void postStock(Call& call, const StockPosting& posting) {
    // Under periodic inventory nothing is posted during the year.
    const bool periodic = call.company().accounting.textOr("inventory") == "periodic";
    if (periodic || (posting.valueIn == 0 && posting.valueOut == 0) || !calls::ledger::offersPost(call)) {
        return;
    }
    Json lines = Json::array();
    if (posting.valueIn != 0) {
        lines.push(ledgerLine("inventory", posting.valueIn, 0));
        lines.push(ledgerLine(posting.counterpart, 0, posting.valueIn));
    }
    if (posting.valueOut != 0) {
        lines.push(ledgerLine(posting.counterpart, posting.valueOut, 0));
        lines.push(ledgerLine("inventory", 0, posting.valueOut));
    }
    calls::ledger::post(call, Json::object({{"journal", "OD"},
                                            {"date", posting.date},
                                            {"label", posting.label},
                                            {"documentKind", posting.documentKind},
                                            {"documentId", posting.documentId},
                                            {"documentNumber", posting.documentNumber},
                                            {"documentDate", posting.date},
                                            {"businessUnitId", posting.businessUnitId},
                                            {"lines", std::move(lines)}}));
}

} // namespace svc::stock
