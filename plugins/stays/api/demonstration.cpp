#include "api/routes.hpp"
#include "api/stay_json.hpp"
#include "store/stay_store.hpp"

namespace svc::stays {

Json demonstrateCommand(Call& call, const Json&) {
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
    // The first customer of the demonstration, when there is one.
    const Rows partners = call.db().query(
        "SELECT id, name FROM partners.v1_partners WHERE company_id = $1 AND kind <> 'supplier'"
        " ORDER BY sort_name, id LIMIT 1",
        call.companyId());
    for (const Sample& sample : Samples) {
        Stay stay;
        stay.id = call.newUuid();
        stay.unit = sample.unit;
        if (!partners.empty()) {
            stay.partnerId = partners[0].uuid(0);
            stay.partnerName = partners[0].text(1);
        }
        stay.arrival = call.today().addDays(sample.arrivesIn);
        stay.departure = stay.arrival.addDays(sample.nights);
        stay.guests = sample.guests;
        stay.currency = call.company().currency;
        stay.unitPrice = Decimal(sample.price).shifted(stay.currency.digits());
        stay.createdAt = call.now();
        stay.updatedAt = call.now();
        if (sample.checkedIn) {
            stay.status = "checked_in";
            stay.checkedInAt = call.now();
        }
        insertStay(call, stay);
        if (sample.checkedIn) {
            emitCheckedIn(call, stay);
        }
    }
    return Json::object();
}

} // namespace svc::stays
