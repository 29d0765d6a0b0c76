#include "api/records.hpp"

namespace svc::treasury {

namespace {

Json idOrNull(std::string_view prefix, const std::optional<Uuid>& id) {
    return id ? Json(encodeId(prefix, *id)) : Json(nullptr);
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
    return Json::object({
        {"id", encodeId("wal", w.id)},
        {"name", w.name},
        {"kind", w.kind},
        {"currency", w.currency},
        {"balance", w.balance},
        {"unreconciled", w.unreconciled},
        {"businessUnitId", idOrNull("bus", w.businessUnitId)},
        {"iban", w.iban},
        {"bic", w.bic},
        {"provider", w.provider},
        {"accountNumber", w.accountNumber},
        {"allowNegative", w.allowNegative},
        {"requireSession", w.requireSession},
        {"openSessionId", idOrNull("csh", w.openSessionId)},
        {"isDefault", w.isDefault},
        {"archived", w.archived},
        {"createdAt", w.createdAt},
        {"updatedAt", w.updatedAt},
        {"version", w.version},
        {"createdBy", actorJson(w.createdByKind, w.createdById)},
    });
}

Json toJson(const Transaction& t) {
    return Json::object({
        {"id", encodeId("txn", t.id)},
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
        {"voidReason", t.voidReason},
        {"createdAt", t.createdAt},
        {"updatedAt", t.updatedAt},
        {"version", t.version},
        {"createdBy", actorJson(t.createdByKind, t.createdById)},
    });
}

} // namespace svc::treasury
