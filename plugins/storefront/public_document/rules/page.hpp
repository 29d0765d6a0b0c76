#pragma once

#include <string>
#include <string_view>

#include <svc/json.hpp>

#include "paper/reader_form.hpp"
#include "paper/wording.hpp"

namespace svc::storefront {

/// In whose words and forms a page is written: those of the papers of its seller.
struct PageReader {
    std::string language;
    std::string sellerCountry; ///< ISO 3166-1 alpha-2
    const paper::Wording& say;
    const paper::ReaderForm& form;
};

/// A document as its reader sees it (publicDocument) as a page, with buttons for what the reader may do.
std::string documentPage(const Json& shown, const PageReader& reader, std::string_view token);

} // namespace svc::storefront
