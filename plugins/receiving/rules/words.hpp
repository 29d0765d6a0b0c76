#pragma once

#include <string_view>

namespace svc::receiving {

/// What stands on the page of a received invoice and on no paper of the company's own.
enum class Word { Seller, Buyer, Charge, Findings };

/// In English, French or German; in English for another language.
std::string_view wordIn(std::string_view language, Word word);

} // namespace svc::receiving
