#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <bindings.hpp>

namespace svc::storefront {

/// 404 menu-not-found unless the company has made its menu public.
void checkMenu(Call& call);
/// Does the reader ask for JSON rather than a page? `fallback`: what somebody gets who says nothing.
bool wantsJson(const Request& request, bool fallback);
Response htmlResponse(int status, std::string html);

/// The menu as a page. `hint`: nothing was chosen; `table`: filled in already, from the code on the table.
std::string menuPage(Call& call, const std::optional<std::string>& table, bool hint);

} // namespace svc::storefront
