#pragma once

#include <string>
#include <string_view>

#include "rules/schemas.hpp"

namespace svc::pl_ksef {

/// The facts about a file that its receipt (UPO, urzędowe poświadczenie odbioru) must confirm.
struct ReceiptFacts {
    std::string nip; ///< of the seller
    std::string ksefNumber;
    std::string number; ///< P_2
    std::string issued; ///< P_1, YYYY-MM-DD
    std::string digest; ///< SHA-256 of the file in base 64
};

/// Why the text is no valid receipt of the file; empty: it is one. `testPlatform`: the name of the authority
/// may differ from the one that the schema fixes.
std::string receiptProblem(std::string_view text, const ReceiptFacts& facts, const Schemas& schemas,
                           bool testPlatform);

} // namespace svc::pl_ksef
