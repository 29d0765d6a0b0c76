#include "api/create_sale.hpp"
#include "api/document_mail.hpp"
#include "api/recurring_routes.hpp"
#include "domain/recurring_words.hpp"
#include "store/recurring_store.hpp"

namespace svc::sales {
namespace {

/// One try an hour: an occurrence that cannot be made (no stock, an archived item) is tried again by the next
/// pass.
void fileOccurrence(Call& call, const Uuid& id, Date on) {
    constexpr std::size_t UpToTheHour = 13; // 2026-12-01T09
    const std::string name = encodeId("rec", id);
    call.fileJob("make-recurring", call.now(), Json::object({{"id", name}, {"on", on}}),
                 name + ':' + on.toString() + ':' + call.now().toString().substr(0, UpToTheHour));
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

/// The recurring sale, locked, when it is still due on that day: another host may have been here, or somebody
/// has paused it.
std::optional<RecurringSale> stillDue(Call& call, const std::optional<Uuid>& id, std::optional<Date> on) {
    std::optional<RecurringSale> recurring = id && on ? lockRecurring(call, *id) : std::nullopt;
    return recurring && recurring->state == "active" && recurring->nextOn == on ? recurring : std::nullopt;
}

void makeOccurrence(Call& call, const Uuid& id, Date on) {
    std::optional<RecurringSale> recurring = stillDue(call, id, on);
    if (!recurring) {
        return;
    }
    Json body = recurring->body;
    body.set("date", dateFor(call, on));
    SaleOrigin origin;
    origin.recurringId = recurring->id;
    origin.beforeEvents = [&](const Sale& sale) {
        recurring->count += 1;
        recurring->lastOn = on;
        recurring->lastSaleId = sale.id;
        recurring->lastError.reset();
        schedule(*recurring, on.addDays(1));
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

void tellOwners(Call& call, const RecurringSale& recurring, Date on) {
    if (!call.offers("company.owners") || !call.offers("mail.queue")) {
        return;
    }
    const std::string name = recurring.body["lines"].at(0).textOr("label", encodeId("rec", recurring.id));
    const Json found = call.command("company.owners", Json::object());
    for (const Json& owner : found["owners"].items()) {
        const std::string language = owner.textOr("language", "en");
        const MailWords words =
            recurringFailureWords(language, call.company().name, name, on, recurring.lastError->code);
        call.command("mail.queue", Json::object({{"to", owner["email"]},
                                                 {"subject", words.subject},
                                                 {"text", words.text},
                                                 {"language", language}}));
    }
}

/// Keeps the reason; the owners are told once, until it could be made again.
void noteFailure(Call& call, const Uuid& id, Date on, const std::string& code) {
    std::optional<RecurringSale> recurring = stillDue(call, id, on);
    if (!recurring) {
        return;
    }
    const bool known = recurring->lastError.has_value();
    recurring->lastError = {call.now().truncatedToMillis(), code};
    updateRecurring(call, *recurring);
    if (!known) {
        call.history("recurring_sale", encodeId("rec", id), "recurring_sale.failed",
                     Json::array({Json::object({{"field", "lastError"}, {"from", nullptr}, {"to", code}})}));
        tellOwners(call, *recurring, on);
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
    if (!id || !on) {
        return;
    }
    std::optional<std::string> refusal;
    try {
        call.transaction([&] { makeOccurrence(call, *id, *on); });
    } catch (const ApiError& error) {
        if (error.status() >= 500) {
            throw; // nothing is wrong with the sale
        }
        refusal = error.code();
    }
    if (refusal) {
        call.transaction([&] { noteFailure(call, *id, *on, *refusal); });
    }
}

} // namespace svc::sales
