#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "records/ids.hpp"
#include "report/rules/reporting_period.hpp"
#include "rules/sending_state.hpp"

namespace svc::fr_einvoicing {

/// A transmission of flow 10 as it is stored.
struct StoredReport {
    std::string id = {};
    std::string kind = {};
    ReportingPeriod period = {};
    std::int64_t version = 1;
    bool isCorrection = false;
    std::string contentSha256 = {};
    std::optional<std::string> xml = {};
    SendingState state = SendingState::Waiting;
    std::optional<std::string> flow = {};
    std::optional<std::string> error = {};
    Instant madeAt = {};
};
void insertReport(Call& call, const StoredReport& report);
/// Stores state, flow and error.
void updateReport(Call& call, const StoredReport& report);
std::optional<StoredReport> findReport(Call& call, const std::string& id);
/// The newest version of the report of a period.
std::optional<StoredReport> latestReport(Call& call, ReportKind kind, Date from);
/// Was a part of the period reported with other period limits, as after a change of the company's VAT regime?
bool isReportedOtherwise(Call& call, ReportKind kind, const ReportingPeriod& period);
std::vector<StoredReport> sentReports(Call& call);
/// Newest first, without empty reports, at most 500.
std::vector<StoredReport> listReports(Call& call);

/// The day from which the company reports: stored at the first call.
Date reportsFrom(Call& call, Date first);
/// False when this day's check has begun already.
bool beginCheck(Call& call, Date day);

/// A sale or its credit note, with the fields that reports need.
struct ReportedDocument {
    records::SaleId sale = {};
    bool isNote = false;
    bool isTicket = false;
    std::string number = {};
    Date date = {};
    std::optional<Date> dueDate = {};
    Currency currency = {};
    Decimal exchangeRate = {}; ///< units of `currency` for one of the currency of the company
    Json taxes = {};           ///< as the published view has them
    Json lines = {};           ///< of the sale
    std::string precedingNumber = {};
    std::optional<Date> precedingDate = {};
};
/// The documents dated in the period, by day.
std::vector<ReportedDocument> documentsIn(Call& call, Date from, Date to);

/// Money received for a sale, or refunded (negative), in the currency of the company.
struct ReportedPayment {
    records::SaleId sale = {};
    bool isTicket = false;
    std::string number = {};
    Date issuedOn = {};
    Date paidOn = {};
    std::int64_t amount = 0;
    Json taxes = {};
    Json lines = {};
};
std::vector<ReportedPayment> paymentsIn(Call& call, Date from, Date to);

} // namespace svc::fr_einvoicing
