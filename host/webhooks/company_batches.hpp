#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <svc/id.hpp>

namespace svc::host::webhooks {

/// Queue that batches work by company: one batch of a company is in progress at a time, and items that arrive
/// meanwhile form its next batch. Companies take turns.
template <class Item>
class CompanyBatches {
public:
    using Batch = std::pair<Uuid, std::vector<Item>>;

    void add(const Uuid& company, Item item) {
        std::vector<Item>& items = items_[company];
        if (items.empty() && busy_.count(company) == 0) {
            turns_.push_back(company);
        }
        items.push_back(std::move(item));
    }
    bool ready() const { return !turns_.empty(); }
    /// Takes the next batch; the caller must call done() afterwards.
    std::optional<Batch> take() {
        if (turns_.empty()) {
            return std::nullopt;
        }
        const Uuid company = turns_.front();
        turns_.pop_front();
        busy_.insert(company);
        auto items = items_.extract(company);
        return Batch(company, std::move(items.mapped()));
    }
    void done(const Uuid& company) {
        busy_.erase(company);
        if (items_.count(company) > 0) {
            turns_.push_back(company);
        }
    }

private:
    std::map<Uuid, std::vector<Item>> items_;
    std::deque<Uuid> turns_;
    std::set<Uuid> busy_;
};

} // namespace svc::host::webhooks
