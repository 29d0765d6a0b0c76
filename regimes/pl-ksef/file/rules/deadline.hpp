// Deadlines for sending invoices that were issued outside of KSeF (articles 106nda, 106nf and 106nh of the
// Polish VAT act).
#pragma once

#include <optional>
#include <string_view>

#include <svc/date.hpp>

namespace svc::pl_ksef {

/// The mode in which an invoice is issued.
enum class Mode {
    Online,         ///< KSeF numbers them; they count as issued when KSeF has them
    Offline24,      ///< by the choice of the company: to be sent on the next working day
    Unavailability, ///< KSeF has announced an outage: the next working day after its end
    Emergency,      ///< KSeF has broken down: seven working days after the end
    TotalFailure    ///< a state of danger: invoices need not be sent, neither now nor later
};

/// `online`, `offline24`, `unavailability`, `emergency`, `total-failure`; nothing for another text.
std::optional<Mode> modeOf(std::string_view text);
bool fromText(std::string_view text, Mode& to);
std::string_view toText(Mode mode);

/// Is it neither Saturday, Sunday nor one of the holidays of the act of 18 January 1951?
bool isWorkingDay(Date date);
/// The date plus a number of working days.
Date workingDaysAfter(Date date, int days);

/// The last day on which the invoice may be sent; nothing during an outage, and in modes without a deadline.
/// `end`: last day of the outage.
std::optional<Date> deadlineOf(Mode mode, Date issued, const std::optional<Date>& end);

} // namespace svc::pl_ksef
