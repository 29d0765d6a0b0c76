// Documents for the tests of the regimes that certify in two steps.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <svc/settings_check.hpp>

#include "emcf/invoice.hpp"

namespace svc::emcf::testing {

/// A line as the tests tell it; its total is with tax.
struct ToldLine {
    std::string label;
    std::string quantity;
    std::int64_t total = 0;
    std::int64_t tax = 0;
    std::string category;
    int rate = 0;
};

/// An invoice that is paid in cash.
inline Document document(const std::string& currency, const std::vector<ToldLine>& lines) {
    Document made{.number = "INV-1", .currency = currency};
    for (const ToldLine& line : lines) {
        made.lines.push_back({.label = line.label,
                              .quantity = Decimal::parse(line.quantity).value(),
                              .service = false,
                              .net = line.total - line.tax,
                              .tax = line.tax,
                              .taxCategory = line.category,
                              .taxRate = Decimal(line.rate)});
        made.taxCategories.push_back(line.category);
        made.total += line.total;
        made.taxTotal += line.tax;
    }
    made.payments = {{"cash", made.total}};
    return made;
}

inline Json fileOf(const std::string& path) {
    std::ifstream in(path);
    return Json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
}

/// Fails where the request does not fit the schema of the contract.
inline void expectFits(const Json& schema, const Json& request) {
    try {
        SettingsCheck().check(schema, request, "request");
    } catch (const ApiError& error) {
        ADD_FAILURE() << error.what() << ' ' << request.dump();
    }
}

/// The rule by which the authority would refuse the document; empty when it would accept it.
inline std::string unfitness(const Profile& profile, const Document& document, const Json& settings) {
    try {
        requestOf(profile, document, settings);
        return {};
    } catch (const Unfit& unfit) {
        return unfit.what();
    }
}

} // namespace svc::emcf::testing
