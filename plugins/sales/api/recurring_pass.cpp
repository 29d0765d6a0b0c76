#include "api/create_sale.hpp"
#include "api/document_mail.hpp"
#include "api/recurring_routes.hpp"
#include "store/recurring_store.hpp"

namespace svc::sales {
namespace {

/// One try a day: an occurrence that cannot be made (no stock, an archived item) is tried again tomorrow.
void fileOccurrence(Call& call, const Uuid& id, Date on) {
    const std::string name = encodeId("rec", id);
    call.fileJob("make-recurring", call.now(), Json::object({{"id", name}, {"on", on}}),
                 name + ':' + on.toString() + ':' + call.today().toString());
}

/// The day of the occurrence, unless the books of that day are closed.
Date dateFor(Call& call, Date on) {
    const std::optional<Date>& lock = call.company().lockDate;
    return lock && on <= *lock ? call.today() : on;
}

void mail(Call& call, const Sale& sale) {
    try {
        mailDocument(call, {.kind = "sale",
                            .id = encodeId("sal", sale.id),
                            .content = &sale,
                            .until = sale.dueDate,
                            .to = {},
                            .message = {},
                            .language = {},
                            .attachPdf = true});
    } catch (const ApiError& error) {
        // Nobody to write to, or no way to: the sale is made all the same.
        call.log(Call::Level::Warning,
                 "recurring sale " + sale.number + " is not sent: " + std::string(error.code()));
    }
}

} // namespace

void passRecurringJob(Call& call, const Json&) {
    for (const auto& [id, on] : dueRecurring(call, call.today())) {
        fileOccurrence(call, id, on);
    }
}

void makeRecurringJob(Call& call, const Json& payload) {
    const auto id = decodeId("rec", payload.textOr("id"));
    const auto on = Date::parse(payload.textOr("on"));
    std::optional<RecurringSale> recurring = id ? lockRecurring(call, *id) : std::nullopt;
    // Another host may have been here, or somebody has paused it.
    if (!recurring || !on || recurring->state != "active" || recurring->nextOn != on) {
        return;
    }
    Json body = recurring->body;
    body.set("date", dateFor(call, *on));
    SaleOrigin origin;
    origin.recurringId = recurring->id;
    origin.beforeEvents = [&](const Sale& sale) {
        recurring->count += 1;
        recurring->lastOn = on;
        recurring->lastSaleId = sale.id;
        schedule(*recurring, on->addDays(1));
        updateRecurring(call, *recurring);
    };
    const Sale sale = createSale(call, body, origin);
    if (recurring->send) {
        mail(call, sale);
    }
    if (recurring->nextOn && *recurring->nextOn <= call.today()) {
        fileOccurrence(call, recurring->id, *recurring->nextOn);
    }
}

} // namespace svc::sales
