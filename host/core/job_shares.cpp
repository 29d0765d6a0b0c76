#include "host/core/job_shares.hpp"

#include <algorithm>

namespace svc::host {
namespace {

template <class Key>
unsigned threadsFor(const std::map<Key, unsigned>& threads, const Key& key) {
    const auto found = threads.find(key);
    return found == threads.end() ? 0 : found->second;
}

template <class Key>
void release(std::map<Key, unsigned>& threads, const Key& key) {
    if (const auto found = threads.find(key); --found->second == 0) {
        threads.erase(found);
    }
}

template <class Key>
std::vector<Key> keysWithAtLeast(const std::map<Key, unsigned>& threads, unsigned least) {
    std::vector<Key> keys;
    for (const auto& [key, count] : threads) {
        if (count >= least) {
            keys.push_back(key);
        }
    }
    return keys;
}

} // namespace

JobShares::JobShares(unsigned threads)
    : half_(std::max(1U, threads / 2)), quarter_(std::max(1U, threads / 4)) {}

bool JobShares::mayBegin(const Uuid& company, const std::string& plugin, const std::string& lane) const {
    return threadsFor(companies_, company) < half_ && threadsFor(plugins_, plugin) < half_ &&
           threadsFor(pluginsOfCompanies_, {company, plugin}) < quarter_ &&
           (lane.empty() || threadsFor(lanes_, {plugin, lane}) < quarter_);
}

void JobShares::begin(const Uuid& company, const std::string& plugin, const std::string& lane) {
    ++companies_[company];
    ++plugins_[plugin];
    ++pluginsOfCompanies_[{company, plugin}];
    if (!lane.empty()) {
        ++lanes_[{plugin, lane}];
    }
}

void JobShares::end(const Uuid& company, const std::string& plugin, const std::string& lane) {
    release(companies_, company);
    release(plugins_, plugin);
    release(pluginsOfCompanies_, {company, plugin});
    if (!lane.empty()) {
        release(lanes_, {plugin, lane});
    }
}

JobShares::Taken JobShares::taken() const {
    return {keysWithAtLeast(companies_, 1), keysWithAtLeast(companies_, half_),
            keysWithAtLeast(plugins_, half_), keysWithAtLeast(pluginsOfCompanies_, quarter_),
            keysWithAtLeast(lanes_, quarter_)};
}

} // namespace svc::host
