#include "host/app/stop_point.hpp"

#include <csignal>
#include <unistd.h>

namespace svc::host::app {

void StopPoint::reached(std::string_view point) {
    if (stopAt_ && point == stopAt_->point && ++count_ == stopAt_->times) {
        ::kill(::getpid(), SIGKILL);
        for (;;) {
            ::pause();
        }
    }
}

} // namespace svc::host::app
