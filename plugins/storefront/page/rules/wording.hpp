#pragma once

#include <string_view>

namespace svc::storefront {

/// Words used only on pages; words shared with printed documents are in paper::Wording.
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
    Credited,
    Refunded,
    Accept,
    Decline,
    Reason,
    Accepted,
    Declined,
    Expired,
    Cancelled,
    PaidInFull,
    PayNow,
    OnItsWay,
    OpenPdf,
    OpenCurrentPdf,
    CancelledByShop,
    PageBefore,
    PageBehind,
};

/// In English, French or German; English for other languages.
std::string_view wordOf(Word word, std::string_view language);

} // namespace svc::storefront
