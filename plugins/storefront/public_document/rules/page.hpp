#pragma once

#include <string>
#include <string_view>

#include <svc/enum_texts.hpp>
#include <svc/json.hpp>

#include "paper/reader.hpp"

namespace svc::storefront {

/// Which records have a public page.
enum class PublicKind { Sale, Quote };
inline constexpr EnumTexts<PublicKind, 2> PublicKindTexts{{"sale", "quote"}};
constexpr std::string_view toText(PublicKind value) {
    return PublicKindTexts.textOf(value);
}

/// What a page calls its document.
enum class ShownKind { Invoice, Ticket, Quote };
inline constexpr EnumTexts<ShownKind, 3> ShownKindTexts{{"invoice", "ticket", "quote"}};
constexpr std::string_view toText(ShownKind value) {
    return ShownKindTexts.textOf(value);
}

/// The HTML page of a document (publicDocument), with buttons for the actions open to the reader.
std::string documentPage(const Json& shown, const paper::Reader& reader, std::string_view token);

} // namespace svc::storefront
