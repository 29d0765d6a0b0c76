#pragma once

#include <string>
#include <string_view>

#include <svc/decimal.hpp>

#include "paper/reader_form.hpp"
#include "paper/wording.hpp"

namespace svc::paper {

/// The language and formats in which a page is written.
struct Reader {
    std::string language;
    std::string homeCountry; ///< of the company (ISO 3166-1 alpha-2): omitted from addresses there
    const Wording& say;
    const ReaderForm& form;
};

/// A quantity with its unit (UN/ECE Recommendation 20) where documents show one: "1.5 h", but "3" for pieces.
std::string quantityText(const Wording& say, const ReaderForm& form, const Decimal& value,
                         std::string_view unit);

/// A tax by its rate; categories without rate (UNTDID 5305) by their names, which say that no tax is due.
std::string taxCategoryText(const Wording& say, const ReaderForm& form, std::string_view category,
                            const Decimal& rate);

} // namespace svc::paper
