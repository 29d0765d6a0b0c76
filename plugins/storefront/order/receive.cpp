// Orders of external shops, delivered by the feeds of connectors: each is stored once and updated until the
// company decides about it. Later changes by the shop are noted beside the decision.
#include <svc/changes.hpp>

#include "menu/store.hpp"
#include "order/place.hpp"
#include "order/shop_changes.hpp"
#include "trade/tax.hpp"

namespace svc::storefront {
namespace {

constexpr std::size_t LongestText = 255;
constexpr std::size_t LongestLabel = 1000;
constexpr std::size_t LongestNote = 1000;
constexpr int RateDigits = 4;

/// A text without surrounding white space, cut to this many characters.
std::optional<std::string> cut(const std::optional<std::string>& text, std::size_t longest = LongestText) {
    const std::string_view trimmed = text ? utf8Prefix(trim(*text), longest) : std::string_view{};
    return trimmed.empty() ? std::nullopt : std::optional<std::string>(trimmed);
}

/// An amount of the shop (major units) in minor units, rounded: shops may keep more decimals.
std::optional<MinorAmount> roundedMinor(const std::optional<Decimal>& major, Currency currency,
                                        std::string_view path) {
    if (!major) {
        return std::nullopt;
    }
    return MinorAmount(amountOf(major->rounded(currency.digits()), currency, path));
}

OrderLine lineOf(const commands::ShopLine& given, std::size_t index, Currency currency) {
    const auto path = [&](std::string_view field) { return pathOf("order.lines", index, field); };
    OrderLine line;
    line.sku = cut(given.sku);
    line.label = cut(given.label, LongestLabel).value_or(line.sku.value_or("-"));
    line.quantity = given.quantity.value_or(Decimal()).rounded(QuantityDigits);
    if (line.quantity.isZero()) {
        throw fieldInvalid(path("quantity"));
    }
    if (!given.unitPrice) {
        throw fieldInvalid(path("unitPrice"));
    }
    const int digits = currency.digits() + UnitPriceExtraDigits;
    line.unitPrice = MinorPrice(unitPriceOf(given.unitPrice->rounded(digits), currency, path("unitPrice")));
    if (given.taxRate) {
        line.taxRate = given.taxRate->rounded(RateDigits);
    }
    return line;
}

/// Assigns to each line the item with its SKU; returned goods get no item. Returns the tax terms of each line
/// in the catalogue.
std::vector<trade::TaxChoice> findItems(Call& call, std::vector<OrderLine>& lines) {
    std::vector<std::string> skus;
    for (const OrderLine& line : lines) {
        if (line.sku && line.quantity.sign() > 0) {
            skus.push_back(*line.sku);
        }
    }
    const auto offers = readOffersBySku(call, skus);
    std::vector<trade::TaxChoice> taxes;
    for (OrderLine& line : lines) {
        const auto offer = offers.find(line.sku.value_or(""));
        if (offer != offers.end() && line.quantity.sign() > 0) {
            line.itemId = offer->second.id;
            taxes.push_back(offer->second.tax());
        } else {
            taxes.emplace_back();
        }
    }
    return taxes;
}

Source sourceOf(const commands::ReceiveOrderInput& input, Currency currency) {
    const commands::ShopOrder& given = input.order;
    Source source{.provider = input.source,
                  .externalId = given.externalId,
                  .number = cut(given.number),
                  .total = roundedMinor(given.total, currency, "order.total"),
                  .refunded = roundedMinor(given.refunded, currency, "order.refunded"),
                  .deliveryAddress = given.deliveryAddress};
    if (const auto text = cut(given.placedAt)) {
        const auto placed = Instant::parse(*text);
        if (!placed) {
            throw fieldInvalid("order.placedAt");
        }
        source.placedAt = placed->truncatedToMillis();
    }
    return source;
}

Order orderOf(Call& call, const commands::ReceiveOrderInput& input) {
    const commands::ShopOrder& given = input.order;
    const auto currency = Currency::parse(trim(given.currency.value_or("")));
    if (!currency) {
        throw fieldInvalid("order.currency");
    }
    Order order;
    order.channel = api::OrderChannel::Shop;
    order.currency = *currency;
    order.source = sourceOf(input, *currency);
    order.pricesIncludeTax = given.pricesIncludeTax;
    order.note = cut(given.note, LongestNote);
    if (const auto& customer = given.customer) {
        order.customer = {cut(customer->name), cut(customer->phone), cut(customer->email)};
    }
    for (const commands::ShopLine& line : given.lines) {
        order.lines.push_back(lineOf(line, order.lines.size(), *currency));
    }
    if (order.lines.empty()) {
        throw fieldRequired("order.lines");
    }
    const std::vector<trade::TaxChoice> taxes = findItems(call, order.lines);
    try {
        priceOrder(order, taxes, call.company());
    } catch (const trade::DocumentError& error) {
        throw fieldInvalid("order." + (error.field() == "unitPrice" ? "lines" : error.field()));
    }
    return order;
}

/// The content of an order as sent by the shop. `items`: includes the catalogue items matched with the lines.
Json contentOf(const Order& order, bool items) {
    const Json all = Json::parse(bind::textOf<api::OrderRequest>(order));
    Json content = Json::object();
    for (const char* name : {"customer", "currency", "pricesIncludeTax", "note"}) {
        content.set(name, all[name]);
    }
    Json source = all["source"];
    // The refunds known when the order was decided; unknown counts as 0.
    source.set("refunded", order.source->refunded.value_or(MinorAmount()).minor());
    content.set("source", source.set("change", nullptr));
    Json lines = Json::array();
    for (Json line : all["lines"].items()) {
        lines.push(items ? line : line.set("itemId", nullptr));
    }
    content.set("lines", std::move(lines));
    return content;
}

/// Updates the order to the shop's current content. An order that the shop had cancelled becomes received
/// again.
api::Reception follow(Call& call, const Order& known, Order fresh) {
    Json changes = changesBetween(contentOf(known, true), contentOf(fresh, true));
    const bool again = known.status == api::OrderStatus::Rejected;
    if (changes.empty() && !again) {
        return api::Reception::None;
    }
    if (again) {
        changes.push(statusChange(known.status, fresh.status));
    }
    fresh.id = known.id;
    fresh.version = known.version;
    touch(call, fresh);
    rewriteOrder(call, fresh);
    call.history("order_request", fresh.id.toString(), again ? "received" : "changed_by_shop", changes);
    return api::Reception::Updated;
}

bool cancelledByShop(const Order& order) {
    return order.status == api::OrderStatus::Rejected && order.source->change.has_value();
}

} // namespace

commands::ReceiveOrderOutput commands::receiveOrder(Call& call, const commands::ReceiveOrderInput& input) {
    Order fresh = orderOf(call, input);
    auto known = lockShopOrder(call, fresh.source->externalId);
    if (!known) {
        fresh.businessUnitId = takingUnit(call);
        admitOrder(call, fresh);
        return {fresh.id, api::Reception::Created};
    }
    if (known->status == api::OrderStatus::Received || cancelledByShop(*known)) {
        return {known->id, follow(call, *known, std::move(fresh))};
    }
    if (known->status == api::OrderStatus::Accepted) {
        const bool same = contentOf(*known, false) == contentOf(fresh, false);
        noteChange(call, *known, same ? std::nullopt : std::optional(api::ShopChange::Changed),
                   fresh.source->refunded);
    }
    return {known->id, api::Reception::None};
}

} // namespace svc::storefront
