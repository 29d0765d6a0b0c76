#include "store/tallies.hpp"

namespace svc::purchases {

TallyRow tallyRow(const Purchase& purchase) {
    TallyRow row;
    row.date = purchase.date;
    row.by = {purchase.businessUnitId.toString(), purchase.status, purchase.receiptStatus,
              purchase.paymentStatus, ""};
    if (purchase.status != "cancelled") {
        row.sums = {purchase.subtotalBase, purchase.taxBase, purchase.totalBase, purchase.paidBase};
    }
    return row;
}

std::vector<std::string> wordsOf(const Purchase& purchase) {
    std::string text = purchase.partnerName;
    for (const PurchaseLine& line : purchase.lines) {
        text += ' ' + line.label;
    }
    std::vector<std::string> words = documentWords(text);
    addNumber(words, purchase.number);
    return words;
}

std::vector<std::string> editableWords(const Purchase& purchase) {
    return documentWords(purchase.supplierReference.value_or("") + ' ' + purchase.note.value_or(""));
}

} // namespace svc::purchases
