#include <algorithm>
#include <functional>

#include "pdf/grid.hpp"
#include "pdf/long_text.hpp"
#include "pdf/paper.hpp"

namespace svc::documents {
namespace {

constexpr double Margin = 48;
constexpr double Gap = 8;
constexpr double Padding = Grid::Padding;
constexpr double QrSize = 84;
constexpr double MarkQrSize = 90; // authorities require 30 to 40 mm
constexpr double LogoWidth = 160;
constexpr double LogoHeight = 48;
constexpr double PaymentLabel = 95;
constexpr double PaymentValue = 260;
constexpr double SignatureHeight = 58;
constexpr const char* Grey = "#5f6b76";
constexpr const char* Light = "#eef2f6";

const Style Small{.size = 7.5, .colour = Grey};
const Style SmallEnd{.size = 7.5, .align = Align::End, .colour = Grey};
const Style Label{.size = 8, .colour = Grey};
const Style Value{.size = 9};
const Style Remark{.size = 8.5};
const Style Headline{.size = 14, .bold = true};
const Style Mark{.size = 11, .bold = true, .align = Align::Centre, .colour = "#ffffff"};
const Style Caption{.size = 6.5, .align = Align::Centre, .colour = Grey};

/// Draws one document from top to bottom; `y_` is where the next part begins.
class Sheet {
public:
    explicit Sheet(const Paper& paper)
        : paper_(paper), page_(pageOf(paper.size)), width_(page_.width - 2 * Margin),
          figureLabel_((width_ / 2 - Gap - 2 * Padding) * 0.48),
          figureValue_((width_ / 2 - Gap - 2 * Padding) * 0.52),
          canvas_(page_.width, page_.height, paper.language), lines_(canvas_, paper.columns, paper.accent),
          taxes_(canvas_, paper.taxColumns, paper.accent), logo_(paper.logo) {}

    Drawing draw() {
        planPages();
        head();
        paragraph(paper_.introduction, {});
        y_ += paper_.introduction.empty() ? 0 : Gap;
        table();
        closing();
        footer();
        return canvas_.finish();
    }

private:
    double footerTop() const { return page_.height - Margin - footerHeight_; }

    // Each page shows the number of pages, so a first pass that only measures finds the page breaks.
    void planPages() {
        double height = 0;
        for (const std::string& line : paper_.footer) {
            height += canvas_.heightOf(width_, line, Small);
        }
        footerHeight_ = height + 22;
        lines_.fit(paper_.rows, width_);
        taxes_.fit(paper_.taxRows, width_ / 2 - Gap);
        const double headHeight = lines_.headHeight();
        parted_ = lines_.parted(paper_.rows);
        double room = footerTop() - headPartHeight();
        starts_ = {0};
        room -= headHeight;
        for (std::size_t i = 0; i < rows().size(); ++i) {
            const double needed = lines_.rowHeight(rows()[i]);
            // Reserves a line at the end of a page for the carried total.
            if (needed + 16 > room && i > starts_.back()) {
                starts_.push_back(i);
                room = footerTop() - Margin - headHeight - 16;
            }
            room -= needed;
        }
        pages_ = starts_.size();
        closing_ = closingParts();
        room -= Gap;
        for (Part& part : closing_) {
            if (part.height > room) {
                part.onNewPage = true;
                ++pages_;
                room = footerTop() - Margin;
            }
            room -= part.height;
        }
    }

    const std::vector<PaperRow>& rows() const { return parted_.empty() ? paper_.rows : parted_; }

    double headPartHeight() {
        const double before = y_;
        measuring_ = true;
        head();
        if (!paper_.introduction.empty()) {
            y_ += canvas_.heightOf(width_, paper_.introduction) + 2 * Gap;
        }
        measuring_ = false;
        const double height = y_;
        y_ = before;
        return height;
    }

    /// Draws the text as a paragraph, or as a part of the element that is open when `type` is empty; gives
    /// its height.
    double put(double x, double y, double width, std::string_view text, const Style& style,
               const std::string& type = "P") {
        if (measuring_ || text.empty()) {
            return canvas_.heightOf(width, text, style);
        }
        if (type.empty()) {
            return canvas_.text(x, y, width, text, style);
        }
        const Canvas::Element element(canvas_, type);
        return canvas_.text(x, y, width, text, style);
    }

    Canvas::Element element(const std::string& type, const std::string& alternative = {}) {
        return measuring_ ? Canvas::Element() : Canvas::Element(canvas_, type, alternative);
    }

    void head() {
        const double half = width_ / 2 - Gap;
        const double right = Margin + width_ / 2 + Gap;
        double left = Margin;
        if (logo_) {
            // The logo shows the name; the line under the page says it as text.
            const Canvas::Element figure = element("Figure", paper_.senderName);
            if (!measuring_) {
                canvas_.image(Margin, left, LogoWidth, LogoHeight, logo_);
            }
            left += logo_.height() * logo_.scaleInto(LogoWidth, LogoHeight) + Gap;
        } else {
            left += put(Margin, left, half, paper_.senderName,
                        {.size = 13, .bold = true, .colour = paper_.accent});
        }
        for (const std::string& line : paper_.senderLines) {
            left += put(Margin, left, half, line, Small);
        }
        double top = Margin;
        {
            const Canvas::Element heading = element("H1");
            top += put(right, top, half, paper_.title,
                       {.size = 19, .bold = true, .align = Align::End, .colour = paper_.accent}, "");
            top += put(right, top, half, paper_.number, {.size = 11, .bold = true, .align = Align::End}, "");
        }
        top += mark(top + 3);
        top += put(right, top, half, paper_.notice, SmallEnd);
        y_ = std::max(left, top) + 2 * Gap;

        const double blockStart = paper_.recipientAtEnd ? right : Margin;
        const double factsStart = paper_.recipientAtEnd ? Margin : right;
        double block = y_;
        block += put(blockStart, block, half, paper_.recipientLabel, Label);
        bool first = true;
        for (const std::string& line : paper_.recipientLines) {
            block += put(blockStart, block, half, line, {.size = first ? 10.5 : 9.5, .bold = first});
            first = false;
        }
        double facts = y_;
        for (const auto& [label, value] : paper_.facts) {
            facts += pair(factsStart, facts, half * 0.4, half * 0.6, label, value) + 1;
        }
        y_ = std::max({block, facts, y_ + 60}) + 2 * Gap;
        if (!paper_.headline.empty()) {
            y_ += put(Margin, y_, width_, paper_.headline, Headline, "H2") + Gap;
        }
    }

    /// A word on a dark background at the right; returns its height.
    double mark(double top) {
        if (paper_.mark.empty()) {
            return 0;
        }
        const double wide = canvas_.widthOf(paper_.mark, Mark) + 16;
        const double height = canvas_.heightOf(wide, paper_.mark, Mark) + 4;
        if (!measuring_) {
            canvas_.box(Margin + width_ - wide, top, wide, height, Grey);
            put(Margin + width_ - wide, top + 2, wide, paper_.mark, Mark);
        }
        return height + 6;
    }

    double pairHeight(double labelWidth, double valueWidth, const std::string& label,
                      const std::string& value) {
        const double lower =
            canvas_.ascentOf(valueWidth, value, Value) - canvas_.ascentOf(labelWidth, label, Label);
        return std::max(std::max(lower, 0.0) + canvas_.heightOf(labelWidth, label, Label),
                        std::max(-lower, 0.0) + canvas_.heightOf(valueWidth, value, Value));
    }

    /// A label and its value on one baseline; gives the height of both.
    double pair(double x, double y, double labelWidth, double valueWidth, const std::string& label,
                const std::string& value) {
        const Canvas::Element both = element("P");
        const double lower =
            canvas_.ascentOf(valueWidth, value, Value) - canvas_.ascentOf(labelWidth, label, Label);
        const double left =
            std::max(lower, 0.0) + put(x, y + std::max(lower, 0.0), labelWidth, label, Label, "");
        const double top = std::max(-lower, 0.0);
        return std::max(left, top + put(x + labelWidth, y + top, valueWidth, value, Value, ""));
    }

    void carry(const std::string& label, const std::string& amount) {
        if (amount.empty()) {
            return;
        }
        const Canvas::Element pagination(canvas_, "Artifact");
        canvas_.text(Margin + Padding, y_ + 3, width_ * 0.7, label, Small);
        canvas_.text(Margin + width_ * 0.7, y_ + 3, width_ * 0.3 - Padding, amount, SmallEnd);
        y_ += 16;
    }

    void table() {
        if (paper_.columns.empty()) {
            return;
        }
        for (std::size_t page = 0; page < starts_.size(); ++page) {
            const std::size_t end = page + 1 < starts_.size() ? starts_[page + 1] : rows().size();
            tablePart(starts_[page], end);
            if (end < rows().size()) {
                carry(paper_.carried, rows()[end - 1].running);
                turnPage();
            }
        }
        y_ += Gap;
    }

    /// The rows of one page, with the header.
    void tablePart(std::size_t first, std::size_t end) {
        const Canvas::Element table(canvas_, "Table");
        y_ += lines_.drawHead(Margin, y_);
        if (first > 0) {
            carry(paper_.brought, rows()[first - 1].running);
        }
        for (std::size_t i = first; i < end; ++i) {
            y_ += lines_.drawRow(rows()[i], Margin, y_);
        }
    }

    void turnPage() {
        footer();
        canvas_.nextPage();
        ++pageNumber_;
        y_ = Margin;
    }

    double figureHeight(const Figure& figure) {
        const auto [label, value] = figureStyles(figure);
        return std::max(canvas_.heightOf(figureLabel_, figure.label, label),
                        canvas_.heightOf(figureValue_, figure.value, value)) +
               (figure.strong ? 5 : 2);
    }

    static std::pair<Style, Style> figureStyles(const Figure& figure) {
        const Style label{.size = figure.strong ? 11.0 : 9.0, .bold = figure.strong};
        Style value = label;
        value.align = Align::End;
        return {label, value};
    }

    /// A part after the table; each is kept on one page.
    struct Part {
        double height = 0;
        std::function<void()> draw;
        bool onNewPage = false;
    };

    std::vector<Part> closingParts() {
        std::vector<Part> parts = {{amountsHeight(), [this] { amounts(); }}};
        for (const std::string& remark : paper_.remarks) {
            for (const std::string& part : partsOf(canvas_, width_, remark, Remark)) {
                parts.push_back(
                    {canvas_.heightOf(width_, part, Remark) + 3, [this, part] { paragraph(part, Remark); }});
            }
        }
        for (const PaperMark& mark : paper_.marks) {
            parts.push_back({markHeight(mark), [this, &mark] { markPart(mark); }});
        }
        double payment = 0;
        for (const auto& [label, value] : paper_.payment) {
            payment += pairHeight(PaymentLabel, PaymentValue, label, value) + 1;
        }
        if (const double height = std::max(payment, qrHeight()); height > 0) {
            parts.push_back({height + Gap, [this] { paymentPart(); }});
        }
        if (!paper_.signature.empty()) {
            parts.push_back({SignatureHeight + canvas_.heightOf(width_, paper_.agreement, Value),
                             [this] { signaturePart(); }});
        }
        return parts;
    }

    static double markStart(const PaperMark& mark) { return mark.qr ? MarkQrSize + 2 * Gap : 0; }

    double markHeight(const PaperMark& mark) {
        double lines = 0;
        for (const std::string& line : mark.lines) {
            lines += canvas_.heightOf(width_ - markStart(mark), line, Remark) + 1;
        }
        return std::max(lines, mark.qr ? MarkQrSize : 0) + 2 * Gap;
    }

    /// Draws the code, and the words beside it.
    void markPart(const PaperMark& mark) {
        const double end = y_ + markHeight(mark);
        y_ += Gap;
        if (mark.qr) {
            const Canvas::Element figure(canvas_, "Figure", mark.qr->caption);
            canvas_.qr(Margin, y_, MarkQrSize, mark.qr->payload);
        }
        for (const std::string& line : mark.lines) {
            y_ += put(Margin + markStart(mark), y_, width_ - markStart(mark), line, Remark) + 1;
        }
        y_ = end;
    }

    double amountsHeight() {
        double totals = 0;
        for (const Figure& figure : paper_.totals) {
            totals += figureHeight(figure);
        }
        double taxes = paper_.taxRows.empty() ? 0 : taxes_.headHeight();
        for (const PaperRow& row : paper_.taxRows) {
            taxes += taxes_.rowHeight(row);
        }
        return std::max(totals, taxes) + 2 * Gap;
    }

    double qrHeight() {
        return paper_.qr ? QrSize + 2 + canvas_.heightOf(QrSize, paper_.qr->caption, Caption) : 0;
    }

    void closing() {
        for (const Part& part : closing_) {
            if (part.onNewPage) {
                turnPage();
            }
            part.draw();
        }
    }

    void amounts() {
        const double right = Margin + width_ / 2 + Gap;
        double totals = y_;
        for (const Figure& figure : paper_.totals) {
            const auto [label, value] = figureStyles(figure);
            const double height = figureHeight(figure);
            if (figure.strong) {
                canvas_.box(right, totals, width_ / 2 - Gap, height, Light);
            }
            const double inset = figure.strong ? 2.5 : 1;
            const Canvas::Element both(canvas_, "P");
            canvas_.text(right + Padding, totals + inset, figureLabel_, figure.label, label);
            canvas_.text(right + Padding + figureLabel_, totals + inset, figureValue_, figure.value, value);
            totals += height;
        }
        if (!paper_.taxRows.empty()) {
            const Canvas::Element table(canvas_, "Table");
            y_ += taxes_.drawHead(Margin, y_);
            for (const PaperRow& row : paper_.taxRows) {
                y_ += taxes_.drawRow(row, Margin, y_);
            }
        }
        y_ = std::max(totals, y_) + 2 * Gap;
    }

    void paragraph(const std::string& text, const Style& style) {
        if (!text.empty()) {
            y_ += put(Margin, y_, width_, text, style) + 3;
        }
    }

    void paymentPart() {
        y_ += Gap;
        double lines = y_;
        const double x = paper_.qr ? Margin + QrSize + 2 * Gap : Margin;
        if (paper_.qr) {
            {
                const Canvas::Element figure(canvas_, "Figure", paper_.qr->caption);
                canvas_.qr(Margin, y_, QrSize, paper_.qr->payload);
            }
            put(Margin, y_ + QrSize + 2, QrSize, paper_.qr->caption, Caption);
        }
        for (const auto& [label, value] : paper_.payment) {
            lines += pair(x, lines, PaymentLabel, PaymentValue, label, value) + 1;
        }
        y_ = std::max(lines, y_ + qrHeight());
    }

    /// Draws the signature lines side by side.
    void signaturePart() {
        y_ += 2 * Gap;
        y_ += put(Margin, y_, width_, paper_.agreement, Value) + 24;
        const double part = width_ / static_cast<double>(paper_.signature.size());
        double x = Margin;
        for (const std::string& label : paper_.signature) {
            canvas_.rule(x, y_, part - 2 * Gap, 0.5, Grey);
            put(x, y_ + 2, part - 2 * Gap, label, Small);
            x += part;
        }
        y_ += 16;
    }

    /// The footer is drawn on each page; in the structure it comes once, after all other content.
    void footer() {
        const bool last = pageNumber_ == pages_;
        double y = footerTop() + 8;
        canvas_.rule(Margin, y, width_, 0.5, LineColour);
        y += 4;
        for (const std::string& line : paper_.footer) {
            y += last ? put(Margin, y, width_, line, Small) : canvas_.text(Margin, y, width_, line, Small);
        }
        std::string pages = paper_.pageOf;
        replace(pages, "{page}", std::to_string(pageNumber_));
        replace(pages, "{pages}", std::to_string(pages_));
        // A page that was separated from the first one shows which document it belongs to.
        canvas_.text(Margin, y, width_,
                     pageNumber_ == 1 ? pages : paper_.title + ' ' + paper_.number + " · " + pages, SmallEnd);
    }

    static void replace(std::string& text, std::string_view part, const std::string& by) {
        if (const std::size_t at = text.find(part); at != std::string::npos) {
            text.replace(at, part.size(), by);
        }
    }

    const Paper& paper_;
    Extent page_;
    double width_;
    double figureLabel_;
    double figureValue_;
    Canvas canvas_;
    Grid lines_;
    Grid taxes_;
    PngImage logo_;
    double y_ = Margin;
    bool measuring_ = false;
    double footerHeight_ = 0;
    std::vector<PaperRow> parted_;    ///< the rows, when some are higher than a page
    std::vector<std::size_t> starts_; ///< first row of each page
    std::vector<Part> closing_;
    std::size_t pages_ = 1;
    std::size_t pageNumber_ = 1;
};

} // namespace

Drawing drawSheet(const Paper& paper) {
    return Sheet(paper).draw();
}

} // namespace svc::documents
