#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>

#include "report/rules/reporting_period.hpp"
#include "rules/parties.hpp"
#include "status/rules/status_message.hpp"

namespace svc::fr_einvoicing {

/// The reporting company, and its platform.
struct Declarant {
    std::string siren = {};
    std::string name = {};
    std::string platform = {}; ///< the four characters by which the administration knows the platform
    std::string platformName = {};
};

/// The total of a VAT rate. `net` in the currency of the transactions, `tax` in euro; minor units.
struct RateTotal {
    Decimal rate = {}; ///< percent
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

/// Sales to consumers of one day, currency and category (10.3).
struct DayTotal {
    Date day = {};
    Currency currency = {};
    std::string category = {}; ///< TLB1, TPS1, TNT1, TMA1
    std::int64_t count = 0;    ///< of sales
    std::vector<RateTotal> rates = {};
};

struct ForeignTax {
    std::string category = {};      ///< UNCL 5305
    Decimal rate = {};              ///< percent
    std::int64_t net = 0;           ///< in the currency of the invoice
    std::int64_t tax = 0;           ///< in euro
    std::string exemption = {};     ///< text
    std::string exemptionCode = {}; ///< VATEX
};

/// An invoice or credit note to a business abroad (10.1).
struct ForeignInvoice {
    std::string number = {};
    Date date = {};
    int typeCode = 380; ///< UNCL 1001
    Currency currency = {};
    std::optional<Date> dueDate = {};
    std::string process = {}; ///< BT-23
    std::string precedingNumber = {};
    std::optional<Date> precedingDate = {};
    std::string sellerVat = {};
    ReportedId buyer = {};
    std::string buyerVat = {};
    std::string buyerCountry = {};
    std::vector<ForeignTax> taxes = {};
};

/// A payment of such an invoice (10.2).
struct InvoicePayment {
    std::string number = {};
    Date issuedOn = {};
    Date paidOn = {};
    std::vector<RateAmount> shares = {}; ///< in euro
};

/// Money received for sales to consumers on one day (10.4).
struct DayPayment {
    Date day = {};
    std::vector<RateAmount> shares = {}; ///< in euro
};

/// A transmission of flow 10.
struct Report {
    std::string id = {};       ///< unique per period and declarant, at most 50 characters
    std::string madeAt = {};   ///< YYYYMMDDHHMMSS, local time
    bool isCorrection = false; ///< RE: replaces the previous report
    Declarant declarant = {};
    ReportKind kind = ReportKind::Transactions;
    Date from = {};
    Date to = {};
    std::vector<ForeignInvoice> invoices = {};
    std::vector<DayTotal> days = {};
    std::vector<InvoicePayment> invoicePayments = {};
    std::vector<DayPayment> dayPayments = {};

    bool empty() const {
        return invoices.empty() && days.empty() && invoicePayments.empty() && dayPayments.empty();
    }
};

/// The report in the schemas of flow 10: no namespace, dates YYYYMMDD.
std::string writeReport(const Report& report);

} // namespace svc::fr_einvoicing
