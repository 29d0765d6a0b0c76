#include "wallet/store.hpp"

namespace svc::treasury {
namespace {

std::optional<Wallet> defaultWallet(Call& call, const commands::WalletInput& input) {
    std::optional<Json> unit;
    if (input.businessUnit.isObject()) {
        unit = input.businessUnit;
    } else if (input.businessUnitId) {
        unit = call.businessUnit(input.businessUnitId->toString());
    } else {
        unit = call.businessUnit(std::nullopt);
    }
    if (!unit) {
        return std::nullopt;
    }
    return WalletStore(call).findDefault(WalletId::parse(unit->textOr("defaultWalletId")),
                                         BusinessUnitId::parse(unit->textOr("id")),
                                         WalletId::parse(unit->textOr("companyWalletId")));
}

} // namespace

std::optional<commands::KnownWallet> commands::wallet(Call& call, const commands::WalletInput& input) {
    const auto found = input.id ? WalletStore(call).find(*input.id) : defaultWallet(call, input);
    if (!found) {
        return std::nullopt;
    }
    return commands::KnownWallet{.id = found->id,
                                 .name = found->name,
                                 .kind = found->kind,
                                 .currency = found->currency,
                                 .allowNegative = found->allowNegative,
                                 .requireSession = found->requireSession,
                                 .openSessionId = found->openSessionId,
                                 .archived = found->archived,
                                 .businessUnitId = found->businessUnitId,
                                 .iban = found->iban,
                                 .accountNumber = found->accountNumber,
                                 .balance = found->balance};
}

std::optional<commands::DocumentWalletOutput>
commands::documentWallet(Call& call, const commands::DocumentWalletInput& input) {
    const auto found = WalletStore(call).find(input.id);
    return found ? std::optional(commands::DocumentWalletOutput{.id = found->id, .label = found->name})
                 : std::nullopt;
}

commands::PlanUseOutput commands::planUse(Call& call) {
    return {.wallets = WalletStore(call).active()};
}

} // namespace svc::treasury
