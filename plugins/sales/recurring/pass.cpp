#include <svc/changes.hpp>

#include "document/mail.hpp"
#include "recurring/rules/failure_words.hpp"
#include "recurring/store.hpp"
#include "recurring/template.hpp"
#include "sale/create.hpp"
#include "sale/input.hpp"

namespace svc::sales {
namespace {

/// One attempt per hour: an occurrence that cannot be created (no stock, an archived item) is retried by the
/// next pass.
void fileOccurrence(Call& call, RecurringSaleId id, Date on) {
    constexpr std::size_t UpToTheHour = 13; // 2026-12-01T09
    jobs::fileMakeRecurring(call, call.now(), {.id = id, .on = on},
                            id.toString() + ':' + on.toString() + ':' +
                                call.now().toString().substr(0, UpToTheHour));
}

/// Does a sealing regime apply? Then a sale must be dated on the day of its creation.
bool isSealed(Call& call) {
    return calls::compliance::offersFiscalSealing(call) && calls::compliance::fiscalSealing(call).sealing;
}

/// The day of the occurrence, or today if sales of that day are not allowed any more.
Date dateFor(Call& call, Date on) {
    const std::optional<Date>& lock = call.company().lockDate;
    const bool isClosed = on < call.today() && ((lock && on <= *lock) || isSealed(call));
    return isClosed ? call.today() : on;
}

void mail(Call& call, const Sale& sale) {
    try {
        mailDocument(call, mailOf(sale));
    } catch (const ApiError& error) {
        // Without an address or a mail server the sale is created all the same.
        call.log(Call::Level::Warning,
                 "recurring sale " + sale.number + " is not sent: " + std::string(error.code()));
    }
}

/// The recurring sale, locked, if it is still due on that day: another host may have created the sale, or a
/// user may have paused it.
std::optional<RecurringSale> stillDue(Call& call, RecurringSaleId id, Date on) {
    std::optional<RecurringSale> recurring = lockRecurring(call, id);
    const bool isDue =
        recurring && recurring->state == api::RecurringSaleState::Active && recurring->nextOn == on;
    return isDue ? recurring : std::nullopt;
}

void makeOccurrence(Call& call, RecurringSaleId id, Date on) {
    std::optional<RecurringSale> recurring = stillDue(call, id, on);
    if (!recurring) {
        return;
    }
    api::SaleCreate body = saleIn(recurring->template_);
    body.date = dateFor(call, on);
    SaleOrigin origin;
    origin.recurringId = recurring->id;
    origin.beforeEvents = [&](const Sale& sale) {
        recurring->count += 1;
        recurring->lastOn = on;
        recurring->lastSaleId = sale.id;
        recurring->failedAt.reset();
        recurring->failure.reset();
        schedule(*recurring, on.addDays(1));
        updateRecurring(call, *recurring);
    };
    const Sale sale = recordSale(call, body, origin);
    if (recurring->send) {
        mail(call, sale);
    }
    if (recurring->nextOn && *recurring->nextOn <= call.today()) {
        fileOccurrence(call, recurring->id, *recurring->nextOn);
    }
}

void tellOwners(Call& call, const RecurringSale& recurring, Date on) {
    if (!calls::host::offersCompanyOwners(call) || !calls::host::offersMailQueue(call)) {
        return;
    }
    const std::string name = recurring.template_["lines"].at(0).textOr("label", recurring.id.toString());
    for (const auto& owner : calls::host::companyOwners(call).owners) {
        const MailWords words = recurringFailureWords(
            {owner.language, paper::ReaderForm::of(owner.language, call.company().country)},
            call.company().name, name, on, recurring.failure.value());
        calls::host::mailQueue(
            call,
            {.to = owner.email, .subject = words.subject, .text = words.text, .language = owner.language});
    }
}

/// Stores the reason; the owners are notified once, until a sale can be created again.
void noteFailure(Call& call, RecurringSaleId id, Date on, const std::string& code) {
    std::optional<RecurringSale> recurring = stillDue(call, id, on);
    if (!recurring) {
        return;
    }
    const bool known = recurring->failure.has_value();
    recurring->failedAt = call.now().truncatedToMillis();
    recurring->failure = code;
    updateRecurring(call, *recurring);
    if (!known) {
        call.history("recurring_sale", id.toString(), "recurring_sale.failed",
                     changeOf("lastError", nullptr, code));
        tellOwners(call, *recurring, on);
    }
}

} // namespace

void jobs::passRecurring(Call& call, const Json&) {
    for (const auto& [id, on] : dueRecurring(call, call.today())) {
        fileOccurrence(call, id, on);
    }
}

void jobs::makeRecurring(Call& call, const jobs::MakeRecurringPayload& payload) {
    std::optional<std::string> refusal;
    try {
        call.transaction([&] { makeOccurrence(call, payload.id, payload.on); });
    } catch (const ApiError& error) {
        if (error.status() >= 500) {
            throw; // the service failed, not the sale: the job is retried
        }
        refusal = inTemplate(error).code();
    }
    if (refusal) {
        call.transaction([&] { noteFailure(call, payload.id, payload.on, *refusal); });
    }
}

} // namespace svc::sales
