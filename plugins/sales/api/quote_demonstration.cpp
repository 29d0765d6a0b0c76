#include "api/quote_create.hpp"
#include "api/quote_events.hpp"
#include "api/quote_moves.hpp"
#include "api/quote_routes.hpp"
#include "store/quote_store.hpp"

namespace svc::sales {
namespace {

Json body(const Json& partner, std::initializer_list<Json::Element> lines) {
    return Json::object({{"partnerId", partner}, {"lines", Json::array(lines)}});
}

Json line(const char* label, int quantity, int unitPrice, bool service) {
    return Json::object(
        {{"label", label}, {"quantity", quantity}, {"unitPrice", unitPrice}, {"service", service}});
}

} // namespace

Json demonstrateCommand(Call& call, const Json&) {
    // The first customers of the demonstration, when there are some.
    const Rows partners = call.db().query(
        "SELECT id FROM partners.v1_partners WHERE company_id = $1 AND kind <> 'supplier' AND NOT archived"
        " ORDER BY sort_name, id LIMIT 2",
        call.companyId());
    const auto partner = [&](std::size_t index) {
        return index < partners.size() ? Json(encodeId("par", partners[index].uuid(0))) : Json(nullptr);
    };
    createQuote(call, body(partner(0),
                           {line("Coffee machine C2", 2, 120, false), line("Installation", 1, 60, true)}));
    createQuote(call, body(partner(1), {line("Barista course, one day", 1, 450, true)}));
    Quote accepted = createQuote(call, body(partner(0), {line("Maintenance, one year", 1, 290, true)}));
    const Quote before = accepted;
    markAccepted(call, accepted, {.by = "company"});
    updateQuote(call, accepted);
    emitQuoteAccepted(call, accepted);
    recordMove(call, before, accepted, "quote.accepted");
    return Json::object();
}

} // namespace svc::sales
