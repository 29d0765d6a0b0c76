#include "host/auth/key_memory.hpp"

namespace svc::host::auth {

bool KnownKey::isSame(const db::Rows& rows) const {
    return rows.count() == 1 && rows.text(0, 0) == companyWritten;
}

} // namespace svc::host::auth
