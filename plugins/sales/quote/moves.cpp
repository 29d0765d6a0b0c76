#include "quote/moves.hpp"

#include <svc/changes.hpp>

namespace svc::sales {

void refuse(std::string_view code) {
    if (!code.empty()) {
        throw ApiError(400, code);
    }
}

void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action) {
    call.history("quote", after.id.toString(), action,
                 changeOf("status", toText(before.status), toText(after.status)));
}

} // namespace svc::sales
