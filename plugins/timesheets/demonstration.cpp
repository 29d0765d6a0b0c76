#include "input.hpp"
#include "store.hpp"

namespace svc::timesheets {

void commands::demonstrate(Call& call) {
    struct Sample {
        int daysAgo;
        const char* project;
        const char* description;
        int minutes;
        bool billable;
    };
    constexpr Sample Samples[] = {{6, "Bar refit", "Visit and measurements", 90, true},
                                  {5, "Bar refit", "Workshop", 240, true},
                                  {3, "Bar refit", "Assembly", 330, true},
                                  {1, "Training", "Barista course", 180, true},
                                  {1, "Office", "Week planning", 45, false}};
    // The first customer of the demonstration data, if there is one.
    const Rows partners = call.db().query(
        "SELECT id, name FROM partners.v1_partners WHERE company_id = $1 AND kind <> 'supplier'"
        " ORDER BY sort_name, id LIMIT 1",
        call.companyId());
    const MinorPrice rate(Decimal(80).shifted(call.company().currency.digits()));
    std::vector<Entry> entries;
    int number = 0;
    for (const Sample& sample : Samples) {
        Entry entry;
        entry.id = call.newId<TimeEntryId>();
        entry.externalId = "demonstration-" + std::to_string(++number);
        if (!partners.empty()) {
            entry.partnerId = partners[0].id<PartnerId>(0);
            entry.partner =
                api::TimePartner{.id = *entry.partnerId, .name = std::string(partners[0].text(1))};
        }
        entry.person = "Léa Simon";
        entry.project = sample.project;
        entry.description = sample.description;
        entry.date = call.today().addDays(-sample.daysAgo);
        entry.minutes = sample.minutes;
        entry.hourlyRate = rate;
        entry.amount = worthOf(entry.minutes, rate).value();
        entry.currency = call.company().currency;
        entry.billable = sample.billable;
        entry.version = 1;
        entry.createdAt = call.now();
        entry.updatedAt = call.now();
        entries.push_back(std::move(entry));
    }
    writeEntries(call, entries);
    for (const Entry& entry : entries) {
        emitCreated(call, entry);
    }
}

} // namespace svc::timesheets
