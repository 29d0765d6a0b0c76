#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/core/facts.hpp"

namespace svc::host {

/// Thread quotas of the job workers of this host: a company may use half of the threads, a plugin half, a
/// plugin for one company a quarter, and the lanes of one name of a plugin, over all companies, a quarter;
/// each at least one. So a slow company or plugin leaves threads to the others, and so does a slow provider
/// among the many of one plugin, which are its lanes. Not thread-safe.
class JobShares {
public:
    explicit JobShares(unsigned threads);

    /// `lane`: empty for a job without one.
    bool mayBegin(const Uuid& company, const std::string& plugin, const std::string& lane = {}) const;
    void begin(const Uuid& company, const std::string& plugin, const std::string& lane = {});
    void end(const Uuid& company, const std::string& plugin, const std::string& lane = {});

    /// The companies and plugins that have used up their thread quota, and the companies with a running job.
    struct Taken {
        std::vector<Uuid> working;
        std::vector<Uuid> companies;
        std::vector<std::string> plugins;
        std::vector<std::pair<Uuid, std::string>> pluginsOfCompanies;
        std::vector<std::pair<std::string, std::string>> lanes; ///< plugin and lane
    };
    Taken taken() const;

private:
    unsigned half_;
    unsigned quarter_;
    std::map<Uuid, unsigned> companies_;
    std::map<std::string, unsigned> plugins_;
    std::map<std::pair<Uuid, std::string>, unsigned> pluginsOfCompanies_;
    std::map<std::pair<std::string, std::string>, unsigned> lanes_;
};

} // namespace svc::host
