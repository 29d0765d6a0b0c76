#include "store/tallies.hpp"

namespace svc::purchases {

Counted counted(const Purchase& purchase) {
    Counted counted;
    TallyRow& row = counted.row;
    row.date = purchase.date;
    row.by = {purchase.businessUnitId.toString(), purchase.status, purchase.receiptStatus,
              purchase.paymentStatus, ""};
    if (purchase.status != "cancelled") {
        row.sums = {purchase.subtotalBase, purchase.taxBase, purchase.totalBase, purchase.paidBase};
    }
    counted.due.documents = 0;
    if (purchase.balance() > 0 && purchase.dueDate) {
        counted.due.documents = 1;
        counted.due.sums = row.sums;
        counted.due.date = purchase.dueDate;
        counted.due.by[0] = row.by[0];
    }
    return counted;
}

namespace {

/// What the words of a purchase find it as: see PurchaseTerms.
DocumentShare shareOf(const TallyRow& row) {
    return {row.date,
            {row.by[0], row.by[1], row.by[2], row.by[3]},
            {row.sums[0], row.sums[1], row.sums[2], row.sums[3]}};
}

} // namespace

void countNew(Call& call, const Purchase& purchase) {
    const Counted now = counted(purchase);
    PurchaseTally.add(call, now.row);
    if (now.due.documents > 0) {
        DueTally.add(call, now.due);
    }
}

void recount(Call& call, const Counted& before, const Purchase& purchase) {
    const Counted now = counted(purchase);
    PurchaseTally.move(call, before.row, now.row);
    moveBetween(call, DueTally, before.due, now.due);
    PurchaseTerms.move(call, purchase.id, shareOf(before.row), shareOf(now.row));
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
