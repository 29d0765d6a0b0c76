#include <algorithm>

#include <svc/changes.hpp>

#include "recurring/store.hpp"
#include "recurring/template.hpp"
#include "recurring/times.hpp"
#include "recurring/view.hpp"

namespace svc::sales {
namespace {

/// Applies the schedule in the request; true when it is another one than before.
bool takeTimes(Call& call, const api::RecurringSaleUpdate& body, RecurringSale& sale) {
    const Recurrence before = recurrenceOf(sale);
    const std::optional<std::int64_t> maxCount = sale.maxCount;
    sale.every = body.every.value_or(sale.every);
    if (!body.interval.isAbsent()) {
        sale.interval = body.interval.value().value_or(1);
    }
    if (body.startsOn && *body.startsOn != sale.startsOn) {
        takeStart(call, *body.startsOn, sale);
    }
    if (!body.dayOfMonth.isAbsent() || !hasDayOfMonth(sale.every)) {
        takeDay(body.dayOfMonth.value(), sale);
    }
    if (!body.endsOn.isAbsent()) {
        takeEnd(body.endsOn.value(), sale);
    }
    if (!body.maxCount.isAbsent()) {
        sale.maxCount = body.maxCount.value();
    }
    if (sale.endsOn && *sale.endsOn < sale.startsOn) {
        throw fieldInvalid("startsOn");
    }
    return recurrenceOf(sale) != before || sale.maxCount != maxCount;
}

/// active ↔ paused → ended. Occurrences during a pause are not created later.
void takeState(Call& call, const std::optional<api::RecurringSaleState>& state, RecurringSale& sale) {
    if (!state || *state == sale.state) {
        return;
    }
    sale.state = *state;
    sale.failedAt.reset();
    sale.failure.reset();
    if (*state == api::RecurringSaleState::Active) {
        schedule(sale, std::max(call.today(), sale.lastOn ? sale.lastOn->addDays(1) : call.today()));
    } else if (*state == api::RecurringSaleState::Ended) {
        sale.nextOn = std::nullopt;
    }
}

Json shownAsJson(const RecurringSale& sale) {
    return Json::parse(bind::textOf(shown(sale)));
}

} // namespace

Answer<200, api::RecurringSale> updateRecurringSale(Request& request,
                                                    const api::UpdateRecurringSaleParameters& parameters,
                                                    const api::RecurringSaleUpdate& body) {
    std::optional<RecurringSale> found = lockRecurring(request, parameters.recurringId);
    if (!found) {
        throw ApiError(404, "recurring-sale-not-found");
    }
    request.checkVersion(found->version);
    RecurringSale& sale = *found;
    const Json before = shownAsJson(sale);
    if (sale.state == api::RecurringSaleState::Ended) {
        throw fieldInvalid("state");
    }
    if (body.template_.hasValue() && !body.template_->isNull()) {
        takeTemplate(request, *body.template_, sale);
    }
    if (!body.send.isAbsent()) {
        sale.send = body.send.value().value_or(false);
    }
    if (takeTimes(request, body, sale)) {
        const Date after = sale.lastOn ? sale.lastOn->addDays(1) : sale.startsOn;
        schedule(sale, std::max({after, request.today(), sale.startsOn}));
        sale.failedAt.reset();
        sale.failure.reset();
    }
    takeState(request, body.state, sale);
    const Json changes = changesBetween(before, shownAsJson(sale));
    if (!changes.empty()) {
        updateRecurring(request, sale);
        request.history("recurring_sale", sale.id.toString(), "recurring_sale.updated", changes);
    }
    return Answer<200, api::RecurringSale>(shown(sale)).etag(sale.version);
}

} // namespace svc::sales
