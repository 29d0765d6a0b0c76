#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pdf/paper.hpp"
#include "pdf/plain_type.hpp"
#include "pdf/png_image.hpp"
#include "pdf/structure.hpp"

struct _cairo;
struct _cairo_surface;
struct _PangoLayout;

namespace svc::documents {

struct Style {
    double size = 9; ///< points
    bool bold = false;
    Align align = Align::Start;
    std::string colour = "#1a1a1a";
};

/// The pages of a PDF being drawn. Lengths are points (1/72 inch) from the upper left corner. Content belongs
/// to the structure element that was opened last; rules, boxes, and content outside any element are
/// artifacts.
class Canvas {
public:
    /// A structure element, open during its lifetime.
    class Element {
    public:
        Element(Canvas& canvas, const std::string& type, const std::string& alternative = {})
            : structure_(&canvas.structure_) {
            structure_->begin(type, alternative);
        }
        /// No element: while content is only measured.
        Element() = default;
        ~Element() {
            if (structure_ != nullptr) {
                structure_->end();
            }
        }
        Element(const Element&) = delete;
        Element& operator=(const Element&) = delete;

    private:
        Structure* structure_ = nullptr;
    };

    Canvas(double width, double height, std::string_view language);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    /// Draws the text in a column of this width, wrapping lines where needed, and returns its height.
    double text(double x, double y, double width, std::string_view text, const Style& style = {});
    /// The height that text() would take.
    double heightOf(double width, std::string_view text, const Style& style = {});
    /// The width of the text on one line.
    double widthOf(std::string_view text, const Style& style = {});
    /// The lines of the text, wrapped in a column of this width.
    std::vector<std::string> linesOf(double width, std::string_view text, const Style& style = {});
    /// Distance from the top of the text to its first baseline.
    double ascentOf(double width, std::string_view text, const Style& style = {});
    void rule(double x, double y, double width, double thickness, std::string_view colour);
    void box(double x, double y, double width, double height, std::string_view colour);
    /// Draws the picture scaled into the box and returns its height; 0 without a picture.
    double image(double x, double y, double width, double height, const PngImage& picture);
    /// Draws a QR code in a square of this size.
    void qr(double x, double y, double size, const std::string& payload);
    void nextPage();

    /// Returns the drawing and ends it.
    Drawing finish();

private:
    struct SurfaceFree {
        void operator()(_cairo_surface* surface) const;
    };
    struct LayoutFree {
        void operator()(_PangoLayout* layout) const;
    };
    struct Laid {
        std::unique_ptr<_PangoLayout, LayoutFree> layout; ///< for text that is not a plain line
        double width = 0;
        double height = 0;
        double ascent = 0;
    };
    const Laid& laid(double width, std::string_view text, const Style& style);
    /// The text as one line of plain letters; null when it is not plain or does not fit.
    const PlainLine* plain(double width, std::string_view text, const Style& style);
    void colour(std::string_view value);
    /// Tags for addStructure() at the start and end of a piece of content.
    void beginPiece();
    void endPiece();

    Structure structure_;
    std::string language_;
    PlainType* plainType_;
    std::string bytes_;
    struct ContextFree {
        void operator()(_cairo* context) const;
    };
    std::unique_ptr<_cairo_surface, SurfaceFree> surface_;
    std::unique_ptr<_cairo, ContextFree> cairo_;
    // Caches: a text is measured first and drawn later, often repeatedly.
    std::unordered_map<std::string, Laid> laid_;
    std::unordered_map<std::string, PlainLine> plain_; ///< without glyphs: the text is not plain
};

/// The text without control characters and without marks that change its direction: a printed text must read
/// as it is stored.
std::string paperText(std::string_view text);

} // namespace svc::documents
