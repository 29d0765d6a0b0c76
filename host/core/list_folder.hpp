#pragma once

#include <map>
#include <string>
#include <vector>

#include <svc/list_declaration.hpp>

#include "host/core/services.hpp"
#include "host/core/work_loop.hpp"

namespace svc::host {

/// Folds the record changes that triggers have noted (svc.list_change) into the counters and search words of
/// their lists, a thousand at a time. Any number of hosts may run one.
class ListFolder {
public:
    ListFolder(Services& services, const std::vector<ListDeclaration>& lists);

    void start() { loop_.start(1); }
    void stop() { loop_.stop(); }

private:
    bool runOnce();
    /// Returns the number of changes folded.
    std::int64_t fold(std::string_view company, std::string_view list, const std::string& sql);

    Services& services_;
    std::map<std::string, std::string, std::less<>> statements_; ///< by the name of the list
    WorkLoop loop_; ///< last member: its threads end before the members that they use
};

} // namespace svc::host
