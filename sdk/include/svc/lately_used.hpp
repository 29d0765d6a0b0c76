/// @file What was made lately and is likely to be asked for again, in the memory of the process.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace svc {

/// A cache of at most `Most` values that all threads share. It never looks at the database: whoever asks
/// knows by what it has read (a name that changes with the value, or a text that the value keeps) whether the
/// value still holds.
///
/// Example, a key that is named by the digest of its certificate:
///   static LatelyUsed<std::string, PrivateKey> used;
///   if (auto key = used.find(digest)) { return *std::move(key); }
template <class Name, class Value, std::size_t Most = 256>
class LatelyUsed {
public:
    std::optional<Value> find(const Name& name) const {
        const std::lock_guard lock(mutex_);
        const auto found = values_.find(name);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Replaces the value of that name.
    void keep(const Name& name, const Value& value) {
        const std::lock_guard lock(mutex_);
        if (values_.size() >= Most && !values_.contains(name)) {
            values_.clear(); // those in use come back
        }
        values_.insert_or_assign(name, value);
    }
    void forget(const Name& name) {
        const std::lock_guard lock(mutex_);
        values_.erase(name);
    }

private:
    mutable std::mutex mutex_;
    std::map<Name, Value> values_;
};

} // namespace svc
