#include "host/auth/key_memory.hpp"

#include <utility>

namespace svc::host::auth {
bool KnownKey::isSame(const db::Rows& rows) const {
    return rows.count() == 1 && rows.text(0, 0) == companyWritten;
}

std::shared_ptr<const KnownKey> KeyMemory::find(const std::string& digest) const {
    const std::lock_guard lock(mutex_);
    const auto found = keys_.find(digest);
    return found == keys_.end() ? nullptr : found->second;
}

void KeyMemory::keep(const std::string& digest, KnownKey key) {
    auto kept = std::make_shared<const KnownKey>(std::move(key));
    const std::lock_guard lock(mutex_);
    // Those in use come back with their next request.
    if (keys_.size() >= most_) {
        keys_.clear();
    }
    keys_.insert_or_assign(digest, std::move(kept));
}

void KeyMemory::forget(const std::string& digest) {
    const std::lock_guard lock(mutex_);
    keys_.erase(digest);
}

} // namespace svc::host::auth
