#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A member of `lines[<index>]` as the client wrote it: how an identifier of the wrong form is named in its
/// refusal.
std::string writtenInLine(Call& call, std::size_t index, std::string_view name);

/// Refuses a quantity that is not above zero.
void checkQuantities(const std::vector<api::SaleNamedLine>& named);

/// A line of the sale and the quantity of it that a refund or a delivery names, all mentions together.
struct FoundLine {
    std::size_t line = 0;
    Decimal quantity;
};
/// Finds the lines in the sale, in the order of the body; refuses with `line-not-found:<lineId>`.
std::vector<FoundLine> findLines(Call& call, const Sale& sale, const std::vector<api::SaleNamedLine>& named);

/// `quantity-above-remaining:<lineId>:<remaining>` when more is named than remains.
void checkRemaining(const Sale& sale, const FoundLine& found, const Decimal& remaining);

} // namespace svc::sales
