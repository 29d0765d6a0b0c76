#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "host/core/facts.hpp"

namespace svc::host {

/// For whom the job threads of this host work, and how many of them one may have: a company half of them, a
/// plugin half of them, a plugin for one company a quarter, each at least one. So what is slow, a provider or
/// a company, leaves threads to everybody else. Not thread-safe.
class JobShares {
public:
    explicit JobShares(unsigned threads);

    bool mayBegin(const Uuid& company, const std::string& plugin) const;
    void begin(const Uuid& company, const std::string& plugin);
    void end(const Uuid& company, const std::string& plugin);

    /// Who has no thread left, and for which companies some thread works.
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
