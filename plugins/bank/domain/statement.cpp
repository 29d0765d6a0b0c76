#include "domain/statement.hpp"

namespace svc::bank {

std::optional<std::int64_t> imbalance(const FileStatement& statement) {
    if (!statement.opening || !statement.closing) {
        return std::nullopt;
    }
    // 128 bits: a file may hold 100,000 amounts at the end of the range.
    __extension__ __int128 sum = *statement.opening;
    for (const FileLine& line : statement.lines) {
        sum += line.amount;
    }
    return static_cast<std::int64_t>(*statement.closing - sum);
}

} // namespace svc::bank
