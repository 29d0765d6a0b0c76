#pragma once

#include <string_view>

namespace svc::receiving {

/// Words that only the page of a received invoice uses, not the company's own documents.
enum class Word { Seller, Buyer, Charge, Findings };

/// In English, French or German; in English for another language.
std::string_view wordIn(std::string_view language, Word word);

} // namespace svc::receiving
