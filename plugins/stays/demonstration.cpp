#include "check_in.hpp"
#include "rules/stay.hpp"
#include "store.hpp"

namespace svc::stays {

void commands::demonstrate(Call& call) {
    struct Sample {
        const char* unit;
        int arrivesIn; ///< days from today
        int nights;
        int guests;
        int price;
        bool checkedIn;
    };
    constexpr Sample Samples[] = {
        {"Room 12", -1, 3, 2, 95, true}, {"Room 14", 0, 2, 1, 80, false}, {"Room 12", 5, 4, 2, 95, false}};
    // The first customer of the demonstration data, if there is one.
    const Rows partners = call.db().query(
        "SELECT id, name FROM partners.v1_partners WHERE company_id = $1 AND kind <> 'supplier'"
        " ORDER BY sort_name, id LIMIT 1",
        call.companyId());
    for (const Sample& sample : Samples) {
        const Currency currency = call.company().currency;
        Stay stay{.id = call.newId<StayId>(),
                  .status = Status::Booked,
                  .unit = sample.unit,
                  .guests = sample.guests,
                  .unitPrice = MinorPrice(Decimal(sample.price).shifted(currency.digits())),
                  .currency = currency,
                  .createdAt = call.now(),
                  .updatedAt = call.now(),
                  .version = 1};
        if (!partners.empty()) {
            stay.partnerId = partners[0].id<PartnerId>(0);
            stay.partner = api::StayPartner{.id = *stay.partnerId, .name = std::string(partners[0].text(1))};
        }
        const Date arrival = call.today().addDays(sample.arrivesIn);
        setNights(stay, arrival, arrival.addDays(sample.nights));
        if (sample.checkedIn) {
            stay.status = Status::CheckedIn;
            stay.checkedInAt = call.now();
        }
        insertStay(call, stay);
        if (sample.checkedIn) {
            emitCheckedIn(call, stay);
        }
    }
}

} // namespace svc::stays
