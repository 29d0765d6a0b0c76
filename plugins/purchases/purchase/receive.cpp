#include "purchase/receive.hpp"

#include <svc/changes.hpp>

#include "purchase/events.hpp"
#include "purchase/input.hpp"
#include "purchase/rules/posting.hpp"
#include "purchase/rules/receiving.hpp"
#include "purchase/rules/states.hpp"
#include "purchase/store/writes.hpp"
#include "purchase/view.hpp"
#include "trade/balances.hpp"
#include "trade/locations.hpp"

namespace svc::purchases {
namespace {

using LineEntry = api::PurchaseReceiptCreateLinesItem;

/// The line with this identifier, or null.
template <class Lines>
auto lineOf(Lines& lines, LineId id) -> decltype(&lines.front()) {
    for (auto& line : lines) {
        if (line.id == id) {
            return &line;
        }
    }
    return nullptr;
}

/// Check 8: every named line exists.
void requireLines(Request& request, Purchase& purchase, const std::vector<LineEntry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (lineOf(purchase.lines, entries[i].lineId) == nullptr) {
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
        if (lineOf(purchase.lines, received.lineId)->stocked && !receipt.locationId) {
            throw fieldRequired("locationId");
        }
    }
}

/// Receives the stocked lines of a receipt into stock. `unitCosts`: per unit, in the currency of the company,
/// line by line. The `field` of a refused line is its position in `receipt.lines`.
void receiveGoods(Call& call, const Purchase& purchase, const Receipt& receipt,
                  const std::vector<Decimal>& unitCosts) {
    std::vector<calls::stock::MovedLine> lines;
    for (std::size_t i = 0; i < receipt.lines.size(); ++i) {
        const ReceiptLine& line = receipt.lines[i];
        if (lineOf(purchase.lines, line.lineId)->stocked) {
            lines.push_back({.field = "lines[" + std::to_string(i) + "]",
                             .itemId = line.itemId.value(),
                             .locationId = receipt.locationId.value(),
                             .quantity = line.quantity,
                             .lotNumber = line.lotNumber,
                             .unitCost = MinorPrice(unitCosts[i]),
                             .expiresOn = line.expiresOn});
        }
    }
    if (lines.empty()) {
        return;
    }
    calls::stock::receive(call, {.documentKind = "purchase",
                                 .documentId = purchase.id.toString(),
                                 .documentNumber = receipt.number,
                                 .reason = calls::stock::MovementReason::Purchase,
                                 .date = receipt.date,
                                 .note = receipt.note,
                                 .businessUnitId = purchase.businessUnitId,
                                 .lines = std::move(lines)});
}

/// A value that only some lines of an entry have.
template <class Value>
std::optional<Value> onlyIf(bool condition, const Value& value) {
    return condition ? std::optional(value) : std::nullopt;
}

/// Posts the entry of a receipt, if there is a ledger and the entry is not empty.
void postReceipt(Call& call, const Purchase& purchase, const Receipt& receipt,
                 const std::vector<PostingLine>& lines) {
    if (lines.empty() || !calls::ledger::offersPost(call)) {
        return;
    }
    const bool foreign = purchase.currency != call.company().currency;
    const std::string label = purchase.label();
    calls::ledger::PostInput entry{.journal = "AC",
                                   .date = receipt.date,
                                   .label = label,
                                   .documentKind = "purchase",
                                   .documentId = purchase.id.toString(),
                                   .documentNumber = purchase.number,
                                   .documentDate = purchase.date,
                                   .businessUnitId = purchase.businessUnitId};
    for (const PostingLine& line : lines) {
        const bool supplier = line.role == "supplier";
        const bool taxed = !line.taxCategory.empty();
        entry.lines.push_back({.role = std::string(line.role),
                               .debit = line.debit,
                               .credit = line.credit,
                               .partnerId = onlyIf(supplier, purchase.partnerId),
                               .partnerName = onlyIf(supplier, purchase.partner.name),
                               .taxCategory = onlyIf(taxed, line.taxCategory),
                               .taxRate = onlyIf(taxed, line.taxRate),
                               .foreignAmount = onlyIf(foreign, line.foreign),
                               .foreignCurrency = onlyIf(foreign, std::string(purchase.currency.code())),
                               .exchangeRate = onlyIf(foreign, purchase.exchangeRate),
                               .label = label});
    }
    calls::ledger::post(call, entry);
}

} // namespace

PlannedReceipt planReceipt(Call& call, Purchase& purchase, const api::PurchaseReceiptCreate& body,
                           const std::optional<LocationId>& locationId) {
    PlannedReceipt planned;
    Receipt& receipt = planned.receipt;
    receipt.id = call.newId<ReceiptId>();
    receipt.date = call.businessDate(body.date);
    if (receipt.date < purchase.date) {
        throw fieldInvalid("date");
    }
    receipt.note = body.note;
    receipt.createdAt = call.now();
    receipt.locationId = locationId;
    if (body.lines && !body.lines->empty()) {
        for (const LineEntry& line : *body.lines) {
            addLine(call, purchase, *lineOf(purchase.lines, line.lineId), line, planned);
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
        const PurchaseLine& line = *lineOf(purchase.lines, receipt.lines[i].lineId);
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
    trade::adjustBalance<calls::partners::adjustBalance>(call, purchase.partnerId, {.payable = owed});
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
    std::optional<calls::stock::LocationOutput> location;
    if (body.locationId) {
        location = trade::requireLocation<calls::stock::location>(request, *body.locationId,
                                                                  purchase.businessUnitId);
    }
    if (purchase.isCancelled()) {
        throw ApiError(400, "purchase-cancelled");
    }
    if (purchase.receiptStatus == api::PurchaseReceiptStatus::Received) {
        throw ApiError(400, "already-received");
    }
    if (!location && purchase.locationId && calls::stock::offersLocation(request)) {
        location = calls::stock::location(request, {.id = purchase.locationId});
    }
    std::optional<LocationId> locationId = location ? std::optional(location->id) : purchase.locationId;
    if (location && location->archived) {
        if (body.locationId) {
            throw fieldInvalid("locationId");
        }
        locationId.reset(); // an archived default counts as none: only goods need a place
    }
    const auto before = purchase.receiptStatus;
    PlannedReceipt planned = planReceipt(request, purchase, body, locationId);
    settleReceipt(request, purchase, planned);
    updateReceived(request, purchase);
    request.history("purchase", purchase.id.toString(), "purchase.received",
                    changeOf("receiptStatus", toText(before), toText(purchase.receiptStatus)));
    return receiptAnswer(planned.receipt, purchase);
}

} // namespace svc::purchases
