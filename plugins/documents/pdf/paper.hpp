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
    double share = 1; ///< of the width that is left
    Align align = Align::Start;
};

struct PaperRow {
    std::vector<std::string> cells;
    std::string detail;  ///< smaller, under the first cell
    std::string running; ///< the total up to here and with this row, as text; empty: not carried over pages
    bool goesOn = false; ///< the next row is the rest of this one
};

struct Figure {
    std::string label;
    std::string value;
    bool strong = false;
};

/// A code that a telephone reads, with what it is for.
struct QrCode {
    std::string payload;
    std::string caption;
};

/// What an authority wants on the paper: a code and the words beside it.
struct PaperMark {
    std::vector<std::string> lines;
    std::optional<QrCode> qr;
};

/// A business paper as it is drawn: every text is final, in the language of its reader. Invoices, quotes,
/// delivery notes, orders and statements are all one of these.
struct Paper {
    std::string language = "en";
    PaperSize size = PaperSize::A4;
    std::string title;
    std::string number;
    std::string mark;     ///< how the document stands, beside its title; empty: nothing to say
    std::string headline; ///< what its reader has to do, in large letters above the table
    std::string notice;   ///< what kind of copy it is; empty: the document itself
    Instant madeAt;

    std::string senderName;
    std::vector<std::string> senderLines;
    std::string recipientLabel;
    std::vector<std::string> recipientLines;
    bool recipientAtEnd = false; ///< the address stands at the right, as French envelopes have it
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
    std::string agreement;              ///< what a signature says, above the lines to sign on
    std::vector<std::string> signature; ///< what stands under each of these lines
    std::vector<std::string> footer;
    std::string pageOf = "{page} / {pages}";

    std::string accent = "#1f4e79"; ///< colour of the title and of the rules, #rrggbb
    std::string logo;               ///< PNG bytes, empty: none
};

/// A document of A4 or Letter pages; long tables go on over the pages, with their heads.
Drawing drawSheet(const Paper& paper);
/// A roll of 80 mm, as long as it needs: tickets, and invoices that are printed at a till.
Drawing drawTicket(const Paper& paper);

} // namespace svc::documents
