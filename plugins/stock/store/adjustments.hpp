#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::stock {

/// A correction of the stock by hand; its lines are movements.
struct Adjustment {
    Uuid id;
    Uuid locationId;
    std::string reason;
    Date date;
    std::optional<std::string> note;
};

void insertAdjustment(Call& call, const Adjustment& adjustment);

} // namespace svc::stock
