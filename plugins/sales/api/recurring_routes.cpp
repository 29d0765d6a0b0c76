#include <algorithm>
#include <array>

#include <svc/changes.hpp>

#include "api/sale_builder.hpp"
#include "api/sale_input.hpp"
#include "store/recurring_store.hpp"

namespace svc::sales {
namespace {

/// What a template may hold: the body of a creation without what belongs to one sale alone.
constexpr std::array<const char*, 17> TemplateFields{
    "businessUnitId",   "partnerId", "channel",         "currency",       "exchangeRate",
    "pricesIncludeTax", "lines",     "discountPercent", "discountAmount", "paidInFull",
    "walletId",         "method",    "payments",        "deliverLater",   "locationId",
    "purchaseOrderRef", "note"};

api::RecurringSale shown(const RecurringSale& sale) {
    api::RecurringSale answer = static_cast<const api::RecurringSale&>(sale);
    answer.status = sale.failure ? api::RecurringSaleStatus::Failing : api::RecurringSaleStatus::Ok;
    if (sale.failure) {
        answer.lastError = {sale.failedAt.value(), *sale.failure};
    }
    answer.dayOfMonth = hasDayOfMonth(sale.every) ? std::optional(sale.day) : std::nullopt;
    return answer;
}

/// Fields of the template are named as they stand in the body.
[[noreturn]] void refuseInTemplate(const ApiError& error) {
    const std::string code(error.code());
    for (const std::string_view kind : {"field-invalid:", "field-required:"}) {
        if (code.rfind(kind, 0) == 0) {
            throw ApiError(400, code.substr(0, kind.size() - 1), {"template." + code.substr(kind.size())});
        }
    }
    throw error;
}

/// Takes the template when a sale could be made of it today.
void takeTemplate(Call& call, const Json& given, RecurringSale& sale) {
    Json body = Json::object();
    for (const char* name : TemplateFields) {
        if (const Json& value = given[name]; !value.isNull()) {
            body.set(name, value);
        }
    }
    try {
        sale.partnerId = buildSale(call, saleIn(body), Purpose::Offer).sale.partnerId;
    } catch (const ApiError& error) {
        refuseInTemplate(error);
    }
    sale.template_ = std::move(body);
}

void takeStart(Call& call, Date startsOn, RecurringSale& sale) {
    // At most a year of occurrences is made up.
    if (startsOn < call.today().addMonths(-12)) {
        throw fieldInvalid("startsOn");
    }
    sale.startsOn = startsOn;
    sale.day = startsOn.day();
}

void takeDay(std::int64_t dayOfMonth, RecurringSale& sale) {
    if (!hasDayOfMonth(sale.every)) {
        throw fieldInvalid("dayOfMonth");
    }
    sale.day = dayOfMonth;
}

void takeEnd(const std::optional<Date>& endsOn, RecurringSale& sale) {
    sale.endsOn = endsOn;
    if (endsOn && *endsOn < sale.startsOn) {
        throw fieldInvalid("endsOn");
    }
}

/// What the body says about the times; true when an occurrence may move.
bool takeTimes(Call& call, const api::RecurringSaleUpdate& body, RecurringSale& sale) {
    sale.every = body.every.value_or(sale.every);
    if (!body.interval.isAbsent()) {
        sale.interval = body.interval.value().value_or(1);
    }
    if (body.startsOn) {
        takeStart(call, *body.startsOn, sale);
    }
    if (body.dayOfMonth.hasValue()) {
        takeDay(*body.dayOfMonth, sale);
    }
    if (!body.endsOn.isAbsent()) {
        takeEnd(body.endsOn.value(), sale);
    }
    if (!body.maxCount.isAbsent()) {
        sale.maxCount = body.maxCount.value();
    }
    return body.every || !body.interval.isAbsent() || body.startsOn || body.dayOfMonth.hasValue() ||
           !body.endsOn.isAbsent() || !body.maxCount.isAbsent();
}

/// active ↔ paused → ended. Occurrences that fell into a pause are not made up.
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

Answer<200, std::vector<api::RecurringSale>>
listRecurringSales(Request& request, const api::ListRecurringSalesParameters& parameters) {
    const RecurringPage page = findRecurring(request, parameters);
    std::vector<api::RecurringSale> rows;
    for (const RecurringSale& sale : page.rows) {
        rows.push_back(shown(sale));
    }
    return Answer<200, std::vector<api::RecurringSale>>(rows).total(page.count);
}

Answer<201, api::RecurringSale> createRecurringSale(Request& request, const api::RecurringSaleCreate& body) {
    RecurringSale sale;
    sale.id = request.newId<RecurringSaleId>();
    takeTemplate(request, body.template_, sale);
    sale.every = body.every;
    sale.interval = body.interval;
    takeStart(request, body.startsOn, sale);
    if (body.dayOfMonth) {
        takeDay(*body.dayOfMonth, sale);
    }
    takeEnd(body.endsOn, sale);
    sale.maxCount = body.maxCount;
    sale.send = body.send;
    schedule(sale, sale.startsOn);
    if (!sale.nextOn) {
        throw fieldInvalid("endsOn");
    }
    sale.createdAt = request.now();
    sale.updatedAt = sale.createdAt;
    sale.createdBy = request.actor();
    insertRecurring(request, sale);
    request.history("recurring_sale", sale.id.toString(), "recurring_sale.created");
    return Answer<201, api::RecurringSale>(shown(sale)).etag(sale.version);
}

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
    sale.send = body.send.value().value_or(sale.send);
    if (takeTimes(request, body, sale)) {
        const Date after = sale.lastOn ? sale.lastOn->addDays(1) : sale.startsOn;
        schedule(sale, std::max({after, request.today(), sale.startsOn}));
    }
    takeState(request, body.state, sale);
    const Json changes = changesBetween(before, shownAsJson(sale));
    if (!changes.empty()) {
        updateRecurring(request, sale);
        request.history("recurring_sale", sale.id.toString(), "recurring_sale.updated", changes);
    }
    return Answer<200, api::RecurringSale>(shown(sale)).etag(sale.version);
}

std::optional<commands::NamedDocument>
commands::documentRecurringSale(Call& call, const commands::DocumentRecurringSaleInput& input) {
    const auto sale = findRecurring(call, input.id);
    if (!sale) {
        return std::nullopt;
    }
    const std::string id = sale->id.toString();
    return commands::NamedDocument{.id = id,
                                   .date = sale->startsOn,
                                   .partnerId = sale->partnerId,
                                   .label = sale->template_["lines"].at(0).textOr("label", id)};
}

} // namespace svc::sales
