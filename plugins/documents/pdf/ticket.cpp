#include <algorithm>

#include "pdf/canvas.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {
namespace {

constexpr double TicketWidth = 226.77; // 80 mm
constexpr double TicketMargin = 12;
constexpr double Inner = TicketWidth - 2 * TicketMargin;
constexpr double TicketQrSize = 90;

/// Walks down the ticket to measure it (without canvas) or to draw it.
class Ticket {
public:
    Ticket(const Paper& paper, Canvas& canvas, bool draws) : paper_(paper), canvas_(canvas), draws_(draws) {}

    double run() {
        y_ = TicketMargin;
        centre(paper_.senderName, {.size = 12, .bold = true});
        for (const std::string& line : paper_.senderLines) {
            centre(line, {.size = 7.5});
        }
        rule();
        pair(paper_.title, paper_.number, true, "H1");
        centre(paper_.mark, {.size = 11, .bold = true});
        centre(paper_.notice, {.size = 7.5});
        for (const auto& [label, value] : paper_.facts) {
            pair(label, value, false);
        }
        rule();
        recipient();
        if (!paper_.headline.empty()) {
            centre(paper_.headline, {.size = 10, .bold = true});
            rule();
        }
        for (const PaperRow& row : paper_.rows) {
            line(row);
        }
        rule();
        for (const Figure& figure : paper_.totals) {
            pair(figure.label, figure.value, figure.strong);
        }
        rule();
        if (!paper_.taxRows.empty()) {
            std::vector<std::string> heads;
            for (const Column& column : paper_.taxColumns) {
                heads.push_back(column.label);
            }
            const Canvas::Element table = element("Table");
            tax(heads, true);
            for (const PaperRow& row : paper_.taxRows) {
                tax(row.cells, false);
            }
        }
        for (const std::string& remark : paper_.remarks) {
            y_ += 3;
            put(TicketMargin, Inner, remark, {.size = 7.5});
        }
        for (const auto& [label, value] : paper_.payment) {
            y_ += 1;
            pair(label, value, false);
        }
        for (const PaperMark& mark : paper_.marks) {
            y_ += 3;
            for (const std::string& line : mark.lines) {
                centre(line, {.size = 7.5});
            }
            code(mark.qr);
        }
        code(paper_.qr);
        y_ += 6;
        for (const std::string& footer : paper_.footer) {
            centre(footer, {.size = 7});
        }
        return y_ + TicketMargin;
    }

private:
    void recipient() {
        if (paper_.recipientLines.empty()) {
            return;
        }
        put(TicketMargin, Inner, paper_.recipientLabel, {.size = 7});
        for (const std::string& line : paper_.recipientLines) {
            put(TicketMargin, Inner, line, {.size = 8});
        }
        rule();
    }
    void code(const std::optional<QrCode>& qr) {
        if (!qr) {
            return;
        }
        y_ += 6;
        if (draws_) {
            const Canvas::Element figure(canvas_, "Figure", qr->caption);
            canvas_.qr((TicketWidth - TicketQrSize) / 2, y_, TicketQrSize, qr->payload);
        }
        y_ += TicketQrSize + 4;
    }
    Canvas::Element element(const std::string& type) {
        return draws_ ? Canvas::Element(canvas_, type) : Canvas::Element();
    }
    double height(double width, const std::string& text, const Style& style) {
        return canvas_.heightOf(width, text, style);
    }
    void put(double x, double width, const std::string& text, const Style& style) {
        if (!draws_ || text.empty()) {
            y_ += height(width, text, style);
            return;
        }
        const Canvas::Element paragraph(canvas_, "P");
        y_ += canvas_.text(x, y_, width, text, style);
    }
    void centre(const std::string& text, Style style) {
        style.align = Align::Centre;
        put(TicketMargin, Inner, text, style);
    }
    /// The tax of one rate, or the column headers, in three columns.
    void tax(const std::vector<std::string>& cells, bool head) {
        const Canvas::Element row = element("TR");
        double tall = 0;
        double x = TicketMargin;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const Canvas::Element cell = element(head ? "TH" : "TD");
            const Style style{.size = 7, .bold = head, .align = i == 0 ? Align::Start : Align::End};
            const double width = i == 0 ? Inner * 0.4 : Inner * 0.3;
            tall = std::max(tall, draws_ ? canvas_.text(x, y_, width, cells[i], style)
                                         : height(width, cells[i], style));
            x += width;
        }
        y_ += tall + 1;
    }
    void rule() {
        y_ += 4;
        if (draws_) {
            canvas_.rule(TicketMargin, y_, Inner, 0.6, "#1a1a1a");
        }
        y_ += 4;
    }
    void pair(const std::string& label, const std::string& value, bool strong,
              const std::string& type = "P") {
        const Style left{.size = strong ? 10.0 : 8.0, .bold = strong};
        Style right = left;
        right.align = Align::End;
        // The value stays on one line as long as it leaves a third of the width to the label.
        const double wide = std::clamp(canvas_.widthOf(value, right) + 1, Inner * 0.3, Inner * 0.65);
        const double narrow = Inner - wide - 4;
        const double tall = std::max(height(narrow, label, left), height(wide, value, right));
        if (draws_) {
            const Canvas::Element both(canvas_, type);
            canvas_.text(TicketMargin, y_, narrow, label, left);
            canvas_.text(TicketMargin + Inner - wide, y_, wide, value, right);
        }
        y_ += tall + 1;
    }
    void line(const PaperRow& row) {
        if (row.cells.empty()) {
            return;
        }
        put(TicketMargin, Inner, row.cells.front(), {.size = 8.5});
        const std::string quantity = row.cells.size() > 3 ? row.cells[1] + " × " + row.cells[2] : "";
        if (!row.detail.empty()) {
            put(TicketMargin, Inner, row.detail, {.size = 7});
        }
        pair(quantity, row.cells.back(), false);
    }

    const Paper& paper_;
    Canvas& canvas_;
    bool draws_;
    double y_ = 0;
};

} // namespace

Drawing drawTicket(const Paper& paper) {
    Canvas scratch(TicketWidth, 100, paper.language);
    const double height = Ticket(paper, scratch, false).run();
    Canvas canvas(TicketWidth, height, paper.language);
    Ticket(paper, canvas, true).run();
    return canvas.finish();
}

} // namespace svc::documents
