#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <svc/date.hpp>

#include "pdf/structure.hpp"

namespace svc::documents {

enum class Align { Start, End, Centre };
enum class PaperSize { A4, Letter };

/// Points.
struct Extent {
    double width = 0;
    double height = 0;
};

inline Extent pageOf(PaperSize size) {
    return size == PaperSize::Letter ? Extent{612, 792} : Extent{595.28, 841.89};
}

struct Column {
    std::string label;
    double share = 1; ///< of the remaining width
    Align align = Align::Start;
};

struct PaperRow {
    std::vector<std::string> cells;
    std::string detail;  ///< smaller, under the first cell
    std::string running; ///< the total up to here and with this row, as text; empty: not carried over pages
    bool goesOn = false; ///< the next row continues this one
};

struct Figure {
    std::string label;
    std::string value;
    bool strong = false;
};

/// A QR code, with its caption.
struct QrCode {
    std::string payload;
    std::string caption;
};

/// A mark that an authority requires on the document: a code and the words beside it.
struct PaperMark {
    std::vector<std::string> lines;
    std::optional<QrCode> qr;
};

/// A business document ready to be drawn: every text is final, in the language of its reader. Invoices,
/// quotes, delivery notes, orders and statements are all drawn from it.
struct Paper {
    std::string language = "en";
    PaperSize size = PaperSize::A4;
    std::string title;
    std::string number;
    std::string mark;     ///< status of the document, beside its title; empty: none
    std::string headline; ///< what the reader has to do, in large letters above the table
    std::string notice;   ///< the kind of copy; empty: the document itself
    Instant madeAt;

    std::string senderName;
    std::vector<std::string> senderLines;
    std::string recipientLabel;
    std::vector<std::string> recipientLines;
    bool recipientAtEnd = false; ///< the address is at the right, as on French letters
    std::vector<std::pair<std::string, std::string>> facts;

    std::string introduction;
    std::vector<Column> columns;
    std::vector<PaperRow> rows;
    std::string carried; ///< "Carried forward"
    std::string brought; ///< "Brought forward"
    std::vector<Column> taxColumns;
    std::vector<PaperRow> taxRows;
    std::vector<Figure> totals;
    std::vector<std::string> remarks;
    std::vector<PaperMark> marks;
    std::vector<std::pair<std::string, std::string>> payment;
    std::optional<QrCode> qr;
    std::string agreement;              ///< statement that is signed, above the signature lines
    std::vector<std::string> signature; ///< text below each of these lines
    std::vector<std::string> footer;
    std::string pageOf = "{page} / {pages}";

    std::string accent = "#1f4e79"; ///< colour of the title and of the rules, #rrggbb
    std::string logo;               ///< PNG bytes, empty: none
};

/// Draws A4 or Letter pages; long tables continue over pages, repeating their header.
Drawing drawSheet(const Paper& paper);
/// Draws on a roll of 80 mm, as long as needed: tickets, and invoices printed at a till.
Drawing drawTicket(const Paper& paper);

} // namespace svc::documents
