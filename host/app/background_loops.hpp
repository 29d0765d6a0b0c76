#pragma once

#include <vector>

#include "host/api/import_runs.hpp"
#include "host/core/event_publisher.hpp"
#include "host/core/list_folder.hpp"

namespace svc::host::app {

/// What a host does a little behind the requests, in one thread each.
class BackgroundLoops {
public:
    /// All must outlive it.
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
    /// After a commit.
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
