#pragma once

#include <string_view>

namespace svc::stock {

/// Texts that the module writes into ledger entries.
enum class Text {
    GoodsSold = 1,
    GoodsReturned,
    GoodsReceived,
    StockCount,
    StockAdjustment,
    OpeningStock,
    ClosingStock
};

/// In the language of the company: en, fr, de; English for any other.
std::string_view wording(Text text, std::string_view language);

} // namespace svc::stock
