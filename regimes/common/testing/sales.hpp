/// @file Answers of other modules for tests that stand in for them: whole records, of which a test gives the
/// members that it is about.
#pragma once

#include <string>
#include <vector>

#include <svc/json.hpp>

namespace svc::records::testing {

inline Json with(Json base, const Json& members) {
    for (const Json::Member& member : members.members()) {
        base.set(member.name, member.value);
    }
    return base;
}

/// The elements of `members[name]`, each a whole record.
inline void complete(Json& record, std::string_view name, Json (*whole)(const Json&)) {
    Json all = Json::array();
    for (const Json& one : record[name].items()) {
        all.push(whole(one));
    }
    record.set(name, std::move(all));
}

inline Json saleLine(const Json& members) {
    return with(Json::parse(R"({"id":"lin_01jd92raw49p4qkmcxmqt6hb7r","itemId":null,"label":"Line",
        "description":null,"quantity":1,"unit":"C62","unitPrice":0,"discountPercent":null,"discountAmount":0,
        "service":false,"taxCategory":"S","taxRate":20,"taxExemptionReason":null,"lotNumber":null,"net":0,"tax":0,
        "total":0,"quantityDelivered":0,"quantityRefunded":0})"),
                members);
}

inline Json salePayment(const Json& members) {
    return with(
        Json::parse(R"({"id":"pay_01jd97macyzectxc41bdhdmt81","amount":0,"currency":"EUR","method":"cash",
        "walletId":"wal_01jd93ne9skheab73zzekk66h8","walletAmount":0,"walletCurrency":"EUR",
        "transactionId":"txn_01jd99y6wy5vfrq1gpe4dcyyve","date":"2026-11-20","reference":null,"note":null,
        "status":"received","tendered":null,"change":0,"createdAt":"2026-11-20T10:00:00.000Z"})"),
        members);
}

inline Json saleDelivery(const Json& members) {
    return with(Json::parse(R"({"id":"dlv_01jd97macyzectxc41bdhdmt81","number":"DLV-1","date":"2026-11-20",
        "locationId":null,"carrier":null,"trackingNumber":null,"note":null,"lines":[],
        "createdAt":"2026-11-20T10:00:00.000Z"})"),
                members);
}

inline Json saleRefund(const Json& members) {
    Json whole = with(Json::parse(R"({"id":"rfd_01jd97macyzectxc41bdhdmt81","kind":"money","amount":0,
        "moneyReturned":0,"currency":"EUR","walletId":null,"walletAmount":null,"walletCurrency":null,
        "transactionId":null,"method":null,"date":"2026-11-20","reason":null,"restocked":false,"lines":[],
        "createdAt":"2026-11-20T10:00:00.000Z"})"),
                      members);
    whole.set("creditNote", with(Json::parse(R"({"id":"crn_01jd9p4be1mfmxgscfzmzebnt7","number":"CRN-1",
        "total":0,"taxTotal":0})"),
                                 members["creditNote"]));
    return whole;
}

/// Of sales.get.
inline Json sale(const Json& members) {
    Json whole = with(Json::parse(R"({"id":"sal_01jd9p4be1mfmxgscfzmzebnt7","number":"INV-1","kind":"invoice",
        "status":"active","paymentStatus":"unpaid","deliveryStatus":"none","fiscalStatus":"none","channel":"api",
        "externalId":null,"businessUnitId":"bus_01jd9fs3wy29e8s2wzebd91q7g","partnerId":null,"partner":null,
        "date":"2026-11-20","dueDate":null,"overdue":false,"currency":"EUR","exchangeRate":1,
        "pricesIncludeTax":false,"discountPercent":null,"discountAmount":null,"subtotal":0,"discountTotal":0,
        "taxTotal":0,"total":0,"totalBase":0,"paid":0,"refunded":0,"credited":0,"balance":0,"taxes":[],"lines":[],
        "payments":[],"refunds":[],"deliveries":[],"locationId":null,"quoteId":null,"recurringId":null,
        "correctsSaleId":null,"prepayment":false,"purchaseOrderRef":null,"note":null,
        "paymentReference":"RF90INV1","cancellation":null,"publicUrl":null,
        "createdAt":"2026-11-20T09:12:01.004Z","updatedAt":"2026-11-20T09:12:01.004Z","version":1,
        "createdBy":{"kind":"api_key","id":"key_01jd91m9p7261m2dqc3ktevzs2"}})"),
                      members);
    complete(whole, "lines", saleLine);
    complete(whole, "payments", salePayment);
    complete(whole, "deliveries", saleDelivery);
    complete(whole, "refunds", saleRefund);
    return whole;
}

inline Json creditNoteLine(const Json& members) {
    return with(Json::parse(R"({"lineId":null,"label":"Line","quantity":1,"unit":"C62","service":false,
        "taxCategory":"S","taxRate":20,"net":0,"tax":0,"total":0,"description":null,"taxExemptionReason":null,
        "unitPrice":0,"discountPercent":null,"discountAmount":0})"),
                members);
}

/// Of sales.credit_note.
inline Json creditNote(const Json& members) {
    Json whole = with(Json::parse(R"({"id":"crn_01jd9p4be1mfmxgscfzmzebnt7","number":"CRN-1","kind":"refund",
        "saleId":"sal_01jd9p4be1mfmxgscfzmzebnt7","saleNumber":"INV-1",
        "businessUnitId":"bus_01jd9fs3wy29e8s2wzebd91q7g","partnerId":null,"partner":null,"date":"2026-11-20",
        "currency":"EUR","exchangeRate":1,"pricesIncludeTax":false,"subtotal":0,"taxTotal":0,"total":0,
        "totalBase":0,"taxes":[],"lines":[],"reason":null,"note":null,"purchaseOrderRef":null,
        "createdAt":"2026-11-20T09:12:01.004Z"})"),
                      members);
    complete(whole, "lines", creditNoteLine);
    return whole;
}

/// Of partners.get.
inline Json partner(const Json& members) {
    return with(Json::parse(R"({"id":"par_01jd917ehm8vtfvkxjcsqjsvj8","name":"Partner","kind":"customer",
        "company":true,"email":null,"phone":null,"country":null,"vatNumber":null,"registrationNumber":null,
        "peppolId":null,"address":null,"deliveryAddress":null,"language":null,"currency":"EUR",
        "paymentTermsDays":null,"creditLimit":null,"priceListId":null,"archived":false,"taxExemptionReason":null,
        "buyerReference":null,"externalId":null,"balance":0,"payable":0})"),
                members);
}

/// Of sales.sealed.
inline Json sealed(const Json& members) {
    return with(Json::parse(R"({"lines":[],"corrects":null,"prepayment":false,"seller":null,"buyer":null})"),
                members);
}

} // namespace svc::records::testing
