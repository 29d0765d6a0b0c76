#include "receipt/record.hpp"

#include "receipt/rules/process_data.hpp"
#include "till/store.hpp"
#include "tse/sign.hpp"

namespace svc::de_kassensichv {

std::optional<Receipt> recordReceipt(Call& call, const Draft& draft, bool training) {
    const Till till = lockTill(call);
    if (isRecorded(call, draft.document())) {
        return std::nullopt;
    }
    Receipt receipt;
    receipt.sequence = till.sequence + 1;
    receipt.id = call.newUuid();
    receipt.document = draft.document();
    receipt.type = training ? TrainingType : "Beleg";
    receipt.processData = processDataOf(draft.processData(receipt.type));
    receipt.content = draft.content(call);
    appendReceipt(call, receipt);
    return receipt;
}

TseOrder orderOf(const Receipt& receipt) {
    return {receipt.id.toString(), readProcessData(receipt.processData).value(), receipt.processData};
}

void recordAndSign(Call& call, const OwnRegime& own, const Draft& draft) {
    if (const auto receipt = recordReceipt(call, draft, own.training)) {
        fileSigning(call, *receipt);
    }
}

} // namespace svc::de_kassensichv
