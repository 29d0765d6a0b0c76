#include "paper/reader.hpp"

namespace svc::paper {

std::string quantityText(const Wording& say, const ReaderForm& form, const Decimal& value,
                         std::string_view unit) {
    const std::string key = "unit_" + std::string(unit);
    return form.number(value) + (say.has(key) ? "\u00A0" + say[key] : "");
}

std::string taxCategoryText(const Wording& say, const ReaderForm& form, std::string_view category,
                            const Decimal& rate) {
    std::string key = "tax_category_" + std::string(category);
    if (!say.has(key)) {
        key = "tax_category_S";
    }
    return filled(say[key], "rate", form.number(rate));
}

} // namespace svc::paper
