#include "document/events.hpp"
#include "quote/accept.hpp"
#include "quote/create.hpp"
#include "quote/moves.hpp"
#include "quote/store.hpp"

namespace svc::sales {
namespace {

api::SaleLineCreate line(const char* label, int quantity, int unitPrice, bool service) {
    return {.label = std::string(label),
            .quantity = Decimal(quantity),
            .unitPrice = MajorAmount(Decimal(unitPrice)),
            .service = service};
}

} // namespace

void commands::demonstrate(Call& call) {
    // The first customers of the demonstration data, if there are any.
    const Rows partners = call.db().query(
        "SELECT id FROM partners.v1_partners WHERE company_id = $1 AND kind <> 'supplier' AND NOT archived"
        " ORDER BY sort_name, id LIMIT 2",
        call.companyId());
    const auto partner = [&](std::size_t index) {
        return index < partners.size() ? std::optional(partners[index].id<PartnerId>(0)) : std::nullopt;
    };
    makeQuote(call, {.partnerId = partner(0),
                     .lines = {line("Coffee machine C2", 2, 120, false), line("Installation", 1, 60, true)}});
    makeQuote(call, {.partnerId = partner(1), .lines = {line("Barista course, one day", 1, 450, true)}});

    Quote accepted =
        makeQuote(call, {.partnerId = partner(0), .lines = {line("Maintenance, one year", 1, 290, true)}});
    const Quote before = accepted;
    markAccepted(call, accepted, {});
    saveQuote(call, accepted);
    emitQuoteAccepted(call, accepted);
    recordMove(call, before, accepted, "quote.accepted");
}

} // namespace svc::sales
