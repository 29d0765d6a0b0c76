// Sums of the receipts of a closing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "closing/store.hpp"
#include "receipt/store.hpp"

namespace svc::de_kassensichv {

/// In euro.
struct TaxSum {
    Decimal gross;
    Decimal net;
    Decimal tax;
};

/// By tax key.
std::map<std::int64_t, TaxSum> taxesOf(const Receipt& receipt);

/// A payment in its own currency.
Decimal paidIn(const Json& payment);

/// Sums count only receipts of the type Beleg; keys and rates come from all receipts.
struct ClosingSums {
    std::string firstReceipt; ///< BON_ID
    std::string lastReceipt;
    Decimal paid; ///< in euro
    Decimal cash;
    std::map<std::int64_t, Decimal> rates;                           ///< by tax key, percent
    std::map<std::pair<std::string, std::int64_t>, TaxSum> cases;    ///< by business case and tax key
    std::map<std::pair<std::string, std::string>, Decimal> payments; ///< by kind and name, in euro
    std::map<std::string, Decimal> cashByCurrency;
};
ClosingSums sumsOf(Call& call, const Closing& closing);

/// A receipt that another one reverses.
struct Reference {
    std::string recordedLocal;
    std::optional<std::int64_t> closing; ///< nothing: it is in no closing yet
};
Reference referenceOf(Call& call, std::int64_t sequence);

} // namespace svc::de_kassensichv
