#pragma once

#include <bindings.hpp>

namespace svc::treasury {

/// Money that went from one wallet to another; its movements are out, in, and the fee.
using Transfer = api::Transfer;

/// Writes the transfer after its movements.
///
/// @param valueBase what stood in transit, minor units of the currency of the company
void insertTransfer(Call& call, const Transfer& transfer, std::int64_t valueBase);

} // namespace svc::treasury
