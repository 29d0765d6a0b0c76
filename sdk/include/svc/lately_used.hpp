/// @file A small cache in the memory of the process.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

namespace svc {

/// A thread-safe cache of at most `Most` values. It never checks the database: the caller must detect a stale
/// value itself, by a name that changes with the value or by a text stored with it.
///
/// Example with the digest of a certificate as the name of its key:
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

    /// Stores the value under this name and replaces an older one.
    void keep(const Name& name, const Value& value) {
        const std::lock_guard lock(mutex_);
        if (values_.size() >= Most && !values_.contains(name)) {
            values_.clear(); // full: start again, values in use are soon stored again
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
