#include "purchase/receive.hpp"

#include "document/neighbours.hpp"
#include "purchase/events.hpp"
#include "purchase/input.hpp"
#include "purchase/rules/receiving.hpp"
#include "purchase/rules/states.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"

namespace svc::purchases {
namespace {

using LineEntry = api::PurchaseReceiptCreateLinesItem;

PurchaseLine* lineOf(Purchase& purchase, LineId id) {
    for (PurchaseLine& line : purchase.lines) {
        if (line.id == id) {
            return &line;
        }
    }
    return nullptr;
}

/// Check 8: every named line exists.
void requireLines(Request& request, Purchase& purchase, const std::vector<LineEntry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (lineOf(purchase, entries[i].lineId) == nullptr) {
            throw unknownName(404, "line-not-found", request.body()["lines"][i].textOr("lineId"));
        }
    }
}

/// Subtracts a part from the remaining quantity of a line, in its direction. `index`: of the line in the
/// request.
void takeFrom(PurchaseLine& line, const Decimal& quantity, std::size_t index) {
    if (quantity.sign() != line.quantity.sign()) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
    const Decimal remaining = line.remaining();
    if (line.quantity.sign() > 0 ? quantity > remaining : quantity < remaining) {
        throw ApiError(400, "quantity-above-remaining",
                       {line.id.toString(), remaining.normalized().toString()});
    }
    line.quantityReceived += quantity;
}

void addLine(Call& call, const Purchase& purchase, PurchaseLine& line, const LineEntry& input,
             PlannedReceipt& planned) {
    const std::size_t index = planned.receipt.lines.size();
    ReceiptLine received;
    received.lineId = line.id;
    received.itemId = line.itemId;
    received.quantity = input.quantity.value_or(line.remaining());
    if (received.quantity.isZero()) {
        throw ApiError(400, "quantity-above-remaining", {line.id.toString(), "0"});
    }
    const Decimal before = line.quantityReceived;
    takeFrom(line, received.quantity, index);
    received.lotNumber = input.lotNumber ? input.lotNumber : line.lotNumber;
    received.expiresOn = input.expiresOn ? input.expiresOn : line.expiresOn;
    if (line.lotTracked && !received.lotNumber) {
        throw fieldRequired(pathOf("lines", index, "lotNumber"));
    }
    const Currency base = call.company().currency;
    Decimal costBase = lineUnitCostBase(line, call.company().vatNumber.has_value());
    received.unitCost = netUnitPrice(line);
    if (input.unitCost) {
        received.unitCost =
            input.unitCost->unitPrice(purchase.currency, pathOf("lines", index, "unitCost")).normalized();
        costBase = unitCostBase(received.unitCost, purchase.currency, purchase.exchangeRate, base);
    }
    planned.receipt.lines.push_back(std::move(received));
    planned.unitCosts.push_back(costBase);
    planned.before.push_back(before);
}

void checkLocation(const Purchase& purchase, const Receipt& receipt) {
    for (const ReceiptLine& received : receipt.lines) {
        for (const PurchaseLine& line : purchase.lines) {
            if (line.id == received.lineId && line.stocked && !receipt.locationId) {
                throw fieldRequired("locationId");
            }
        }
    }
}

} // namespace

PlannedReceipt planReceipt(Call& call, Purchase& purchase, const api::PurchaseReceiptCreate& body,
                           const std::optional<LocationId>& locationId) {
    PlannedReceipt planned;
    Receipt& receipt = planned.receipt;
    receipt.id = call.newId<ReceiptId>();
    receipt.date = body.date.value_or(call.today());
    call.checkDate(receipt.date);
    if (receipt.date < purchase.date) {
        throw fieldInvalid("date");
    }
    receipt.note = body.note;
    receipt.createdAt = call.now();
    receipt.locationId = locationId;
    if (body.lines && !body.lines->empty()) {
        for (const LineEntry& line : *body.lines) {
            addLine(call, purchase, *lineOf(purchase, line.lineId), line, planned);
        }
    } else {
        for (PurchaseLine& line : purchase.lines) {
            if (!line.remaining().isZero()) {
                addLine(call, purchase, line, {}, planned);
            }
        }
    }
    purchase.receiptStatus = receiptStatusOf(purchase.lines);
    receipt.complete = purchase.receiptStatus == api::PurchaseReceiptStatus::Received;
    return planned;
}

void settleReceipt(Call& call, Purchase& purchase, PlannedReceipt& planned) {
    Receipt& receipt = planned.receipt;
    checkLocation(purchase, receipt);
    receipt.number = call.takeNumber("receipt", purchase.businessUnitId.uuid(), receipt.date);
    std::vector<ReceivedPart> parts;
    std::int64_t owed = 0;
    for (std::size_t i = 0; i < receipt.lines.size(); ++i) {
        const PurchaseLine& line = *lineOf(purchase, receipt.lines[i].lineId);
        const Decimal& before = planned.before[i];
        parts.push_back({&line, shareBetween(line, before, before + receipt.lines[i].quantity)});
        owed += parts.back().share.netBase + parts.back().share.taxBase;
    }
    purchase.receivedBase += owed;
    insertReceipt(call, purchase, receipt);
    postReceipt(call, purchase, receipt, receiptPosting(parts, call.company().vatNumber.has_value()));
    purchase.receipts.push_back(receipt);
    emitPurchaseReceived(call, purchase, receipt);
    // Lock order in purchases: number series, then stock, then wallets.
    receiveGoods(call, purchase, receipt, planned.unitCosts);
    adjustPayable(call, purchase.partnerId, owed);
}

Answer<201, api::PurchaseReceiptAnswer>
createPurchaseReceipt(Request& request, const api::CreatePurchaseReceiptParameters& parameters,
                      const api::PurchaseReceiptCreate& body) {
    checkReceipt(body);
    lockPurchase(request, parameters.purchaseId);
    // Read again under the lock, so that the lines include the last receipt.
    Purchase purchase = findPurchase(request, parameters.purchaseId, {.lines = true}).value();
    if (body.lines) {
        requireLines(request, purchase, *body.lines);
    }
    std::optional<Location> location;
    if (body.locationId) {
        location = findLocation(request, body.locationId, purchase.businessUnitId);
        if (!location) {
            throw ApiError(404, "location-not-found");
        }
    }
    if (purchase.isCancelled()) {
        throw ApiError(400, "purchase-cancelled");
    }
    if (purchase.receiptStatus == api::PurchaseReceiptStatus::Received) {
        throw ApiError(400, "already-received");
    }
    if (location && location->archived) {
        throw fieldInvalid("locationId");
    }
    const auto before = purchase.receiptStatus;
    PlannedReceipt planned =
        planReceipt(request, purchase, body, location ? location->id : purchase.locationId);
    settleReceipt(request, purchase, planned);
    updateReceived(request, purchase);
    request.history("purchase", purchase.id.toString(), "purchase.received",
                    changeOf("receiptStatus", toText(before), toText(purchase.receiptStatus)));
    return receiptAnswer(planned.receipt, purchase);
}

} // namespace svc::purchases
