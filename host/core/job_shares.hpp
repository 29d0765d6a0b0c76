#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/core/facts.hpp"

namespace svc::host {

/// Thread quotas of the job workers of this host: a company may use half of the threads, a plugin half, a
/// plugin for one company a quarter, each at least one. So a slow provider or company leaves threads to the
/// others. Not thread-safe.
class JobShares {
public:
    explicit JobShares(unsigned threads);

    bool mayBegin(const Uuid& company, const std::string& plugin) const;
    void begin(const Uuid& company, const std::string& plugin);
    void end(const Uuid& company, const std::string& plugin);

    /// The companies and plugins that have used up their thread quota, and the companies with a running job.
    struct Taken {
        std::vector<Uuid> working;
        std::vector<Uuid> companies;
        std::vector<std::string> plugins;
        std::vector<std::pair<Uuid, std::string>> pluginsOfCompanies;
    };
    Taken taken() const;

private:
    unsigned half_;
    unsigned quarter_;
    std::map<Uuid, unsigned> companies_;
    std::map<std::string, unsigned> plugins_;
    std::map<std::pair<Uuid, std::string>, unsigned> pluginsOfCompanies_;
};

} // namespace svc::host
