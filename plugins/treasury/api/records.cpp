#include "api/records.hpp"

#include "api/amounts.hpp"

namespace svc::treasury {

namespace {

Json idOrNull(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
}

/// The fields that every record ends with (api "Common fields of every record").
template <typename Record>
Json stamped(Json json, const Record& record) {
    json.add("createdAt", record.createdAt);
    json.add("updatedAt", record.updatedAt);
    json.add("version", record.version);
    json.add("createdBy", actorJson(record.createdByKind, record.createdById));
    return json;
}

} // namespace

Json changeableFields(const Wallet& w) {
    return Json::object({
        {"name", w.name},
        {"businessUnitId", idOrNull("bus", w.businessUnitId)},
        {"iban", w.iban},
        {"bic", w.bic},
        {"provider", w.provider},
        {"accountNumber", w.accountNumber},
        {"allowNegative", w.allowNegative},
        {"requireSession", w.requireSession},
        {"isDefault", w.isDefault},
        {"archived", w.archived},
    });
}

Json toJson(const Wallet& w) {
    Json json = Json::object({{"id", encodeId("wal", w.id)},
                              {"kind", w.kind},
                              {"currency", w.currency},
                              {"balance", w.balance},
                              {"unreconciled", w.unreconciled},
                              {"openSessionId", idOrNull("csh", w.openSessionId)}});
    const Json changeable = changeableFields(w);
    for (const Json::Member& member : changeable.members()) {
        json.add(member.name, member.value);
    }
    return stamped(std::move(json), w);
}

Json toJson(const Transaction& t) {
    return stamped(Json::object({{"id", encodeId("txn", t.id)},
                                 {"walletId", encodeId("wal", t.walletId)},
                                 {"kind", t.kind},
                                 {"direction", toText(t.direction)},
                                 {"amount", t.amount},
                                 {"currency", t.currency},
                                 {"category", t.category},
                                 {"label", t.label},
                                 {"partnerId", idOrNull("par", t.partnerId)},
                                 {"taxRate", t.taxRate},
                                 {"date", t.date},
                                 {"status", t.status},
                                 {"balanceAfter", t.balanceAfter},
                                 {"documentKind", t.documentKind},
                                 {"documentId", t.documentId},
                                 {"reconciled", t.reconciled},
                                 {"reference", t.reference},
                                 {"voidedAt", t.voidedAt},
                                 {"voidReason", t.voidReason}}),
                   t);
}

Json toJson(const Transfer& t) {
    Json movements = Json::array();
    for (const Uuid& id : t.transactionIds) {
        movements.push(encodeId("txn", id));
    }
    return stamped(Json::object({{"id", encodeId("trf", t.id)},
                                 {"fromWalletId", encodeId("wal", t.fromWalletId)},
                                 {"toWalletId", encodeId("wal", t.toWalletId)},
                                 {"amount", t.amount},
                                 {"currency", t.currency},
                                 {"receivedAmount", t.receivedAmount},
                                 {"receivedCurrency", t.receivedCurrency},
                                 {"fee", t.fee},
                                 {"date", t.date},
                                 {"label", t.label},
                                 {"status", "completed"},
                                 {"transactionIds", std::move(movements)}}),
                   t);
}

Json toJson(const CashSession& s) {
    const bool closed = s.counted.has_value();
    return stamped(
        Json::object({{"id", encodeId("csh", s.id)},
                      {"walletId", encodeId("wal", s.walletId)},
                      {"businessUnitId", encodeId("bus", s.businessUnitId)},
                      {"status", closed ? "closed" : "open"},
                      {"currency", s.currency},
                      {"openedAt", s.openedAt},
                      {"closedAt", s.closedAt},
                      {"openedBy", actorJson(s.createdByKind, s.createdById)},
                      {"closedBy", closed ? actorJson(s.closedByKind, s.closedById) : Json(nullptr)},
                      {"expectedOpeningAmount", s.expectedOpening},
                      {"openingAmount", s.opening},
                      {"cashPayments", s.sums.cashPayments},
                      {"cashRefunds", s.sums.cashRefunds},
                      {"paidIn", s.sums.paidIn},
                      {"paidOut", s.sums.paidOut},
                      {"expectedAmount", s.expected()},
                      {"countedAmount", s.counted},
                      {"difference", closed ? Json(*s.counted - s.expected()) : Json(nullptr)},
                      {"sales", Json::object({{"count", s.sales.count}, {"total", s.sales.total}})},
                      {"byMethod", s.sales.byMethod},
                      {"openingCount", s.openingCount},
                      {"count", s.count},
                      {"depositTransferId", idOrNull("trf", s.depositTransferId)},
                      {"note", s.note}}),
        s);
}

} // namespace svc::treasury
