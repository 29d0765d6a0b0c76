#include "wallet/input.hpp"

#include "wallet/rules/iban.hpp"

namespace svc::treasury {
namespace {

std::optional<std::string> accountOf(const std::optional<std::string>& text, std::string_view field,
                                     bool (*fits)(std::string_view)) {
    if (!text) {
        return std::nullopt;
    }
    std::string account = normalisedAccount(*text);
    if (!fits(account)) {
        throw fieldInvalid(field);
    }
    return account;
}

} // namespace

std::optional<BusinessUnitId> businessUnitOf(Call& call, const Field<BusinessUnitId>& given) {
    if (given.isNull()) {
        return std::nullopt;
    }
    const auto unit =
        given.hasValue() ? call.businessUnit(given->toString()) : call.businessUnit(std::nullopt);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    if (given.hasValue() && unit->optionalBool("archived").value_or(false)) {
        throw fieldInvalid("businessUnitId");
    }
    return BusinessUnitId::parse(unit->textOr("id"));
}

void applyBody(const api::WalletUpdate& body, Wallet& wallet) {
    wallet.name = body.name.value_or(wallet.name);
    if (!body.iban.isAbsent()) {
        wallet.iban = accountOf(body.iban.value(), "iban", isIban);
    }
    if (!body.bic.isAbsent()) {
        wallet.bic = accountOf(body.bic.value(), "bic", isBic);
    }
    if (!body.provider.isAbsent()) {
        wallet.provider = body.provider.value();
    }
    if (!body.accountNumber.isAbsent()) {
        wallet.accountNumber = body.accountNumber.value();
    }
    wallet.allowNegative = body.allowNegative.value_or(wallet.allowNegative);
    wallet.requireSession = body.requireSession.value_or(wallet.requireSession);
    wallet.isDefault = body.isDefault.value_or(wallet.isDefault);
    wallet.archived = body.archived.value_or(wallet.archived);
    if (wallet.requireSession && wallet.kind != api::WalletKind::Cash) {
        throw fieldInvalid("requireSession");
    }
    if (wallet.archived) {
        wallet.isDefault = false;
    }
}

} // namespace svc::treasury
