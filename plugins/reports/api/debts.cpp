#include <algorithm>

#include <svc/error.hpp>

#include "api/routes.hpp"
#include "store/figures.hpp"

namespace svc::reports {
namespace {

/// What one partner owes in one currency, by age.
struct Aged {
    OpenDocument first; ///< the oldest one names partner, currency and due date
    std::int64_t total = 0;
    std::int64_t totalBase = 0;
    std::int64_t buckets[5] = {}; ///< not due, 1 to 30, 31 to 60, 61 to 90, over 90 days
    Json documents = Json::array();
};

std::size_t bucketOf(Date dueDate, Date at) {
    const std::int32_t late = at.daysSince(dueDate);
    return late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4;
}

struct Naming {
    const char* prefix;    ///< of the documents
    const char* idField;   ///< saleId
    const char* listField; ///< invoices
};

Json agedJson(const std::vector<OpenDocument>& open, Date at, const Naming& naming) {
    std::vector<Aged> partners;
    for (const OpenDocument& document : open) {
        auto found = std::find_if(partners.begin(), partners.end(), [&](const Aged& aged) {
            return aged.first.partner == document.partner && aged.first.currency == document.currency;
        });
        if (found == partners.end()) {
            partners.push_back({.first = document});
            found = partners.end() - 1;
        }
        found->total += document.balance;
        found->totalBase += document.balanceBase;
        found->buckets[bucketOf(document.dueDate, at)] += document.balance;
        found->documents.push(Json::object({{naming.idField, encodeId(naming.prefix, document.document)},
                                            {"number", document.number},
                                            {"dueDate", document.dueDate},
                                            {"balance", document.balance}}));
    }
    Json list = Json::array();
    for (Aged& aged : partners) {
        list.push(Json::object(
            {{"partnerId", aged.first.partner ? Json(encodeId("par", *aged.first.partner)) : Json(nullptr)},
             {"partnerName", aged.first.partner ? Json(aged.first.partnerName) : Json(nullptr)},
             {"currency", aged.first.currency},
             {"total", aged.total},
             {"totalBase", aged.totalBase},
             {"notDue", aged.buckets[0]},
             {"days1to30", aged.buckets[1]},
             {"days31to60", aged.buckets[2]},
             {"days61to90", aged.buckets[3]},
             {"over90", aged.buckets[4]},
             {"oldestDueDate", aged.first.dueDate},
             {naming.listField, std::move(aged.documents)}}));
    }
    return list;
}

Date dayOf(Request& request) {
    const auto text = request.query("at");
    if (!text) {
        return request.today();
    }
    const auto date = Date::parse(*text);
    const auto instant = date ? std::nullopt : Instant::parse(*text);
    if (!date && !instant) {
        throw fieldInvalid("at");
    }
    return date ? *date : request.dateOf(*instant);
}

std::optional<Uuid> partnerOf(Request& request) {
    const auto text = request.query("partnerId");
    if (!text) {
        return std::nullopt;
    }
    const auto id = decodeId("par", *text);
    if (!id || request.command("partners.get", Json::object({{"id", *text}})).isNull()) {
        throw ApiError(404, "partner-not-found");
    }
    return id;
}

Response page(Request& request, const Json& list) {
    const ArrayPage part = request.arrayPage();
    Json shown = Json::array();
    const auto count = static_cast<std::int64_t>(list.size());
    for (std::int64_t i = part.offset; i < std::min(count, part.offset + part.limit); ++i) {
        shown.push(list[static_cast<std::size_t>(i)]);
    }
    // A list has no field of its own that could say it.
    return Response::json(200, shown).total(count).header("Svc-Taken-At", request.now().toString());
}

} // namespace

Response receivablesRoute(Request& request) {
    const Date at = dayOf(request);
    return page(request,
                agedJson(openSales(request, at, partnerOf(request)), at, {"sal", "saleId", "invoices"}));
}

Response payablesRoute(Request& request) {
    const Date at = dayOf(request);
    return page(request, agedJson(openPurchases(request, at, partnerOf(request)), at,
                                  {"pur", "purchaseId", "purchases"}));
}

} // namespace svc::reports
