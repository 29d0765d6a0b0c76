#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <bindings.hpp>

namespace svc::stock {

/// The entry of a document in the books. Nothing is posted where no ledger is enabled.
struct StockPosting {
    std::string_view label;
    std::string_view counterpart; ///< role against which `inventory` moves
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
