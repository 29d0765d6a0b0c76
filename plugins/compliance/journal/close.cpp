#include <algorithm>

#include "bindings.hpp"
#include "journal/store/closings.hpp"
#include "journal/store/records.hpp"
#include "sealing/canonical_json.hpp"
#include "sealing/signature.hpp"

namespace svc::compliance {
namespace {

Date dateIn(const Json& closing, std::string_view name) {
    return Date::parse(closing[name].text()).value();
}

void close(Call& call, std::string_view kind, const Period& period, const ClosingTotals& totals) {
    appendNow(call, {call.now().truncatedToMillis(), std::string(kinds::Closing),
                     closingName(kind, period.from), std::nullopt,
                     sealing::canonicalJson(
                         closingData(totals, kind, period, std::string(call.company().currency.code())))});
}

/// Closes each day that is over and has records. A record committed after the first one of the next day
/// counts for that next day: closings cover the records without gaps.
void closeDays(Call& call) {
    const std::optional<Json> last = lastClosing(call, "day");
    ClosingTotals before = last ? totalsOf(*last) : ClosingTotals{};
    Date next = last ? dateIn(*last, "to").addDays(1) : Date::parse("0001-01-01").value();
    while (const auto open = firstOpen(call, before.lastSequence)) {
        const Date day = std::max(call.dateOf(open->at), next);
        if (day >= call.today()) {
            return;
        }
        ClosingTotals totals = totalsBetween(
            call, before.lastSequence, lastBefore(call, before.lastSequence, call.startOf(day.addDays(1))));
        totals.perpetualTotal = before.perpetualTotal + totals.grandTotal;
        close(call, "day", {day, day}, totals);
        before = totals;
        next = day.addDays(1);
    }
}

/// Closes months or years that are over, from the closings of their days.
template <class PeriodOf>
void closeLonger(Call& call, std::string_view kind, PeriodOf periodOf) {
    const std::optional<Json> last = lastClosing(call, kind);
    std::optional<Period> period;
    ClosingTotals totals;
    const auto finish = [&] {
        if (period && period->to < call.today()) {
            close(call, kind, *period, totals);
        }
    };
    for (const Json& day : closedDays(call, last ? std::optional(dateIn(*last, "to")) : std::nullopt)) {
        const Date date = dateIn(day, "from");
        if (!period || date > period->to) {
            finish();
            period = periodOf(date);
            totals = ClosingTotals{};
        }
        totals.add(totalsOf(day));
    }
    finish();
}

/// Signs the end of the journal when records were added since the last signature.
void signHead(Call& call) {
    const JournalHead head = journalHead(call);
    if (head.sequence == 0 || head.sequence == lastSealed(call)) {
        return;
    }
    const std::string now = call.now().toString();
    sealing::Signature signature =
        sealing::sign(call, calls::host::secretsSign, headText(head.sequence, head.hash, now));
    writeSeal(call, {head.sequence, head.hash, now, std::move(signature.publicKey),
                     std::move(signature.signature)});
}

/// Closes the days, months and fiscal years that are over, by records in the journal itself.
void closePeriods(Call& call) {
    closeDays(call);
    closeLonger(call, "month", [](Date date) { return Period{date.firstOfMonth(), date.lastOfMonth()}; });
    const std::string start = call.company().accounting.textOr("fiscalYearStart", "01-01");
    closeLonger(call, "year", [&](Date date) { return fiscalYearOf(date, start); });
}

} // namespace

void jobs::closeJournal(Call& call, const Json&) {
    closePeriods(call);
    signHead(call);
}

} // namespace svc::compliance
