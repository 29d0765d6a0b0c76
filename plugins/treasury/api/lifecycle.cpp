#include "api/lifecycle.hpp"

#include <algorithm>

#include "api/cash_sessions.hpp"
#include "api/free_movements.hpp"
#include "api/transfers.hpp"
#include "api/wallet_writing.hpp"
#include "domain/default_categories.hpp"
#include "store/category_store.hpp"

namespace svc::treasury {

namespace {

std::string_view worded(std::string_view language, std::string_view en, std::string_view fr,
                        std::string_view de) {
    return language == "fr" ? fr : language == "de" ? de : en;
}

Category categoryOf(const DefaultCategory& known, std::string_view language) {
    Category category{std::string(known.key), std::string(known.label(language)),
                      std::string(known.direction), Json::object()};
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

Json companyCreatedCommand(Call& call, const Json& input) {
    const std::string language = call.company().language;
    std::vector<Category> categories;
    for (const DefaultCategory& known : defaultCategories()) {
        categories.push_back(categoryOf(known, language));
    }
    CategoryStore(call).replace(categories);

    const auto unit = call.businessUnit(input.optionalText("businessUnitId"));
    Wallet till;
    till.name = worded(language, "Till", "Caisse", "Kasse");
    till.kind = "cash";
    till.currency = call.company().currency;
    till.businessUnitId = unit ? decodeId("bus", unit->textOr("id")) : std::nullopt;
    till.isDefault = true;
    create(call, till, 0, call.today());

    Wallet bank;
    bank.name = worded(language, "Bank account", "Compte bancaire", "Bankkonto");
    bank.kind = "bank";
    bank.currency = call.company().currency;
    create(call, bank, 0, call.today());

    const std::string tillId = encodeId("wal", till.id);
    return Json::object(
        {{"cashWalletId", tillId}, {"bankWalletId", encodeId("wal", bank.id)}, {"defaultWalletId", tillId}});
}

Json demonstrateCommand(Call& call, const Json&) {
    const Company& company = call.company();
    const auto ownWallet = [&](const char* kind) {
        const auto wallets = WalletStore(call).list({false, kind, std::nullopt, false, 10, 0}).wallets;
        const auto own = std::find_if(wallets.begin(), wallets.end(), [&](const Wallet& wallet) {
            return wallet.currency == company.currency;
        });
        return own == wallets.end() ? std::nullopt : std::optional(*own);
    };
    const auto bank = ownWallet("bank");
    const auto till = ownWallet("cash");
    if (!bank || !till) {
        return Json::object();
    }
    Wallet dollars;
    dollars.name = worded(company.language, "Dollar account", "Compte en dollars", "Dollarkonto");
    dollars.kind = "bank";
    dollars.currency = Currency::of(company.currency == Currency::of("USD") ? "EUR" : "USD");
    create(call, dollars, 0, call.today());
    transferMoney(call, {*bank, dollars, 50000, 54210, 0, call.today(), std::nullopt, false});

    // A day at the till: money for change comes in, the till is opened, counted, and emptied into the bank.
    const std::string tillId = encodeId("wal", till->id);
    recordMovement(
        call,
        Json::object(
            {{"walletId", tillId}, {"direction", "in"}, {"amount", 150}, {"category", "owner_contribution"}}),
        "free");
    const CashSession session = openTill(call, Json::object({{"walletId", tillId}, {"openingAmount", 150}}));
    closeTill(call, session.id,
              Json::object({{"countedAmount", 150}, {"depositToWalletId", encodeId("wal", bank->id)}}));
    return Json::object();
}

} // namespace svc::treasury
