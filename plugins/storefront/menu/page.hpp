#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <bindings.hpp>

namespace svc::storefront {

/// The view of the menu to show.
struct MenuView {
    std::optional<std::string> table; ///< preset from the code on the table
    std::int64_t number = 1;          ///< of the page
    bool hint = false;                ///< shows a hint that nothing was chosen
};

/// A page of the menu as HTML.
std::string menuPage(Call& call, const MenuView& view);

} // namespace svc::storefront
