// The cloud TSE of fiskaly (SIGN DE, version 2).
#pragma once

#include <svc/call.hpp>

#include "tse/tse.hpp"

namespace svc::de_kassensichv {

class CloudTse : public Tse {
public:
    /// `settings` of the regime: serialNumber, apiKey, apiSecret, tssId, clientId.
    CloudTse(Call& call, const Json& settings);

    std::optional<TseTransaction> find(const TseOrder& order) override;
    TseTransaction start(const TseOrder& order) override;
    TseTransaction update(const TseOrder& order, const TseTransaction& at) override;
    TseTransaction finish(const TseOrder& order, const TseTransaction& at) override;
    void cancel(const TseOrder& order, const TseTransaction& at) override;

private:
    HttpReply ask(std::string_view method, const TseOrder& order, std::int64_t revision, const Json* body);
    TseTransaction change(const TseOrder& order, std::int64_t revision, std::string_view state,
                          bool withReceipt);
    Json newToken();

    Call& call_;
    std::string base_;
    Json settings_;
};

/// The body of a request that changes a transaction. `withReceipt`: with the amounts.
Json changeOf(const TseOrder& order, std::string_view state, const std::string& clientId, bool withReceipt);
/// The transaction in an answer of the service. Throws TseFailure when a finished one lacks a field, is of
/// another till than the one with this serial number, or has other data than the order.
TseTransaction transactionIn(const Json& answer, const TseOrder& order, const std::string& till);

} // namespace svc::de_kassensichv
