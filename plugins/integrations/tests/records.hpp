#pragma once

#include <svc/json.hpp>

namespace svc::integrations {

/// A sale of 50 euros of which nothing is paid, as `sales.get` gives it.
inline Json saleRecord() {
    return Json::parse(
        R"({"id":"sal_01jd9p4be1mfmxgscfzmzebnt7","number":"F-7","kind":"invoice","status":"active",)"
        R"("paymentStatus":"unpaid","deliveryStatus":"pending","fiscalStatus":"none","channel":"api",)"
        R"("externalId":null,"businessUnitId":"bus_01jd9fs3wy29e8s2wzebd91q7g","partnerId":null,)"
        R"("partner":null,"date":"2026-11-20","dueDate":null,"overdue":false,"currency":"EUR",)"
        R"("exchangeRate":1,"pricesIncludeTax":true,"discountPercent":null,"discountAmount":null,)"
        R"("subtotal":5000,"discountTotal":0,"taxTotal":0,"total":5000,"totalBase":5000,"paid":0,)"
        R"("refunded":0,"credited":0,"balance":5000,"taxes":[],"lines":[],"payments":[],"refunds":[],)"
        R"("deliveries":[],"locationId":null,"quoteId":null,"recurringId":null,"correctsSaleId":null,)"
        R"("prepayment":false,"purchaseOrderRef":null,"note":null,"paymentReference":"RF90F7",)"
        R"("cancellation":null,"publicUrl":null,"createdAt":"2026-11-20T09:12:01.004Z",)"
        R"("updatedAt":"2026-11-20T09:12:01.004Z","version":1,)"
        R"("createdBy":{"kind":"api_key","id":"key_01jd91m9p7261m2dqc3ktevzs2"}})");
}

/// An open quote of 50 euros, as `quotes.get` gives it.
inline Json quoteRecord() {
    return Json::parse(
        R"({"id":"quo_01jd9xgbscnzh3mqsrdtaj9zhd","number":"Q-7","status":"open",)"
        R"("validUntil":"2026-11-30","channel":"api","externalId":null,)"
        R"("businessUnitId":"bus_01jd9fs3wy29e8s2wzebd91q7g","partnerId":null,"partner":null,)"
        R"("date":"2026-11-20","currency":"EUR","exchangeRate":1,"pricesIncludeTax":true,)"
        R"("discountPercent":null,"discountAmount":null,"subtotal":5000,"discountTotal":0,"taxTotal":0,)"
        R"("total":5000,"totalBase":5000,"taxes":[],"lines":[],"locationId":null,"purchaseOrderRef":null,)"
        R"("note":null,"sentAt":null,"acceptedAt":null,"acceptedBy":null,"acceptedName":null,)"
        R"("acceptanceNote":null,"declinedAt":null,"declinedBy":null,"declinedName":null,)"
        R"("declinedReason":null,"cancelledAt":null,"cancelReason":null,"signature":null,"saleId":null,)"
        R"("publicUrl":null,"createdAt":"2026-11-20T09:12:01.004Z",)"
        R"("updatedAt":"2026-11-20T09:12:01.004Z","version":1,)"
        R"("createdBy":{"kind":"api_key","id":"key_01jd91m9p7261m2dqc3ktevzs2"}})");
}

/// An empty wallet in euros, as `treasury.wallet` gives it.
inline Json walletRecord(const Json& id) {
    return Json::parse(
               R"({"name":"Bank","kind":"bank","currency":"EUR","allowNegative":true,)"
               R"("requireSession":false,"openSessionId":null,"archived":false,"businessUnitId":null,)"
               R"("iban":null,"accountNumber":null,"balance":0})")
        .set("id", id);
}

/// A customer who owes nothing, as `partners.get` gives it.
inline Json partnerRecord(const Json& id) {
    return Json::parse(
               R"({"name":"Anne Morel","kind":"customer","company":false,"email":null,"phone":null,)"
               R"("country":null,"vatNumber":null,"registrationNumber":null,"peppolId":null,"address":null,)"
               R"("deliveryAddress":null,"language":null,"currency":"EUR","paymentTermsDays":null,)"
               R"("creditLimit":null,"priceListId":null,"archived":false,"taxExemptionReason":null,)"
               R"("buyerReference":null,"externalId":null,"balance":0,"payable":0})")
        .set("id", id);
}

} // namespace svc::integrations
