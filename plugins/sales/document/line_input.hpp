#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bindings.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A member of `lines[<index>]` as the client wrote it: the refusal of a malformed identifier shows this
/// text.
std::string writtenInLine(Call& call, std::size_t index, std::string_view name);

/// Refuses a quantity that is not above zero.
void checkQuantities(const std::vector<api::SaleNamedLine>& named);

/// A line of the sale and its quantity in a refund or a delivery, summed over all entries that name it.
struct FoundLine {
    std::size_t line = 0;
    Decimal quantity;
};
/// Finds the lines in the sale, in the order of the request; refuses with `line-not-found:<lineId>`.
std::vector<FoundLine> findLines(Call& call, const Sale& sale, const std::vector<api::SaleNamedLine>& named);

/// `quantity-above-remaining:<lineId>:<remaining>` when the request names more than remains.
void checkRemaining(const Sale& sale, const FoundLine& found, const Decimal& remaining);

} // namespace svc::sales
