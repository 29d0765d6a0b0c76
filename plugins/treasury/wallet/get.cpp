#include "wallet/store.hpp"

namespace svc::treasury {
namespace {

/// What a business unit names; its own and the company's default wallet.
struct UnitWallets {
    explicit UnitWallets(const Json& unit)
        : named(WalletId::parse(unit.textOr("defaultWalletId"))),
          unitId(BusinessUnitId::parse(unit.textOr("id"))),
          ofCompany(WalletId::parse(unit.textOr("companyWalletId"))) {}

    std::optional<WalletId> named;
    std::optional<BusinessUnitId> unitId;
    std::optional<WalletId> ofCompany;
};

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
    const UnitWallets wallets(*unit);
    return WalletStore(call).findDefault(wallets.named, wallets.unitId, wallets.ofCompany);
}

void askWallet(Call& call, const commands::WalletInput& input) {
    if (input.id) {
        WalletStore(call).askFind(*input.id);
    } else if (input.businessUnit.isObject()) {
        const UnitWallets wallets(input.businessUnit);
        WalletStore(call).askDefault(wallets.named, wallets.unitId, wallets.ofCompany);
    }
}

} // namespace

std::optional<commands::KnownWallet> commands::wallet(Call& call, const commands::WalletInput& input) {
    if (input.ahead) {
        askWallet(call, input);
        return std::nullopt;
    }
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
