#include "api/commands.hpp"
#include "api/routes.hpp"

#include "store/rate_store.hpp"

namespace svc::treasury {

namespace {

Json toJson(const Rate& rate, Currency base) {
    return Json::object({{"base", base},
                         {"currency", rate.currency},
                         {"rate", rate.rate},
                         {"date", rate.date},
                         {"source", rate.source}});
}

/// Records a rate; tells it when it was another one before.
void recordRate(Call& call, const Rate& rate) {
    RateStore store(call);
    const auto before = store.find(rate.currency, rate.date);
    if (!store.put(rate)) {
        return;
    }
    Json data = Json::object({{"id", rate.currency}});
    const Json json = toJson(rate, call.company().currency);
    for (const Json::Member& member : json.members()) {
        data.add(member.name, member.value);
    }
    call.emit("rate.updated", "rate", rate.currency.code(), data);
    call.history(
        "rate", rate.currency.code(), "updated",
        Json::array({Json::object({{"field", "rate"},
                                   {"from", before ? Json(before->rate.normalized()) : Json(nullptr)},
                                   {"to", rate.rate.normalized()}}),
                     Json::object({{"field", "date"},
                                   {"from", before ? Json(before->date) : Json(nullptr)},
                                   {"to", rate.date.toString()}})}));
}

} // namespace

Response listRates(Request& request) {
    const auto text = request.query("date");
    const auto date = text ? Date::parse(*text) : std::optional(request.today());
    if (!date) {
        throw fieldInvalid("date");
    }
    const ArrayPage part = request.arrayPage();
    const RatePage page = RateStore(request).list(*date, part.limit, part.offset);
    Json records = Json::array();
    for (const Rate& rate : page.rates) {
        records.push(toJson(rate, request.company().currency));
    }
    return Response::json(200, records).total(page.total);
}

Response putRate(Request& request) {
    const Json& body = request.body();
    const Currency base = request.company().currency;
    const auto currency = Currency::parse(request.path("currency"));
    if (!currency) {
        throw ApiError(400, "currency-unsupported", {request.path("currency")});
    }
    // One unit of the currency of the company is one unit of itself.
    if (*currency == base) {
        throw fieldInvalid("currency");
    }
    const auto text = body.optionalText("date");
    const auto date = text ? Date::parse(*text) : std::optional(request.today());
    if (!date || *date > request.today()) {
        throw fieldInvalid("date");
    }
    const Rate rate{*currency, body["rate"].decimal(), *date, "manual"};
    recordRate(request, rate);
    return Response::json(200, toJson(rate, base));
}

Json setRateCommand(Call& call, const Json& input) {
    const auto currency = Currency::parse(input.textOr("currency"));
    const auto date = Date::parse(input.textOr("date"));
    const auto rate = input.optionalDecimal("rate");
    if (!currency) {
        throw ApiError(400, "currency-unsupported", {input.textOr("currency")});
    }
    if (*currency == call.company().currency) {
        throw fieldInvalid("currency");
    }
    if (!date || *date > call.today()) {
        throw fieldInvalid("date");
    }
    constexpr int Decimals = 10;
    if (!rate || rate->sign() <= 0 || rate->rounded(Decimals).sign() <= 0) {
        throw fieldInvalid("rate");
    }
    recordRate(call, {*currency, rate->rounded(Decimals), *date, input.textOr("source", "manual")});
    return Json::object();
}

} // namespace svc::treasury
