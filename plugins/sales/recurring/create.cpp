#include "recurring/store.hpp"
#include "recurring/template.hpp"
#include "recurring/times.hpp"
#include "recurring/view.hpp"

namespace svc::sales {

Answer<201, api::RecurringSale> createRecurringSale(Request& request, const api::RecurringSaleCreate& body) {
    RecurringSale sale;
    sale.id = request.newId<RecurringSaleId>();
    takeTemplate(request, body.template_, sale);
    sale.every = body.every;
    sale.interval = body.interval;
    takeStart(request, body.startsOn, sale);
    takeDay(body.dayOfMonth, sale);
    takeEnd(body.endsOn, sale);
    sale.maxCount = body.maxCount;
    sale.send = body.send;
    schedule(sale, sale.startsOn);
    if (!sale.nextOn) {
        throw fieldInvalid("endsOn");
    }
    sale.createdAt = request.now();
    sale.updatedAt = sale.createdAt;
    sale.createdBy = request.actor();
    insertRecurring(request, sale);
    request.history("recurring_sale", sale.id.toString(), "recurring_sale.created");
    return Answer<201, api::RecurringSale>(shown(sale)).etag(sale.version);
}

} // namespace svc::sales
