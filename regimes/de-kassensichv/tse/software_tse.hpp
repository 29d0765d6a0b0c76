// A software substitute for a TSE: the same records and signatures by a key of the service. It is not
// certified, and serves tests and demonstrations only.
#pragma once

#include <svc/call.hpp>

#include "tse/tse.hpp"

namespace svc::de_kassensichv {

class SoftwareTse : public Tse {
public:
    /// `till`: serial number of the client.
    SoftwareTse(Call& call, std::string till) : call_(call), till_(std::move(till)) {}

    std::optional<TseTransaction> find(const TseOrder& order) override;
    TseTransaction start(const TseOrder& order) override;
    TseTransaction update(const TseOrder& order, const TseTransaction& at) override;
    TseTransaction finish(const TseOrder& order, const TseTransaction& at) override;
    void cancel(const TseOrder& order, const TseTransaction& at) override;

private:
    /// The private key of the company, PEM; made with the first transaction.
    std::string key();

    Call& call_;
    std::string till_;
};

} // namespace svc::de_kassensichv
