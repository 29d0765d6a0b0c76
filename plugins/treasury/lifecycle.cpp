#include <algorithm>

#include "category/rules/default_categories.hpp"
#include "category/store.hpp"
#include "movement/record.hpp"
#include "till/close.hpp"
#include "till/open.hpp"
#include "transfer/create.hpp"
#include "wallet/create.hpp"

namespace svc::treasury {

namespace {

std::string_view worded(std::string_view language, std::string_view en, std::string_view fr,
                        std::string_view de) {
    return language == "fr" ? fr : language == "de" ? de : en;
}

Category initialCategory(const DefaultCategory& known, std::string_view language) {
    Category category{.key = std::string(known.key),
                      .label = std::string(known.label(language)),
                      .accounts = Json::object()};
    if (!fromText(known.direction, category.direction)) {
        throw Fault("a category of the direction " + std::string(known.direction));
    }
    const std::pair<const char*, std::string_view> accounts[] = {{"SYSCOHADA", known.syscohada},
                                                                 {"PCMN", known.pcmn},
                                                                 {"PCG", known.pcg},
                                                                 {"SKR03", known.skr03},
                                                                 {"SKR04", known.skr04}};
    for (const auto& [chart, account] : accounts) {
        if (!account.empty()) {
            category.accounts.add(chart, account);
        }
    }
    return category;
}

} // namespace

commands::CompanyCreatedOutput commands::companyCreated(Call& call,
                                                        const commands::CompanyCreatedInput& input) {
    const std::string language = call.company().language;
    std::vector<Category> categories;
    for (const DefaultCategory& known : defaultCategories()) {
        categories.push_back(initialCategory(known, language));
    }
    CategoryStore(call).replace(categories);

    const auto unit = input.businessUnitId ? call.businessUnit(input.businessUnitId->toString())
                                           : call.businessUnit(std::nullopt);
    Wallet till{.kind = api::WalletKind::Cash,
                .currency = call.company().currency,
                .name = std::string(worded(language, "Till", "Caisse", "Kasse")),
                .businessUnitId = unit ? BusinessUnitId::parse(unit->textOr("id")) : std::nullopt,
                .allowNegative = true,
                .isDefault = true};
    create(call, till, 0, call.today());

    Wallet bank{.kind = api::WalletKind::Bank,
                .currency = call.company().currency,
                .name = std::string(worded(language, "Bank account", "Compte bancaire", "Bankkonto")),
                .allowNegative = true};
    create(call, bank, 0, call.today());
    return {.cashWalletId = till.id, .bankWalletId = bank.id, .defaultWalletId = till.id};
}

void commands::demonstrate(Call& call) {
    const Company& company = call.company();
    const auto ownWallet = [&](api::WalletKind kind) {
        const auto wallets = WalletStore(call).list({.kind = kind, .page = {10, 0}}).wallets;
        const auto own = std::find_if(wallets.begin(), wallets.end(), [&](const Wallet& wallet) {
            return wallet.currency == company.currency;
        });
        return own == wallets.end() ? std::nullopt : std::optional(*own);
    };
    const auto bank = ownWallet(api::WalletKind::Bank);
    const auto till = ownWallet(api::WalletKind::Cash);
    if (!bank || !till) {
        return;
    }
    Wallet dollars{
        .kind = api::WalletKind::Bank,
        .currency = Currency::of(company.currency == Currency::of("USD") ? "EUR" : "USD"),
        .name = std::string(worded(company.language, "Dollar account", "Compte en dollars", "Dollarkonto")),
        .allowNegative = true};
    create(call, dollars, 0, call.today());
    transferMoney(call, {*bank, dollars, 50000, 54210, 0, call.today(), std::nullopt, false});

    // A day at the till: a cash float is paid in, the till is opened, counted, and the cash is deposited at
    // the bank.
    const MajorAmount change(Decimal(150));
    recordMovement(call, {.walletId = till->id,
                          .direction = Direction::In,
                          .amount = change,
                          .category = "owner_contribution"});
    const CashSession session = openTill(call, {.walletId = till->id, .openingAmount = change});
    closeTill(call, session.id, {.countedAmount = change, .depositToWalletId = bank->id});
}

} // namespace svc::treasury
