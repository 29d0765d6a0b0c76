#include <svc/error.hpp>

#include "api/create_purchase.hpp"
#include "api/payments.hpp"
#include "api/purchase_json.hpp"
#include "api/routes.hpp"
#include "store/purchase_list.hpp"
#include "store/purchase_store.hpp"

namespace svc::purchases {
namespace {

constexpr PurchaseParts WholePurchase{.lines = true, .payments = true, .receipts = true};
constexpr std::int64_t MaxOpen = 500;

Json shown(Call& call, const Purchase& purchase) {
    PurchaseView view;
    view.today = call.today();
    return purchaseJson(purchase, view);
}

} // namespace

Json createPurchaseCommand(Call& call, const Json& input) {
    return shown(call, createPurchase(call, input));
}

Json getPurchaseCommand(Call& call, const Json& input) {
    const auto id = decodeId("pur", input.textOr("id"));
    const auto purchase = id ? findPurchase(call.db(), call.companyId(), *id, WholePurchase) : std::nullopt;
    return purchase ? shown(call, *purchase) : Json(nullptr);
}

Json payPurchaseCommand(Call& call, const Json& input) {
    return recordPayment(call, input.textOr("purchaseId"), input, input.textOr("origin", "purchase"));
}

Json voidPaymentCommand(Call& call, const Json& input) {
    const auto id = decodeId("pay", input.textOr("paymentId"));
    if (!id) {
        throw ApiError(404, "payment-not-found");
    }
    const Date date = Date::parse(input.textOr("date")).value_or(call.today());
    return shown(call, voidPayment(call, *id, input.textOr("reason"), date));
}

Json openPurchasesCommand(Call& call, const Json& input) {
    OpenFilter filter;
    if (const auto partner = input.optionalText("partnerId")) {
        filter.partnerId = decodeId("par", *partner).value_or(Uuid());
    }
    filter.currency = input.optionalText("currency");
    if (const Json& numbers = input["numbers"]; numbers.isArray()) {
        filter.numbers.emplace();
        for (const Json& number : numbers.items()) {
            filter.numbers->push_back(number.text());
        }
    }
    const std::int64_t limit = input.optionalInteger("limit").value_or(MaxOpen);
    Json open = Json::array();
    for (const Purchase& purchase :
         openPurchases(call.db(), call.companyId(), filter, limit < MaxOpen ? limit : MaxOpen)) {
        open.push(Json::object({{"id", encodeId("pur", purchase.id)},
                                {"number", purchase.number},
                                {"supplierReference", purchase.supplierReference},
                                {"date", purchase.date},
                                {"dueDate", purchase.dueDate},
                                {"partnerId", encodeId("par", purchase.partnerId)},
                                {"partnerName", purchase.partnerName},
                                {"currency", purchase.currency.code()},
                                {"total", purchase.total},
                                {"paid", purchase.paid},
                                {"balance", purchase.balance()}}));
    }
    return Json::object({{"purchases", std::move(open)}});
}

Json purchaseDocumentCommand(Call& call, const Json& input) {
    const auto id = decodeId("pur", input.textOr("id"));
    const auto purchase = id ? findPurchase(call.db(), call.companyId(), *id, {}) : std::nullopt;
    if (!purchase) {
        return Json(nullptr);
    }
    return Json::object({{"id", encodeId("pur", purchase->id)},
                         {"number", purchase->number},
                         {"date", purchase->date},
                         {"partnerId", encodeId("par", purchase->partnerId)},
                         {"label", purchase->number + ' ' + purchase->partnerName}});
}

} // namespace svc::purchases
