#include "api/recurring_routes.hpp"

#include <algorithm>
#include <array>

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

Json idOrNull(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

Json errorJson(const std::optional<RecurringSale::Failure>& failure) {
    return failure ? Json::object({{"at", failure->at}, {"code", failure->code}}) : Json(nullptr);
}

Json recurringJson(const RecurringSale& sale) {
    const Recurrence& recurrence = sale.recurrence;
    return Json::object(
        {{"id", encodeId("rec", sale.id)},
         {"state", sale.state},
         {"status", sale.lastError ? "failing" : "ok"},
         {"lastError", errorJson(sale.lastError)},
         {"template", sale.body},
         {"partnerId", idOrNull("par", sale.partnerId)},
         {"every", recurrence.every},
         {"interval", recurrence.interval},
         {"dayOfMonth", recurrence.hasDayOfMonth() ? Json(recurrence.dayOfMonth) : Json(nullptr)},
         {"startsOn", recurrence.startsOn},
         {"endsOn", recurrence.endsOn},
         {"maxCount", sale.maxCount},
         {"send", sale.send},
         {"nextOn", sale.nextOn},
         {"lastOn", sale.lastOn},
         {"lastSaleId", idOrNull("sal", sale.lastSaleId)},
         {"count", sale.count},
         {"createdAt", sale.createdAt},
         {"updatedAt", sale.updatedAt},
         {"version", sale.version},
         {"createdBy", actorJson(sale.createdByKind, sale.createdById)}});
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
        sale.partnerId = buildSale(call, readSaleInput(body), Purpose::Quote).sale.partnerId;
    } catch (const ApiError& error) {
        refuseInTemplate(error);
    }
    sale.body = std::move(body);
}

/// What the body says about the times; true when an occurrence may move.
bool takeTimes(Call& call, const Json& body, RecurringSale& sale) {
    Recurrence& recurrence = sale.recurrence;
    bool moved = false;
    if (const auto every = body.optionalText("every")) {
        recurrence.every = *every;
        moved = true;
    }
    if (body.contains("interval")) {
        recurrence.interval = static_cast<int>(body.optionalInteger("interval").value_or(1));
        moved = true;
    }
    if (const auto startsOn = dateIn(body, "startsOn")) {
        // A year is enough to catch up with; more is a slip of the pen.
        if (*startsOn < call.today().addMonths(-12)) {
            throw fieldInvalid("startsOn");
        }
        recurrence.startsOn = *startsOn;
        recurrence.dayOfMonth = startsOn->day();
        moved = true;
    }
    if (const auto day = body.optionalInteger("dayOfMonth")) {
        if (!recurrence.hasDayOfMonth()) {
            throw fieldInvalid("dayOfMonth");
        }
        recurrence.dayOfMonth = static_cast<int>(*day);
        moved = true;
    }
    if (body.contains("endsOn")) {
        recurrence.endsOn = dateIn(body, "endsOn");
        moved = true;
        if (recurrence.endsOn && *recurrence.endsOn < recurrence.startsOn) {
            throw fieldInvalid("endsOn");
        }
    }
    if (body.contains("maxCount")) {
        const auto most = body.optionalInteger("maxCount");
        sale.maxCount = most ? std::optional(static_cast<int>(*most)) : std::nullopt;
        moved = true;
    }
    return moved;
}

/// active ↔ paused → ended. What a pause has missed is not made.
void takeState(Call& call, const Json& body, RecurringSale& sale) {
    const auto state = body.optionalText("state");
    if (!state || *state == sale.state) {
        return;
    }
    const bool resumed = *state == "active";
    sale.state = *state;
    sale.lastError.reset();
    if (resumed) {
        schedule(sale, std::max(call.today(), sale.lastOn ? sale.lastOn->addDays(1) : call.today()));
    } else if (*state == "ended") {
        sale.nextOn = std::nullopt;
    }
}

Json changesBetween(const RecurringSale& before, const RecurringSale& after) {
    const Json from = recurringJson(before);
    const Json to = recurringJson(after);
    Json changes = Json::array();
    for (const Json::Member& member : to.members()) {
        if (!(from[member.name] == member.value)) {
            changes.push(
                Json::object({{"field", member.name}, {"from", from[member.name]}, {"to", member.value}}));
        }
    }
    return changes;
}

} // namespace

Response listRecurringRoute(Request& request) {
    RecurringFilter filter;
    if (auto states = request.queryList("state"); !states.empty()) {
        filter.states = std::move(states);
    }
    if (const auto partners = request.queryList("partnerId"); !partners.empty()) {
        filter.partners.emplace();
        for (const std::string& text : partners) {
            if (const auto id = decodeId("par", text)) {
                filter.partners->push_back(*id);
            }
        }
    }
    const ArrayPage page = request.arrayPage();
    const auto [sales, count] = listRecurring(request, filter, page.limit, page.offset);
    Json rows = Json::array();
    for (const RecurringSale& sale : sales) {
        rows.push(recurringJson(sale));
    }
    return Response::json(200, rows).total(count);
}

Response createRecurringRoute(Request& request) {
    const Json& body = request.body();
    RecurringSale sale;
    sale.id = request.newUuid();
    takeTemplate(request, body["template"], sale);
    takeTimes(request, body, sale);
    sale.send = body.optionalBool("send").value_or(false);
    schedule(sale, sale.recurrence.startsOn);
    if (!sale.nextOn) {
        throw fieldInvalid("endsOn");
    }
    sale.createdAt = request.now();
    sale.updatedAt = sale.createdAt;
    sale.createdByKind = request.actor().kindText();
    sale.createdById = request.actor().optionalId();
    insertRecurring(request, sale);
    request.history("recurring_sale", encodeId("rec", sale.id), "recurring_sale.created");
    return Response::json(201, recurringJson(sale)).etag(sale.version);
}

Response updateRecurringRoute(Request& request) {
    const Json& body = request.body();
    const Uuid id = request.pathId("recurringId", "rec", "recurring-sale-not-found");
    std::optional<RecurringSale> found = lockRecurring(request, id);
    if (!found) {
        throw ApiError(404, "recurring-sale-not-found");
    }
    request.checkVersion(found->version);
    RecurringSale& sale = *found;
    const RecurringSale before = sale;
    if (sale.state == "ended") {
        throw fieldInvalid("state");
    }
    if (!body["template"].isNull()) {
        takeTemplate(request, body["template"], sale);
    }
    if (const auto send = body.optionalBool("send")) {
        sale.send = *send;
    }
    if (takeTimes(request, body, sale)) {
        const Date after = sale.lastOn ? sale.lastOn->addDays(1) : sale.recurrence.startsOn;
        schedule(sale, std::max({after, request.today(), sale.recurrence.startsOn}));
    }
    takeState(request, body, sale);
    const Json changes = changesBetween(before, sale);
    if (!changes.empty()) {
        updateRecurring(request, sale);
        request.history("recurring_sale", encodeId("rec", id), "recurring_sale.updated", changes);
    }
    return Response::json(200, recurringJson(sale)).etag(sale.version);
}

Json describeRecurringCommand(Call& call, const Json& input) {
    const auto id = decodeId("rec", input.textOr("id"));
    const auto sale = id ? findRecurring(call, *id) : std::nullopt;
    if (!sale) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("rec", sale->id)},
                         {"number", nullptr},
                         {"date", sale->recurrence.startsOn},
                         {"partnerId", idOrNull("par", sale->partnerId)},
                         {"label", sale->body["lines"].at(0).textOr("label", encodeId("rec", sale->id))}});
}

} // namespace svc::sales
