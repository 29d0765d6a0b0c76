#include "item/rules/item.hpp"

#include <svc/money.hpp>

namespace svc::stock {
namespace {

/// Null sets the default value.
template <class Value>
void assign(Value& to, const Field<Value>& member, const Value& usual) {
    if (!member.isAbsent()) {
        to = member.value().value_or(usual);
    }
}
template <class Value>
void assign(std::optional<Value>& to, const Field<Value>& member) {
    if (!member.isAbsent()) {
        to = member.value();
    }
}

void assignPrice(std::optional<MinorPrice>& to, const Field<MajorAmount>& member, std::string_view name,
                 Currency currency) {
    if (!member.isAbsent()) {
        to = member.hasValue() ? std::optional(MinorPrice(member->unitPrice(currency, name))) : std::nullopt;
    }
}

void setTax(Item& item, const api::ItemUpdate& body) {
    assign(item.taxRate, body.taxRate);
    assign(item.taxCategory, body.taxCategory);
    assign(item.taxExemptionReason, body.taxExemptionReason);
    // The rate of every category but S is zero (UNCL 5305).
    if (!item.taxCategory || *item.taxCategory == api::ItemTaxCategory::S) {
        return;
    }
    if (item.taxRate && !item.taxRate->isZero() && body.taxRate.hasValue()) {
        throw fieldInvalid("taxRate");
    }
    item.taxRate = Decimal();
}

void setTracking(Item& item, const api::ItemUpdate& body) {
    assign(item.service, body.service, false);
    assign(item.trackStock, body.trackStock, true);
    assign(item.trackLots, body.trackLots, false);
    // A service has no stock, and only stocked items have lots.
    item.trackStock = item.trackStock && !item.service;
    item.trackLots = item.trackLots && item.trackStock;
}

} // namespace

void applyBody(Item& item, const api::ItemUpdate& body) {
    item.name = body.name.value_or(item.name);
    assign(item.sku, body.sku);
    assign(item.barcode, body.barcode);
    assign(item.externalId, body.externalId);
    assign(item.unit, body.unit, std::string("C62"));
    assignPrice(item.price, body.price, "price", item.currency);
    std::optional<MinorPrice> cost = item.cost;
    assignPrice(cost, body.cost, "cost", item.currency);
    item.cost = cost.value_or(MinorPrice());
    setTax(item, body);
    assign(item.alertThreshold, body.alertThreshold);
    setTracking(item, body);
    assign(item.category, body.category);
    assign(item.attributes, body.attributes, Json::object());
    assign(item.description, body.description);
    assign(item.archived, body.archived, false);
}

MinorPrice shownCost(const Decimal& average) {
    return MinorPrice(average.rounded(UnitPriceExtraDigits).normalized());
}

} // namespace svc::stock
