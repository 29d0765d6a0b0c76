#include "api/purchase_builder.hpp"

#include <algorithm>

#include <svc/amounts.hpp>
#include <svc/document_pricing.hpp>
#include <svc/error.hpp>

#include "api/line_terms.hpp"
#include "domain/states.hpp"

namespace svc::purchases {
namespace {

/// The records that a body names, found.
struct Surroundings {
    BusinessUnit businessUnit;
    Partner partner;
    std::vector<Item> items;
    std::optional<Wallet> wallet;
    std::optional<Uuid> locationId;
    bool locationArchived = false;
    Currency currency;

    const Item* item(const std::optional<std::string>& id) const {
        const auto found =
            std::find_if(items.begin(), items.end(), [&](const Item& one) { return id && one.id == *id; });
        return found == items.end() ? nullptr : &*found;
    }
};

void findLineItems(Call& call, const PurchaseInput& input, Surroundings& found) {
    std::vector<std::string> ids;
    for (const LineInput& line : input.lines) {
        const bool known = !line.itemId || std::find(ids.begin(), ids.end(), *line.itemId) != ids.end();
        if (!known && decodeId("itm", *line.itemId)) {
            ids.push_back(*line.itemId);
        }
    }
    found.items = findItems(call, ids);
    for (const LineInput& line : input.lines) {
        if (line.itemId && found.item(line.itemId) == nullptr) {
            throw ApiError(404, "item-not-found", {*line.itemId});
        }
    }
}

/// Check 8 of 1.7: the records.
Surroundings findSurroundings(Call& call, const PurchaseInput& input) {
    Surroundings found;
    if (input.currency) {
        checkAmounts(input, *input.currency);
    }
    const auto unit = findBusinessUnit(call, input.businessUnitId);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    found.businessUnit = *unit;
    const auto partner = findPartner(call, input.partnerId);
    if (!partner) {
        throw ApiError(404, "partner-not-found");
    }
    found.partner = *partner;
    found.currency = input.currency.value_or(partner->currency.value_or(call.company().currency));
    if (!input.currency) {
        checkAmounts(input, found.currency);
    }
    findLineItems(call, input, found);
    found.locationId = unit->defaultLocationId;
    if (input.locationId) {
        const auto location = findLocation(call, input.locationId, unit->idText);
        if (!location) {
            throw ApiError(404, "location-not-found");
        }
        found.locationId = location->id;
        found.locationArchived = location->archived;
    }
    if (!found.locationId) {
        const auto location = findLocation(call, std::nullopt, unit->idText);
        found.locationId = location ? std::optional(location->id) : std::nullopt;
    }
    if (input.paidInFull || input.walletId) {
        found.wallet = requireWallet(call, input.walletId, unit->idText, "walletId");
    }
    return found;
}

/// Check 9, first part: the state of the records.
void checkStates(const PurchaseInput& input, const Surroundings& found) {
    if (!found.partner.supplier) {
        throw ApiError(400, "partner-not-supplier");
    }
    if (found.businessUnit.archived) {
        throw fieldInvalid("businessUnitId");
    }
    if (found.partner.archived) {
        throw fieldInvalid("partnerId");
    }
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        const Item* item = found.item(input.lines[i].itemId);
        if (item != nullptr && (item->archived || item->isParent)) {
            throw fieldInvalid(pathOf("lines", i, "itemId"));
        }
    }
    if (found.locationArchived) {
        throw fieldInvalid("locationId");
    }
    if (found.wallet) {
        if (input.paidInFull) {
            checkWalletState(*found.wallet, "walletId");
        } else if (found.wallet->archived) {
            throw fieldInvalid("walletId");
        }
    }
}

void setDates(Call& call, const PurchaseInput& input, const Surroundings& found, Purchase& purchase) {
    purchase.date = input.date.value_or(call.today());
    call.checkDate(purchase.date);
    const std::int64_t terms = found.partner.paymentTermsDays.value_or(call.company().paymentTermsDays);
    purchase.dueDate = input.dueDate.value_or(purchase.date.addDays(terms));
    if (*purchase.dueDate < purchase.date) {
        throw fieldInvalid("dueDate");
    }
    purchase.expectedAt = input.expectedAt;
    if (purchase.expectedAt && *purchase.expectedAt < purchase.date) {
        throw fieldInvalid("expectedAt");
    }
}

void setCurrency(Call& call, const PurchaseInput& input, const Surroundings& found, Purchase& purchase) {
    purchase.currency = found.currency;
    if (purchase.currency == call.company().currency) {
        if (input.exchangeRate && *input.exchangeRate != Decimal(1)) {
            throw fieldInvalid("exchangeRate");
        }
        return;
    }
    if (input.exchangeRate && input.exchangeRate->sign() <= 0) {
        throw fieldInvalid("exchangeRate");
    }
    purchase.exchangeRate =
        input.exchangeRate ? *input.exchangeRate : rateOf(call, purchase.currency, purchase.date);
}

PurchaseLine lineOf(Call& call, const LineInput& input, const Item* item, const Purchase& purchase,
                    std::size_t index) {
    PurchaseLine line;
    line.id = call.newUuid();
    line.description = input.description;
    line.quantity = input.quantity;
    line.unit = input.unit.value_or(item && item->unit ? *item->unit : "C62");
    line.lotNumber = input.lotNumber;
    line.expiresOn = input.expiresOn;
    line.service = input.service.value_or(false);
    if (item != nullptr) {
        line.itemId = decodeId("itm", item->id);
        line.service = item->service;
        line.stocked = !item->service && item->trackStock;
        line.lotTracked = line.stocked && item->trackLots;
    }
    line.label = input.label.value_or(item ? item->name : "");
    if (line.quantity.sign() < 0 && item != nullptr && !line.service) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    const TaxTerms tax = taxTermsOf(input, item, call.company());
    if (tax.category == "E" && !tax.exemptionReason) {
        throw fieldRequired(pathOf("lines", index, "taxExemptionReason"));
    }
    line.taxCategory = tax.category;
    line.taxRate = tax.rate;
    line.taxExemptionReason = tax.exemptionReason;
    if (input.unitPrice) {
        line.unitPrice =
            unitPriceOf(*input.unitPrice, purchase.currency, pathOf("lines", index, "unitPrice"));
    } else if (item != nullptr && item->cost) {
        line.unitPrice =
            costInCurrency(*item->cost, call.company().currency, purchase.exchangeRate, purchase.currency,
                           purchase.pricesIncludeTax ? std::optional(tax.rate) : std::nullopt);
    } else {
        throw fieldRequired(pathOf("lines", index, "unitPrice"));
    }
    line.discountPercent = input.discountPercent;
    if (input.discountAmount) {
        line.discountAmount =
            amountOf(*input.discountAmount, purchase.currency, pathOf("lines", index, "discountAmount"));
    }
    return line;
}

void setHead(Call& call, const PurchaseInput& input, const Surroundings& found, Purchase& purchase) {
    purchase.id = call.newUuid();
    purchase.supplierReference = input.supplierReference;
    purchase.businessUnitId = found.businessUnit.id;
    purchase.partnerId = found.partner.id;
    purchase.partnerName = found.partner.name;
    purchase.pricesIncludeTax = input.pricesIncludeTax.value_or(call.company().pricesIncludeTax);
    purchase.locationId = found.locationId;
    purchase.note = input.note;
    purchase.createdAt = call.now();
    purchase.updatedAt = purchase.createdAt;
    if (const auto kind = call.actor().kindText()) {
        purchase.createdByKind = std::string(*kind);
    }
    purchase.createdById = call.actor().optionalId();
}

void price(Call& call, const PurchaseInput& input, Purchase& purchase) {
    purchase.discountPercent = input.discountPercent;
    if (input.discountAmount) {
        purchase.discountAmount = amountOf(*input.discountAmount, purchase.currency, "discountAmount");
    }
    try {
        priceWholeDocument(purchase, call.company().currency);
    } catch (const DocumentError& error) {
        throw fieldInvalid(error.field());
    } catch (const DecimalError&) {
        // Amounts beyond ±10^15 minor units.
        throw fieldInvalid("lines");
    }
}

} // namespace

PurchaseDraft buildPurchase(Call& call, const PurchaseInput& input) {
    const Surroundings found = findSurroundings(call, input);
    checkStates(input, found);

    PurchaseDraft draft;
    Purchase& purchase = draft.purchase;
    setHead(call, input, found, purchase);
    setDates(call, input, found, purchase);
    setCurrency(call, input, found, purchase);
    for (std::size_t i = 0; i < input.lines.size(); ++i) {
        purchase.lines.push_back(
            lineOf(call, input.lines[i], found.item(input.lines[i].itemId), purchase, i));
    }
    price(call, input, purchase);
    if (input.paidInFull && purchase.total > 0) {
        PaymentInput whole;
        whole.amount = majorFromMinor(purchase.total, purchase.currency);
        whole.method = input.method;
        whole.date = purchase.date;
        draft.payment = planPayment(call, purchase, whole, *found.wallet);
    }
    purchase.paymentStatus = paymentStatusOf(purchase);
    return draft;
}

} // namespace svc::purchases
