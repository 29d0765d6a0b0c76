#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>
#include <svc/http.hpp>

namespace svc::stock {

struct TransferLine {
    Uuid itemId;
    std::optional<std::string> lot;
    Decimal quantity;
};

/// Goods that went from one location to another.
struct Transfer {
    Uuid id;
    Uuid fromLocationId;
    Uuid toLocationId;
    Date date;
    std::optional<std::string> note;
    std::vector<TransferLine> lines;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;
};

struct TransferFilter {
    DateRange dates;
    std::optional<Uuid> locationId; ///< from it or to it
    bool lines = false;
    bool oldestFirst = false;
};

struct TransferPage {
    std::vector<Transfer> transfers;
    std::int64_t total = 0;
};

TransferPage listTransfers(Call& call, const TransferFilter& filter, const ArrayPage& page);
void insertTransfer(Call& call, const Transfer& transfer);

} // namespace svc::stock
