#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace svc::keys {

/// Values that were used lately, kept in memory by a name that tells exactly which value it is (a public key,
/// a digest), so that what the database says of the name proves the value. For any number of threads.
template <class Value>
class LatelyUsed {
public:
    std::optional<Value> find(const std::string& name) const {
        const std::lock_guard lock(mutex_);
        const auto found = values_.find(name);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }

    void keep(const std::string& name, const Value& value) {
        const std::lock_guard lock(mutex_);
        if (values_.size() >= Most) {
            values_.clear();
        }
        values_.emplace(name, value);
    }

private:
    static constexpr std::size_t Most = 256;

    mutable std::mutex mutex_;
    std::map<std::string, Value> values_;
};

} // namespace svc::keys
