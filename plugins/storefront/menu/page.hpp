#pragma once

#include <optional>
#include <string>

#include <bindings.hpp>

namespace svc::storefront {

/// The menu as a page. `hint`: nothing was chosen; `table`: filled in already, from the code on the table.
std::string menuPage(Call& call, const std::optional<std::string>& table, bool hint);

} // namespace svc::storefront
