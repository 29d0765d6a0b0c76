#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <bindings.hpp>

namespace svc::stock {

/// The ledger entry of a document. Nothing is posted if no ledger is enabled.
struct StockPosting {
    std::string_view label;
    std::string_view counterpart; ///< role of the account against which `inventory` is posted
    std::string documentKind;
    std::string documentId;
    std::optional<std::string> documentNumber{};
    Date date;
    BusinessUnitId businessUnitId;
    std::int64_t valueIn = 0;
    std::int64_t valueOut = 0;
};

void postStock(Call& call, const StockPosting& posting);

} // namespace svc::stock
