#pragma once

#include <span>
#include <string_view>

namespace svc::treasury {

/// Category of a movement that names none: its counterpart is posted to a suspense account.
inline constexpr std::string_view Unclassified = "unclassified";

/// A category of a new company, with its account per chart: a suggestion that the company adapts with its
/// accountant. Empty: the account of the role is used.
struct DefaultCategory {
    std::string_view key;
    std::string_view en;
    std::string_view fr;
    std::string_view de;
    std::string_view direction; ///< in, out, both
    std::string_view pcg;
    std::string_view syscohada;
    std::string_view pcmn;
    std::string_view skr03;
    std::string_view skr04;

    /// The label in a language; English when there is none.
    std::string_view label(std::string_view language) const {
        return language == "fr" ? fr : language == "de" ? de : en;
    }
};

std::span<const DefaultCategory> defaultCategories();

} // namespace svc::treasury
