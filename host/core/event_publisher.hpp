#pragma once

#include "host/core/services.hpp"
#include "host/core/work_loop.hpp"

namespace svc::host {

/// Moves the events of transactions that emitted very many (svc.event_waiting) into the journal, a thousand
/// at a time and in the order of the commits, and files their deliveries. Any number of hosts may run one.
class EventPublisher {
public:
    explicit EventPublisher(Services& services);

    void start() { loop_.start(1); }
    void stop() { loop_.stop(); }
    /// To be called when a transaction has left events to publish.
    void wake() { loop_.wake(); }
    /// Publishes everything that waits.
    void runDue() { loop_.runDue(); }

private:
    bool runOnce();
    /// Moves the next part of a company; false when there is none, or another host is at it.
    bool publish(std::string_view company);

    Services& services_;
    WorkLoop loop_; ///< last member: its threads end before the members that they use
};

} // namespace svc::host
