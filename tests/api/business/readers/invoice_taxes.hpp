// Reads net and tax by rate from files that companies send (UBL, FatturaPA, FA(3) and the French reports),
// independently of the service.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace svc::test {

struct NetAndTax {
    std::int64_t net = 0; ///< minor units; negative for refunds
    std::int64_t tax = 0;

    friend bool operator==(const NetAndTax&, const NetAndTax&) = default;
};
/// By rate, as percent with two decimals.
using TaxesByRate = std::map<std::string, NetAndTax>;

/// For messages of GoogleTest.
void PrintTo(const NetAndTax& one, std::ostream* out);

TaxesByRate& operator+=(TaxesByRate& sum, const TaxesByRate& more);

/// The content of each element with this name (including its prefix).
std::vector<std::string> partsOf(const std::string& xml, const std::string& element);
/// The content of the first such element; empty when there is none.
std::string partOf(const std::string& xml, const std::string& element);
/// -12.3 as -1230.
std::int64_t minorOf(const std::string& amount);
/// 20 as 20.00.
std::string rateOf(const std::string& percent);

TaxesByRate ublTaxes(const std::string& xml);
TaxesByRate fatturaTaxes(const std::string& xml);
TaxesByRate fa3Taxes(const std::string& xml);
/// Taxes of the transactions in a report of flow 10.
TaxesByRate reportTaxes(const std::string& xml);

} // namespace svc::test
