#pragma once

#include <vector>

#include "host/api/import_runs.hpp"
#include "host/core/event_publisher.hpp"
#include "host/core/list_folder.hpp"

namespace svc::host::app {

/// Background work that follows requests with a short delay, one thread for each kind.
class BackgroundLoops {
public:
    /// All arguments must outlive it.
    BackgroundLoops(Services& services, const std::vector<ListDeclaration>& lists, api::ImportRuns& imports)
        : lists_(services, lists), publisher_(services), imports_(imports) {}

    void start() {
        lists_.start();
        publisher_.start();
        imports_.start();
    }
    void stop() {
        lists_.stop();
        publisher_.stop();
        imports_.stop();
    }
    /// Called after a commit.
    void wake(const Filed& filed) {
        if (filed.events) {
            publisher_.wake();
        }
    }

private:
    ListFolder lists_;
    EventPublisher publisher_;
    api::ImportRuns& imports_;
};

} // namespace svc::host::app
