#pragma once

#include <string>

#include <bindings.hpp>

#include "paper/reader_form.hpp"

namespace svc::storefront {

/// 404 menu-not-found unless the company has made its menu public.
void checkMenu(Call& call);
/// Does the reader ask for JSON rather than a page? `fallback`: what somebody gets who says nothing.
bool wantsJson(const Request& request, bool fallback);
Response htmlResponse(int status, std::string html);
/// How numbers are written for the guests of the company.
const paper::ReaderForm& guestForm(Call& call);

} // namespace svc::storefront
