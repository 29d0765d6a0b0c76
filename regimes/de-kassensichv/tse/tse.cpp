#include "tse/tse.hpp"

namespace svc::de_kassensichv {
namespace {

constexpr std::int64_t Updated = 2;

/// Continues a transaction from its current state to its signature.
TseSignature completed(Tse& tse, const TseOrder& order, std::optional<TseTransaction> at) {
    if (!at) {
        at = tse.start(order);
    }
    if (at->cancelled) {
        throw TseFailure("the transaction is cancelled");
    }
    if (!at->signature && at->revision < Updated) {
        at = tse.update(order, *at);
    }
    if (!at->signature) {
        at = tse.finish(order, *at);
    }
    if (!at->signature) {
        throw TseFailure("the transaction has no signature");
    }
    return *at->signature;
}

} // namespace

TseSignature signedBy(Tse& tse, const TseOrder& order, bool resume) {
    const auto begun = resume ? tse.find(order) : std::nullopt;
    try {
        return completed(tse, order, begun);
    } catch (const TseFailure& failure) {
        if (!failure.isLost()) {
            throw;
        }
    }
    return completed(tse, order, tse.find(order));
}

void release(Tse& tse, const TseOrder& order) {
    const auto begun = tse.find(order);
    if (begun && !begun->signature && !begun->cancelled) {
        tse.cancel(order, *begun);
    }
}

} // namespace svc::de_kassensichv
