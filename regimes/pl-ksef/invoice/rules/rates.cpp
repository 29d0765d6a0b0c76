#include <array>

#include "invoice/rules/invoice.hpp"

namespace svc::pl_ksef {
namespace {

struct Percent {
    int percent;
    Rate rate;
};
constexpr std::array<Percent, 7> Percents = {{{23, {"23", "1", true}},
                                              {22, {"22", "1", true}},
                                              {8, {"8", "2", true}},
                                              {7, {"7", "2", true}},
                                              {5, {"5", "3", true}},
                                              {4, {"4", "4", true}},
                                              {3, {"3", "4", true}}}};

} // namespace

std::optional<Rate> rateOf(std::string_view category, const Decimal& percent, Place place) {
    if (category == "S") {
        for (const Percent& one : Percents) {
            if (percent == Decimal(one.percent)) {
                return one.rate;
            }
        }
        return std::nullopt;
    }
    if (category == "Z") {
        return Rate{"0 KR", "6_1"};
    }
    if (category == "K") {
        return Rate{"0 WDT", "6_2"};
    }
    if (category == "G") {
        return Rate{"0 EX", "6_3"};
    }
    if (category == "E") {
        return Rate{"zw", "7"};
    }
    if (category == "O") {
        return Rate{"np I", "8"};
    }
    if (category == "AE") {
        // Within Poland the buyer accounts for the tax (article 17); a service to a business of another
        // member state is taxed there (article 100 (1) 4); all others are outside the scope of Polish tax.
        return place == Place::Poland  ? Rate{"oo", "10"}
               : place == Place::Union ? Rate{"np II", "9"}
                                       : Rate{"np I", "8"};
    }
    return std::nullopt;
}

Exemption exemptionOf(const std::string& reason) {
    constexpr std::string_view Directive = "VATEX-EU-";
    if (!reason.starts_with(Directive)) {
        return {'A', reason};
    }
    // VATEX-EU-132-1A: article 132 (1) (a) of the directive.
    return {'B', "art. " + reason.substr(Directive.size()) + " dyrektywy 2006/112/WE"};
}

} // namespace svc::pl_ksef
