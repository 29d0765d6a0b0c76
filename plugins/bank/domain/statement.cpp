#include "domain/statement.hpp"

#include <utility>

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

void handOver(FileStatement&& statement, StatementSink& sink) {
    handOn(statement, sink, true);
    sink.end(std::move(statement));
}

} // namespace svc::bank
