#include "line/moves.hpp"

namespace svc::bank {

Answer<200, api::BankTransaction> getBankTransaction(Request& request,
                                                     const api::GetBankTransactionParameters& parameters) {
    return answerOf(requireLine(LineStore(request).find(parameters.id)));
}

} // namespace svc::bank
