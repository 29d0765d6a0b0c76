#pragma once

#include <array>
#include <string_view>

/// @file The words that the block `console` of plugin.yaml may use, and those that the console itself has
/// taken. They are part of the contract between the console and plugins: no group and no slot is taken away,
/// and every page of the console has its address and its key here.
namespace svc::host::plugin::console {

/// Groups of the menu.
inline constexpr std::array<std::string_view, 10> Groups{"home",  "sell", "buy",   "stock",   "people",
                                                         "money", "time", "books", "connect", "settings"};

/// Places of the console's own pages where a plugin may show something.
inline constexpr std::array<std::string_view, 14> Slots{
    "dashboard.main",     "sale.side",     "sale.actions",     "quote.side",  "quote.actions",
    "purchase.side",      "partner.side",  "item.side",        "wallet.side", "bankLine.actions",
    "integration.detail", "regime.detail", "settings.company", "till.payment"};

/// First segments of the addresses of the console's own pages.
inline constexpr std::array<std::string_view, 22> OwnRoutes{
    "sales",      "recurring",     "quotes",     "till",    "stays",    "orders",
    "purchases",  "expenses",      "items",      "stock",   "partners", "wallets",
    "reconcile",  "till-sessions", "budgets",    "time",    "reports",  "exports",
    "compliance", "integrations",  "developers", "settings"};

/// Letters that lead to the console's own pages.
inline constexpr std::string_view OwnKeys = "bcefhiklmpqrstvwx";

} // namespace svc::host::plugin::console
