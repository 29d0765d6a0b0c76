#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "records/ids.hpp"
#include "report/rules/reporting_period.hpp"
#include "rules/sending_state.hpp"

namespace svc::fr_einvoicing {

/// A transmission of flow 10 as it is kept.
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
/// State, flow and error.
void updateReport(Call& call, const StoredReport& report);
std::optional<StoredReport> findReport(Call& call, const std::string& id);
/// The newest version of a period.
std::optional<StoredReport> latestReport(Call& call, ReportKind kind, Date from);
/// Was a part of the period reported with other days, as before the VAT regime of the company changed?
bool isReportedOtherwise(Call& call, ReportKind kind, const ReportingPeriod& period);
std::vector<StoredReport> sentReports(Call& call);
/// Newest first, without those of nothing, at most 500.
std::vector<StoredReport> listReports(Call& call);

/// Since when the company reports: kept the first time.
Date reportsFrom(Call& call, Date first);
/// False when reports were looked after on this day already.
bool beginCheck(Call& call, Date day);

/// A sale, or the credit note of one, with what reports need of it.
struct ReportedDocument {
    records::SaleId sale = {};
    bool isNote = false;
    bool isTicket = false;
    std::string number = {};
    Date date = {};
    std::optional<Date> dueDate = {};
    Currency currency = {};
    Decimal exchangeRate = {}; ///< units of `currency` for one of the currency of the company
    Json taxes = {};
    Json lines = {}; ///< of the sale
    std::string precedingNumber = {};
    std::optional<Date> precedingDate = {};
};
/// Those dated in the period, by day.
std::vector<ReportedDocument> documentsIn(Call& call, Date from, Date to);

/// Money that was received for a sale, or given back (negative), in the currency of the company.
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
