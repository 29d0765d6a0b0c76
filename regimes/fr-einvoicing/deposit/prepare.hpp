#pragma once

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// In the transaction of an invoice or credit note: the file for its buyer. Null when the buyer is no French
/// business. Refuses with `invoice-incomplete:<field>`, `currency-unsupported:<currency>`.
Json prepare(Call& call, const Json& input);

} // namespace svc::fr_einvoicing
