#include "statement/rules/statement.hpp"

#include <algorithm>
#include <utility>

#include <svc/text.hpp>

namespace svc::bank {

std::optional<std::int64_t> imbalance(const FileStatement& statement) {
    if (!statement.opening || !statement.closing) {
        return std::nullopt;
    }
    __extension__ __int128 sum = statement.handedOn + *statement.opening;
    for (const FileLine& line : statement.lines) {
        sum += line.amount;
    }
    return static_cast<std::int64_t>(*statement.closing - sum);
}

void handOn(FileStatement& statement, StatementSink& sink, bool all) {
    if (statement.lines.empty() ||
        (!all && (statement.lines.size() < LinesAtOnce || statement.account.empty()))) {
        return;
    }
    for (const FileLine& line : statement.lines) {
        statement.handedOn += line.amount;
    }
    sink.lines(statement, std::exchange(statement.lines, {}));
}

FileError FileError::in(std::string_view text) const {
    FileError placed = *this;
    std::size_t start = 0;
    for (int line = 1; line < line_ && start != std::string_view::npos; ++line) {
        start = text.find('\n', start);
        start += start == std::string_view::npos ? 0U : 1U;
    }
    if (column_ != 0 || found_.empty() || start == std::string_view::npos) {
        return placed;
    }
    const std::size_t at = text.find(found_, start);
    if (at == std::string_view::npos) {
        return placed;
    }
    // A row may span several lines.
    const std::string_view before = text.substr(start, at - start);
    placed.line_ += static_cast<int>(std::count(before.begin(), before.end(), '\n'));
    const std::string_view own = before.substr(before.rfind('\n') + 1);
    // Columns count characters.
    placed.column_ = 1 + static_cast<int>(utf8Length(own));
    return placed;
}

void handOver(FileStatement&& statement, StatementSink& sink) {
    handOn(statement, sink, true);
    sink.end(std::move(statement));
}

} // namespace svc::bank
