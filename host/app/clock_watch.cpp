#include "host/app/clock_watch.hpp"

#include <cstdlib>

#include <svc/date.hpp>

namespace svc::host::app {

void ClockWatch::check() {
    const auto difference = difference_();
    if (!difference) {
        return;
    }
    const std::int64_t apart = std::abs(*difference);
    const bool differs = apart > (differs_ ? Agrees : Differs) * Instant::Second;
    if (differs == differs_) {
        return;
    }
    differs_ = differs;
    const std::string seconds = std::to_string(apart / Instant::Second) + " s";
    if (differs) {
        tell_(true,
              "the clock of this host is " + seconds + (*difference > 0 ? " ahead of" : " behind") +
                  " that of the database: receivers of webhooks refuse what it signs, and schedules run "
                  "at wrong times. Set the clocks");
    } else {
        tell_(false, "the clock of this host agrees with that of the database again");
    }
}

} // namespace svc::host::app
