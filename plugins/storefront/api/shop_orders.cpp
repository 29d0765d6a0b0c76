// Orders of shops elsewhere, as the feeds of connectors bring them: each once, followed until somebody of the
// company decides about it. What the shop does with it afterwards is noted beside the decision.
#include <svc/amounts.hpp>
#include <svc/changes.hpp>
#include <svc/money.hpp>
#include <svc/tax.hpp>

#include "api/order_json.hpp"
#include "api/place_order.hpp"
#include "api/routes.hpp"
#include "domain/wording.hpp"
#include "store/catalogue.hpp"
#include "store/orders.hpp"

namespace svc::storefront {
namespace {

constexpr std::size_t LongestLabel = 1000;
constexpr std::size_t LongestNote = 1000;
constexpr int QuantityDigits = 6;
constexpr int RateDigits = 4;

/// A text of the record without white space around it, at most so many characters of it.
std::optional<std::string> textIn(const Json& record, std::string_view name, std::size_t longest = 255) {
    const std::string text = record.textOr(name);
    const std::string_view trimmed = utf8Prefix(trim(text), longest);
    return trimmed.empty() ? std::nullopt : std::optional<std::string>(trimmed);
}

/// An amount of the record (major units) in minor units, rounded: shops may keep more decimals.
std::optional<std::int64_t> minorIn(const Json& record, std::string_view name, Currency currency) {
    const auto major = record.optionalDecimal(name);
    if (!major) {
        return std::nullopt;
    }
    const auto minor = minorFromMajor(major->rounded(currency.digits()), currency);
    if (!minor) {
        throw fieldInvalid("order." + std::string(name));
    }
    return minor;
}

OrderLine lineOf(const Json& record, std::size_t index, Currency currency) {
    const auto path = [&](std::string_view field) { return pathOf("order.lines", index, field); };
    OrderLine line;
    line.sku = textIn(record, "sku");
    line.label = textIn(record, "label", LongestLabel).value_or(line.sku.value_or("-"));
    line.quantity = record.optionalDecimal("quantity").value_or(Decimal()).rounded(QuantityDigits);
    if (line.quantity.isZero()) {
        throw fieldInvalid(path("quantity"));
    }
    const auto price = record.optionalDecimal("unitPrice");
    const int digits = currency.digits() + UnitPriceExtraDigits;
    const auto minor = price ? minorFromUnitPrice(price->rounded(digits), currency) : std::nullopt;
    if (!minor || minor->sign() < 0) {
        throw fieldInvalid(path("unitPrice"));
    }
    line.unitPrice = *minor;
    if (const auto rate = record.optionalDecimal("taxRate")) {
        line.chargedRate = rate->rounded(RateDigits);
    }
    return line;
}

/// Lines whose SKU is that of an item are of that item; goods that come back are of none.
void findItems(Call& call, std::vector<OrderLine>& lines) {
    std::vector<std::string> skus;
    for (const OrderLine& line : lines) {
        if (line.sku && line.quantity.sign() > 0) {
            skus.push_back(*line.sku);
        }
    }
    const auto offers = readOffersBySku(call, skus);
    for (OrderLine& line : lines) {
        const auto offer = offers.find(line.sku.value_or(""));
        if (offer != offers.end() && line.quantity.sign() > 0) {
            line.itemId = offer->second.id;
            line.taxCategory = offer->second.taxCategory;
            line.taxRate = offer->second.taxRate;
        }
    }
}

Source sourceOf(const Json& input, Currency currency) {
    const Json& record = input["order"];
    Source source;
    source.provider = input["source"].text();
    source.externalId = record["externalId"].text();
    source.number = textIn(record, "number");
    if (const auto placed = record.optionalText("placedAt")) {
        source.placedAt = Instant::parse(*placed);
        if (!source.placedAt) {
            throw fieldInvalid("order.placedAt");
        }
        source.placedAt = source.placedAt->truncatedToMillis();
    }
    source.total = minorIn(record, "total", currency);
    source.refunded = minorIn(record, "refunded", currency);
    source.deliveryAddress = record["deliveryAddress"];
    return source;
}

Order orderOf(Call& call, const Json& input) {
    const Json& record = input["order"];
    const auto currency = Currency::parse(record.textOr("currency"));
    if (!currency) {
        throw fieldInvalid("order.currency");
    }
    Order order;
    order.channel = "shop";
    order.currency = *currency;
    order.source = sourceOf(input, *currency);
    order.pricesIncludeTax = record.optionalBool("pricesIncludeTax");
    order.note = textIn(record, "note", LongestNote);
    if (const Json& customer = record["customer"]; customer.isObject()) {
        order.customer = {textIn(customer, "name"), textIn(customer, "phone"), textIn(customer, "email")};
    }
    for (const Json& line : record["lines"].items()) {
        order.lines.push_back(lineOf(line, order.lines.size(), *currency));
    }
    if (order.lines.empty()) {
        throw fieldRequired("order.lines");
    }
    findItems(call, order.lines);
    try {
        priceOrder(order, call.company());
    } catch (const DocumentError& error) {
        throw fieldInvalid("order." + (error.field() == "unitPrice" ? "lines" : error.field()));
    }
    return order;
}

/// What the shop says of an order. `items`: also to which items of the catalogue the lines were matched.
Json contentOf(const Order& order, bool items) {
    const Json all = orderJson(order);
    Json content = Json::object();
    for (const char* name : {"customer", "currency", "pricesIncludeTax", "note"}) {
        content.set(name, all[name]);
    }
    Json source = all["source"];
    // Of a sale the refunds that it was made with; what nobody told is nothing.
    source.set("refunded", order.source->refunded.value_or(0));
    content.set("source", source.set("change", nullptr));
    Json lines = Json::array();
    for (Json line : all["lines"].items()) {
        lines.push(items ? line : line.set("itemId", nullptr));
    }
    content.set("lines", std::move(lines));
    return content;
}

void touch(Call& call, Order& order) {
    ++order.version;
    order.updatedAt = call.now().truncatedToMillis();
}

/// What the shop did after the decision, `refunded`: what it has given back, in all, when it tells.
void noteChange(Call& call, Order& order, const std::optional<std::string>& change,
                std::optional<std::int64_t> refunded = std::nullopt) {
    Source& source = *order.source;
    const std::int64_t known = source.refundedNow.value_or(source.refunded.value_or(0));
    Json changes = Json::array();
    if (source.change != change) {
        changes.push(Json::object({{"field", "source.change"}, {"from", source.change}, {"to", change}}));
        source.change = change;
    }
    if (refunded.value_or(known) != known) {
        changes.push(Json::object({{"field", "source.refunded"}, {"from", known}, {"to", refunded}}));
        source.refundedNow = refunded;
    }
    if (changes.empty()) {
        return;
    }
    touch(call, order);
    noteSourceChange(call, order);
    call.history("order_request", encodeId("ord", order.id), "changed_by_shop", changes);
}

/// Takes over what the shop says now. One that the shop had cancelled waits again.
std::string follow(Call& call, Order& known, Order fresh) {
    const Json before = contentOf(known, true);
    Json changes = changesBetween(before, contentOf(fresh, true));
    const bool again = known.status == "rejected";
    if (changes.empty() && !again) {
        return "none";
    }
    if (again) {
        changes.push(Json::object({{"field", "status"}, {"from", known.status}, {"to", "received"}}));
    }
    fresh.id = known.id;
    fresh.version = known.version;
    touch(call, fresh);
    rewriteOrder(call, fresh);
    call.history("order_request", encodeId("ord", fresh.id), again ? "received" : "changed_by_shop", changes);
    return "updated";
}

Json answerOf(const Order& order, std::string_view change) {
    return Json::object({{"id", encodeId("ord", order.id)}, {"change", change}});
}

bool cancelledByShop(const Order& order) {
    return order.status == "rejected" && order.source->change.has_value();
}

} // namespace

Json receiveOrderCommand(Call& call, const Json& input) {
    Order fresh = orderOf(call, input);
    auto known = lockShopOrder(call, fresh.source->externalId);
    if (!known) {
        fresh.businessUnitId = takingUnit(call);
        admitOrder(call, fresh);
        return answerOf(fresh, "created");
    }
    if (known->status == "received" || cancelledByShop(*known)) {
        return answerOf(*known, follow(call, *known, std::move(fresh)));
    }
    if (known->status == "accepted") {
        const bool same = contentOf(*known, false) == contentOf(fresh, false);
        noteChange(call, *known, same ? std::nullopt : std::optional<std::string>("changed"),
                   fresh.source->refunded);
    }
    return answerOf(*known, "none");
}

Json withdrawOrderCommand(Call& call, const Json& input) {
    auto order = lockShopOrder(call, input["externalId"].text());
    if (!order || order->status == "rejected") {
        return Json::object(
            {{"id", order ? Json(encodeId("ord", order->id)) : Json(nullptr)}, {"change", "none"}});
    }
    if (order->status == "accepted") {
        noteChange(call, *order, "cancelled");
        return answerOf(*order, "none");
    }
    order->status = "rejected";
    order->reason = std::string(wordOf(Word::CancelledByShop, call.company().language));
    order->source->change = "cancelled";
    touch(call, *order);
    order->decidedAt = order->updatedAt;
    rewriteOrder(call, *order);
    call.history(
        "order_request", encodeId("ord", order->id), "rejected",
        Json::array({Json::object({{"field", "status"}, {"from", "received"}, {"to", "rejected"}})}));
    return answerOf(*order, "withdrawn");
}

Json eraseOrdersCommand(Call& call, const Json& input) {
    std::optional<std::vector<std::string>> externalIds;
    if (input["externalIds"].isArray()) {
        externalIds.emplace();
        for (const Json& id : input["externalIds"].items()) {
            externalIds->push_back(id.text());
        }
    }
    const std::vector<Uuid> erased = eraseCustomers(call, input["source"].text(), externalIds);
    for (const Uuid& id : erased) {
        call.history("order_request", encodeId("ord", id), "personal_data_erased", Json::array());
    }
    return Json::object({{"erased", static_cast<std::int64_t>(erased.size())}});
}

} // namespace svc::storefront
