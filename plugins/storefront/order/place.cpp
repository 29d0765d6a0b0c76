#include "order/place.hpp"

#include <algorithm>

#include <svc/markup.hpp>

#include "menu/page.hpp"
#include "menu/store.hpp"
#include "order/store.hpp"
#include "page/response.hpp"
#include "page/rules/form.hpp"
#include "page/rules/page.hpp"
#include "page/rules/wording.hpp"
#include "trade/tax.hpp"

namespace svc::storefront {
namespace {

constexpr std::size_t MostLines = 100;

/// Adds the lines to the order; returns the tax terms of each line in the catalogue.
std::vector<trade::TaxChoice> addLines(Call& call, const Wish& wish, Order& order) {
    std::vector<ItemId> ids;
    for (const auto& [text, quantity] : wish.items) {
        const auto id = ItemId::parse(text);
        if (!id) {
            throw unknownName(404, "item-not-found", text);
        }
        ids.push_back(*id);
    }
    const std::vector<Offer> offers = readOffers(call, ids);
    std::vector<trade::TaxChoice> taxes;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto offer =
            std::find_if(offers.begin(), offers.end(), [&](const Offer& one) { return one.id == ids[i]; });
        if (offer == offers.end()) {
            throw unknownName(404, "item-not-found", wish.items[i].first);
        }
        order.lines.push_back({.itemId = offer->id,
                               .label = offer->name,
                               .quantity = wish.items[i].second,
                               .unitPrice = MinorPrice(offer->price)});
        taxes.push_back(offer->tax());
    }
    return taxes;
}

/// The order in a form: a field for each item, empty or 0 for unwanted ones. Nothing when it is not such a
/// form.
std::optional<Wish> wishOf(const Form& form) {
    constexpr std::size_t LongestNote = 1000;
    Wish wish;
    for (const auto& [name, value] : form) {
        if (!hasPrefixOf<ItemId>(name)) {
            continue;
        }
        std::string number = value;
        std::replace(number.begin(), number.end(), ',', '.');
        const auto quantity = Decimal::parse(number);
        if (!quantity || quantity->sign() < 0 || *quantity > Decimal(1000) ||
            quantity->scale() > QuantityDigits) {
            throw fieldInvalid(name);
        }
        if (quantity->sign() > 0) {
            wish.items.emplace_back(name, *quantity);
        }
    }
    if (wish.items.size() > MostLines) {
        throw fieldInvalid("lines");
    }
    wish.table = fieldOf(form, "table");
    wish.customer.name = fieldOf(form, "name");
    wish.customer.phone = fieldOf(form, "phone");
    wish.note = fieldOf(form, "note", LongestNote);
    return wish.items.empty() ? std::nullopt : std::optional(std::move(wish));
}

Wish wishOf(const Json& body) {
    Wish wish;
    fromText(body.textOr("channel", "menu"), wish.channel);
    wish.table = body.optionalText("table");
    const Json& customer = body["customer"];
    if (customer.isObject()) {
        wish.customer = {customer.optionalText("name"), customer.optionalText("phone"),
                         customer.optionalText("email")};
    }
    wish.note = body.optionalText("note");
    for (const Json& line : body["lines"].items()) {
        wish.items.emplace_back(line["itemId"].text(), line["quantity"].decimal());
    }
    return wish;
}

std::string thanksPage(Call& call, const Order& order) {
    const std::string_view language = call.language();
    const paper::ReaderForm& form = guestForm(call);
    std::string html = "<h1>" + escapedMarkup(wordOf(Word::Thanks, language)) +
                       "</h1>\n<div class=\"card\"><p>" +
                       escapedMarkup(wordOf(Word::OrderReceived, language)) + "</p><p class=\"number\">" +
                       escapedMarkup(order.number) + "</p>\n<table>\n";
    for (const OrderLine& line : order.lines) {
        html += "<tr><td>" + escapedMarkup(form.number(line.quantity)) + " \u00D7 " +
                escapedMarkup(line.label) + "</td><td class=\"price\">" +
                escapedMarkup(form.money(line.total.minor(), order.currency)) + "</td></tr>\n";
    }
    html += "<tr class=\"sum\"><td>" + escapedMarkup(wordOf(Word::Total, language)) +
            "</td><td class=\"price\">" + escapedMarkup(form.money(order.total.minor(), order.currency)) +
            "</td></tr>\n</table></div>\n" + "<div class=\"bar\"><a class=\"button\" href=\"menu\">" +
            escapedMarkup(wordOf(Word::BackToMenu, language)) + "</a></div>";
    return page(order.number, language, html);
}

} // namespace

BusinessUnitId takingUnit(Call& call) {
    const auto unit = call.businessUnit(std::nullopt);
    const auto id = unit ? BusinessUnitId::parse((*unit)["id"].text()) : std::nullopt;
    if (!id) {
        throw ApiError(404, "shop-not-found");
    }
    return *id;
}

void admitOrder(Call& call, Order& order) {
    order.id = call.newId<OrderRequestId>();
    order.createdAt = order.updatedAt = call.now().truncatedToMillis();
    order.createdBy = call.actor();
    order.number = call.takeNumber("order_request", std::nullopt, call.today());
    insertOrder(call, order);
    call.history("order_request", order.id.toString(), "received");
    events::OrderRequestReceived event{.id = order.id,
                                       .number = order.number,
                                       .channel = order.channel,
                                       .businessUnitId = order.businessUnitId,
                                       .customer = order.customer,
                                       .total = {order.total, order.currency},
                                       .note = order.note};
    for (const OrderLine& line : order.lines) {
        event.lines.push_back({line.itemId, line.label, line.quantity, {line.unitPrice, order.currency}});
    }
    emit(call, event);
}

Order takeOrder(Call& call, const Wish& wish) {
    const Company& company = call.company();
    Order order;
    order.channel = wish.channel;
    order.businessUnitId = takingUnit(call);
    order.table = wish.table;
    order.customer = wish.customer;
    if (!order.customer.name && order.table) {
        order.customer.name = std::string(wordOf(Word::Table, company.language)) + ' ' + *order.table;
    }
    order.note = wish.note;
    order.currency = company.currency;
    order.pricesIncludeTax = company.pricesIncludeTax;
    const std::vector<trade::TaxChoice> taxes = addLines(call, wish, order);
    try {
        priceOrder(order, taxes, company);
    } catch (const trade::DocumentError& error) {
        throw fieldInvalid(error.field() == "unitPrice" ? "lines" : error.field());
    }
    admitOrder(call, order);
    return order;
}

Response placeOrder(Request& request, const api::PlaceOrderParameters&) {
    checkMenu(request);
    const bool asForm = isForm(request);
    std::optional<Wish> wish;
    if (asForm) {
        const auto form = parseForm(request.rawInput());
        if (!form) {
            throw ApiError(400, "body-invalid");
        }
        wish = wishOf(*form);
        if (!wish) {
            return htmlResponse(200, menuPage(request, {.table = fieldOf(*form, "table"), .hint = true}));
        }
    } else {
        wish = wishOf(request.body());
    }
    const Order order = takeOrder(request, *wish);
    if (!wantsJson(request, !asForm)) {
        return htmlResponse(201, thanksPage(request, order));
    }
    return Response::json(201, Json::object({{"id", order.id},
                                             {"number", order.number},
                                             {"status", toText(order.status)},
                                             {"currency", order.currency.code()},
                                             {"total", order.total.minor()}}));
}

} // namespace svc::storefront
