#pragma once

#include <string>

#include <bindings.hpp>

#include "paper/reader_form.hpp"

namespace svc::storefront {

/// 404 menu-not-found unless the company has made its menu public.
void checkMenu(Call& call);
/// Is the body a form of a browser?
bool isForm(const Request& request);
/// Does the reader prefer JSON to HTML? `fallback`: the result without preference.
bool wantsJson(const Request& request, bool fallback);
Response htmlResponse(int status, std::string html);
/// The number format for guests of the company.
const paper::ReaderForm& guestForm(Call& call);

} // namespace svc::storefront
