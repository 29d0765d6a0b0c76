#include "einvoice/code_lists.hpp"

#include <algorithm>
#include <string_view>

#include "einvoice/code_list_texts.hpp"

namespace svc::einvoice {
namespace {

/// The first column of lines `code TAB name`.
std::set<std::string, std::less<>> codesOf(std::string_view text) {
    std::set<std::string, std::less<>> codes;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        codes.emplace(line.substr(0, line.find('\t')));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return codes;
}

} // namespace

const CodeLists& codeLists() {
    static const CodeLists lists{.units = codesOf(UnitCodes),
                                 .addressSchemes = codesOf(AddressSchemes),
                                 .peppolSchemes = codesOf(PeppolAddressSchemes),
                                 .exemptions = codesOf(ExemptionReasons),
                                 .countries = codesOf(CountryCodes),
                                 .noteSubjects = codesOf(NoteSubjects)};
    return lists;
}

} // namespace svc::einvoice
