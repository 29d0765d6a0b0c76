#include "api/commands.hpp"

#include "api/free_movements.hpp"
#include "api/records.hpp"
#include "api/transfers.hpp"

namespace svc::treasury {

namespace {

std::optional<Uuid> idOf(const Json& input, std::string_view prefix, std::string_view field = "id") {
    return decodeId(prefix, input.textOr(field));
}

Json facts(std::string id, std::string label, const Json& date, const Json& partnerId) {
    return Json::object({{"id", std::move(id)},
                         {"number", nullptr},
                         {"date", date},
                         {"partnerId", partnerId},
                         {"label", std::move(label)}});
}

} // namespace

Json documentWalletCommand(Call& call, const Json& input) {
    const auto id = idOf(input, "wal");
    const auto wallet = id ? WalletStore(call).find(*id) : std::nullopt;
    return wallet ? facts(encodeId("wal", *id), wallet->name, nullptr, nullptr) : Json(nullptr);
}

Json documentTransactionCommand(Call& call, const Json& input) {
    const auto id = idOf(input, "txn");
    const auto t = id ? TransactionStore(call).find(*id) : std::nullopt;
    if (!t) {
        return Json(nullptr);
    }
    return facts(encodeId("txn", *id), t->label, t->date,
                 t->partnerId ? Json(encodeId("par", *t->partnerId)) : Json(nullptr));
}

Json documentCashSessionCommand(Call& call, const Json& input) {
    const auto id = idOf(input, "csh");
    const auto session = id ? CashSessionStore(call).find(*id) : std::nullopt;
    if (!session) {
        return Json(nullptr);
    }
    const auto till = WalletStore(call).find(session->walletId);
    return facts(encodeId("csh", *id), till ? till->name : "", session->date, nullptr);
}

Json transferCommand(Call& call, const Json& input) {
    return toJson(transferOf(call, input));
}

Json recordCommand(Call& call, const Json& input) {
    return toJson(recordMovement(call, input, input.textOr("kind", "free")));
}

Json voidCommand(Call& call, const Json& input) {
    const auto id = idOf(input, "txn", "transactionId");
    if (!id) {
        throw ApiError(404, "transaction-not-found");
    }
    return toJson(voidMovement(call, *id, input));
}

Json reconcileCommand(Call& call, const Json& input) {
    const auto walletId = idOf(input, "wal", "walletId");
    if (!walletId) {
        throw ApiError(404, "wallet-not-found");
    }
    TransactionStore store(call);
    for (const Json& movement : input["transactions"].items()) {
        const auto id = idOf(movement, "txn");
        if (!id) {
            throw ApiError(404, "transaction-not-found");
        }
        store.setReconciledLate(*walletId, *id, movement.optionalBool("reconciled").value_or(true));
    }
    if (const std::int64_t waiting = input.optionalInteger("waiting").value_or(0); waiting != 0) {
        WalletStore(call).adjustUnreconciled(*walletId, waiting);
    }
    return Json::object();
}

} // namespace svc::treasury
