#pragma once

#include <optional>
#include <string_view>

#include <svc/date.hpp>

namespace svc::fr_einvoicing {

/// The VAT regime of a company, which determines its reporting periods. External specifications of the tax
/// administration 3.2.
enum class VatRegime {
    Monthly,    ///< normal regime, monthly returns
    Quarterly,  ///< normal regime, quarterly returns
    Simplified, ///< simplified regime
    Franchise,  ///< small businesses exempt from VAT
};
/// `monthly`, `quarterly`, `simplified`, `franchise`.
std::optional<VatRegime> vatRegimeOf(std::string_view name);

/// The content of a report of flow 10: one or the other (rule G6.29).
enum class ReportKind {
    Transactions, ///< 10.1 invoices abroad, 10.3 sales to consumers
    Payments,     ///< 10.2 payments of such invoices, 10.4 payments of such sales
};
/// `transactions`, `payments`.
std::string_view nameOf(ReportKind kind);

struct ReportingPeriod {
    Date from = {};
    Date to = {};
    Date due = {}; ///< the last day on which it may be reported

    bool operator==(const ReportingPeriod&) const = default;
};

/// The reporting period that contains the day.
ReportingPeriod periodAt(VatRegime regime, ReportKind kind, Date day);

} // namespace svc::fr_einvoicing
