#include "host/core/asked_numbers.hpp"

#include <svc/id.hpp>
#include <svc/json.hpp>

#include "host/core/unit_of_work.hpp"

namespace svc::host {

void offerAskedNumbers(Catalogue& catalogue) {
    catalogue.add(Command{"number.ask", "host", [](UnitOfWork& work, std::string_view text) {
                              const Json input = Json::parse(text);
                              const auto unit = input.optionalText("businessUnitId");
                              work.askNumber(input["kind"].text(),
                                             unit ? decodeId("bus", *unit) : std::nullopt,
                                             Date::parse(input["date"].text()).value());
                              return std::string("{}");
                          }});
}

} // namespace svc::host
