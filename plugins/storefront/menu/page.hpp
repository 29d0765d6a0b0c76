#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <bindings.hpp>

namespace svc::storefront {

/// What is shown of the menu.
struct MenuView {
    std::optional<std::string> table; ///< filled in already, from the code on the table
    std::int64_t number = 1;          ///< of the page
    bool hint = false;                ///< nothing was chosen: says so
};

/// A page of the menu as HTML.
std::string menuPage(Call& call, const MenuView& view);

} // namespace svc::storefront
