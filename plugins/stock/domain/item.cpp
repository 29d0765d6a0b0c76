#include "domain/item.hpp"

#include <svc/call.hpp>
#include <svc/error.hpp>
#include <svc/money.hpp>
#include <svc/tax_terms.hpp>

namespace svc::stock {
namespace {

void setText(std::optional<std::string>& field, const Json& body, std::string_view name) {
    if (body.contains(name)) {
        field = body.optionalText(name);
    }
}

void setDecimal(std::optional<Decimal>& field, const Json& body, std::string_view name) {
    if (body.contains(name)) {
        field = body.optionalDecimal(name);
    }
}

void setUnitPrice(std::optional<Decimal>& field, const Json& body, std::string_view name, Currency currency) {
    if (!body.contains(name)) {
        return;
    }
    field.reset();
    if (const auto major = body.optionalDecimal(name)) {
        field = minorFromUnitPrice(*major, currency);
        if (!field || field->sign() < 0) {
            throw fieldInvalid(name);
        }
    }
}

void setTax(Item& item, const Json& body) {
    setDecimal(item.taxRate, body, "taxRate");
    setText(item.taxCategory, body, "taxCategory");
    setText(item.taxExemptionReason, body, "taxExemptionReason");
    if (!item.taxCategory || !carriesNoTax(*item.taxCategory)) {
        return;
    }
    if (item.taxRate && !item.taxRate->isZero() && body.optionalDecimal("taxRate")) {
        throw fieldInvalid("taxRate");
    }
    item.taxRate = Decimal();
}

void setTracking(Item& item, const Json& body) {
    item.service = body.contains("service") ? body.optionalBool("service").value_or(false) : item.service;
    if (body.contains("trackStock")) {
        item.trackStock = body.optionalBool("trackStock").value_or(true);
    }
    if (body.contains("trackLots")) {
        item.trackLots = body.optionalBool("trackLots").value_or(false);
    }
    // A service has no stock, and lots are those of a stock.
    item.trackStock = item.trackStock && !item.service;
    item.trackLots = item.trackLots && item.trackStock;
}

} // namespace

void applyBody(Item& item, const Json& body, Currency currency) {
    if (body.contains("name")) {
        const auto name = body.optionalText("name");
        if (!name) {
            throw fieldRequired("name");
        }
        item.name = *name;
    }
    setText(item.sku, body, "sku");
    setText(item.barcode, body, "barcode");
    setText(item.externalId, body, "externalId");
    if (body.contains("unit")) {
        item.unit = body.textOr("unit", "C62");
    }
    setUnitPrice(item.price, body, "price", currency);
    std::optional<Decimal> cost = item.cost;
    setUnitPrice(cost, body, "cost", currency);
    item.cost = cost.value_or(Decimal());
    setTax(item, body);
    setDecimal(item.alertThreshold, body, "alertThreshold");
    setTracking(item, body);
    setText(item.category, body, "category");
    if (body.contains("attributes")) {
        item.attributes = body["attributes"].isNull() ? Json::object() : body["attributes"];
    }
    setText(item.description, body, "description");
    if (body.contains("archived")) {
        item.archived = body.optionalBool("archived").value_or(false);
    }
}

Decimal shownCost(const Decimal& average) {
    return average.rounded(UnitPriceExtraDigits).normalized();
}

Json itemRecord(const Item& item, Currency currency) {
    Json record = Json::object();
    record.add("id", encodeId("itm", item.id));
    record.add("name", item.name);
    record.add("sku", item.sku);
    record.add("barcode", item.barcode);
    record.add("service", item.service);
    record.add("unit", item.unit);
    record.add("price", item.price);
    record.add("cost", item.cost);
    record.add("averageCost", shownCost(item.averageCost));
    record.add("currency", currency.code());
    record.add("taxRate", item.taxRate);
    record.add("taxCategory", item.taxCategory);
    record.add("taxExemptionReason", item.taxExemptionReason);
    record.add("quantity", item.quantity);
    record.add("alertThreshold", item.alertThreshold);
    record.add("trackStock", item.trackStock);
    record.add("trackLots", item.trackLots);
    record.add("category", item.category);
    record.add("parentId", item.parentId ? Json(encodeId("itm", *item.parentId)) : Json(nullptr));
    record.add("attributes", item.attributes);
    record.add("description", item.description);
    record.add("externalId", item.externalId);
    record.add("archived", item.archived);
    record.add("createdAt", item.createdAt);
    record.add("updatedAt", item.updatedAt);
    record.add("version", item.version);
    record.add("createdBy", actorJson(item.createdByKind, item.createdById));
    return record;
}

} // namespace svc::stock
