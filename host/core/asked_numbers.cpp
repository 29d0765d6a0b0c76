#include "host/core/asked_numbers.hpp"

#include <svc/id.hpp>
#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {

void offerAskedNumbers(Catalogue& catalogue) {
    catalogue.add(Command{"number.ask", "host", [](UnitOfWork& work, std::string_view text) {
                              const Json input = Json::parse(text);
                              const auto date = Date::parse(input.textOr("date"));
                              const auto id = input.optionalText("businessUnitId");
                              const auto unit = id ? decodeId("bus", *id) : std::nullopt;
                              if (!date || (id && !unit)) {
                                  throw Fault("number.ask: no date, or no identifier of a business unit");
                              }
                              const std::string kind = input.textOr("kind");
                              work.requireSeriesOf(work.caller(), kind);
                              work.askNumber(kind, unit, *date);
                              return std::string("{}");
                          }});
}

} // namespace svc::host
