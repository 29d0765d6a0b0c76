#pragma once

#include <string_view>

namespace svc::storefront {

/// What the pages say.
enum class Word {
    Menu = 1,
    Other,
    SoldOut,
    Table,
    YourName,
    Phone,
    Note,
    NoteHint,
    Order,
    NothingChosen,
    Thanks,
    OrderReceived,
    BackToMenu,
    EmptyMenu,
    Total,
    Invoice,
    Receipt,
    Quote,
    Date,
    DueDate,
    ValidUntil,
    For,
    Subtotal,
    Tax,
    Discount,
    Paid,
    Credited,
    Refunded,
    Balance,
    Accept,
    Decline,
    Reason,
    Accepted,
    Declined,
    Expired,
    Cancelled,
    PaidInFull,
    Reference,
    VatNumber,
    PayNow,
    OpenPdf,
    OpenCurrentPdf,
    CancelledByShop,
};

/// In English, French or German; other languages read English.
std::string_view wordOf(Word word, std::string_view language);

} // namespace svc::storefront
