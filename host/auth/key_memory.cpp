#include "host/auth/key_memory.hpp"

#include <utility>

namespace svc::host::auth {
namespace {

/// The column of the look-up that holds the last use.
constexpr std::size_t LastUse = 7;

/// Calls the function with each piece of the text to compare: NULL and each text have their own form.
template <class Function>
void eachPiece(const db::Rows& rows, Function function) {
    for (std::size_t column = 0; column < rows.columns(); ++column) {
        if (column == LastUse) {
            continue;
        }
        const auto cell = rows.cell(0, column);
        function(cell ? std::string_view("=") : std::string_view("-"));
        function(cell.value_or(std::string_view()));
        function(std::string_view("\0", 1)); // no text of PostgreSQL holds one
    }
}

} // namespace

std::string KnownKey::cellsOf(const db::Rows& rows) {
    std::string text;
    eachPiece(rows, [&](std::string_view piece) { text += piece; });
    return text;
}

bool KnownKey::isSame(const db::Rows& rows) const {
    if (rows.count() != 1) {
        return false;
    }
    std::string_view rest = cells;
    bool same = true;
    eachPiece(rows, [&](std::string_view piece) {
        same = same && rest.starts_with(piece);
        rest.remove_prefix(same ? piece.size() : 0);
    });
    return same && rest.empty();
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
