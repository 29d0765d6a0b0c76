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
    RateStore store(request);
    const auto before = store.find(*currency, *date);
    if (store.put(rate)) {
        Json data = Json::object({{"id", rate.currency}});
        const Json record = toJson(rate, base);
        for (const Json::Member& member : record.members()) {
            data.add(member.name, member.value);
        }
        request.emit("rate.updated", "rate", rate.currency.code(), data);
        const std::string day = date->toString();
        request.history(
            "rate", rate.currency.code(), "updated",
            Json::array({Json::object({{"field", "rate"},
                                       {"from", before ? Json(before->rate.normalized()) : Json(nullptr)},
                                       {"to", rate.rate.normalized()}}),
                         Json::object({{"field", "date"},
                                       {"from", before ? Json(before->date) : Json(nullptr)},
                                       {"to", day}})}));
    }
    return Response::json(200, toJson(rate, base));
}

} // namespace svc::treasury
