#include "journal/rules/chain.hpp"

#include "sealing/sha256.hpp"

namespace svc::ledger {

JournalChain::JournalChain(std::string_view company, int fiscalYear) {
    const std::string year = std::to_string(fiscalYear);
    digest_ = sealing::sha256({"svc journal 1\n", company, "\n", year});
}

const std::string& JournalChain::add(std::string_view record) {
    digest_ = sealing::sha256({digest_, "\n", record});
    return digest_;
}

std::string checkpointText(int fiscalYear, std::int64_t number, std::string_view digest,
                           std::string_view signedAt) {
    std::string text =
        "svc journal checkpoint 1\n" + std::to_string(fiscalYear) + '\n' + std::to_string(number) + '\n';
    return text.append(digest).append("\n").append(signedAt);
}

} // namespace svc::ledger
