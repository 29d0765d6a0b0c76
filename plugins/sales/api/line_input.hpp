#pragma once

#include <string>
#include <vector>

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// A line that a refund or a delivery names.
struct NamedLine {
    std::string id;   ///< as the client wrote it
    Decimal quantity; ///< positive
};

/// `lines` of a body; empty when there is none.
std::vector<NamedLine> readNamedLines(const Json& body);

/// A line of the sale and the quantity of it that is named, all mentions together.
struct FoundLine {
    std::size_t line = 0;
    Decimal quantity;
};

/// Finds the lines in the sale, in the order of the body; refuses with `line-not-found:<lineId>`.
std::vector<FoundLine> findLines(const Sale& sale, const std::vector<NamedLine>& named);

/// `quantity-above-remaining:<lineId>:<remaining>` when more is named than remains.
void checkRemaining(const Sale& sale, const FoundLine& found, const Decimal& remaining);

} // namespace svc::sales
