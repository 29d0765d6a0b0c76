#include "pdf/canvas.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <stdexcept>

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include "pdf/qr_code.hpp"

namespace svc::documents {
namespace {

// The installation requires packages with these fonts, so that every installation renders the same.
constexpr const char* Family = "Noto Sans, Noto Sans CJK SC, Noto Sans Arabic";

// The largest number of cached layouts: long documents stay small in memory.
constexpr std::size_t MostLaid = 1024;

/// The Pango context that turns text into glyphs, one per thread: fonts are looked up, opened and measured
/// once.
PangoContext* typesetter() {
    static thread_local const std::unique_ptr<PangoContext, void (*)(gpointer)> context(
        [] {
            PangoContext* made = pango_font_map_create_context(pango_cairo_font_map_get_default());
            cairo_font_options_t* options = cairo_font_options_create();
            cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
            cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
            pango_cairo_context_set_font_options(made, options);
            cairo_font_options_destroy(options);
            pango_cairo_context_set_resolution(made, 72);
            // Paper has no pixels: glyph positions follow the font and need no rounding corrections in the
            // file.
            pango_context_set_round_glyph_positions(made, FALSE);
            return made;
        }(),
        g_object_unref);
    return context.get();
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

/// Red, green or blue of `#rrggbb`, from 0 to 1 as cairo takes them; `at` is the position of its first digit.
double channel(std::string_view colour, std::size_t at) {
    const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
    return (digit(colour[at]) * 16 + digit(colour[at + 1])) / 255.0;
}

/// Marks that change or isolate the direction of text: U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
bool turnsDirection(std::string_view three) {
    if (three.starts_with("\xE2\x80")) {
        const auto last = static_cast<unsigned char>(three[2]);
        return last == 0x8E || last == 0x8F || (last >= 0xAA && last <= 0xAE);
    }
    return three.starts_with("\xE2\x81") && static_cast<unsigned char>(three[2]) >= 0xA6 &&
           static_cast<unsigned char>(three[2]) <= 0xA9;
}

/// Pango swaps left and right for a right-to-left text. This undoes it: an Arabic name in an address stays
/// aligned with the other lines of its block.
PangoAlignment alignmentOf(Align align, PangoLayout* layout) {
    if (align == Align::Centre) {
        return PANGO_ALIGN_CENTER;
    }
    const bool fromRight =
        align == Align::Start && pango_layout_line_get_resolved_direction(
                                     pango_layout_get_line_readonly(layout, 0)) == PANGO_DIRECTION_RTL;
    return align == Align::End || fromRight ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT;
}

/// Replaces the characters that no font has: PDF/A forbids the .notdef glyph.
std::string drawable(PangoLayout* layout, std::string_view text) {
    static std::mutex mutex;
    static std::map<gunichar, bool> known;
    const std::lock_guard<std::mutex> lock(mutex);
    std::string result;
    const char* end = text.data() + text.size();
    for (const char* at = text.data(); at < end; at = g_utf8_next_char(at)) {
        const gunichar character = g_utf8_get_char(at);
        const auto length = static_cast<int>(g_utf8_next_char(at) - at);
        auto found = known.find(character);
        if (found == known.end()) {
            pango_layout_set_text(layout, at, length);
            found = known.emplace(character, pango_layout_get_unknown_glyphs_count(layout) == 0).first;
        }
        if (found->second) {
            result.append(at, static_cast<std::size_t>(length));
        } else {
            result += '?';
        }
    }
    return result;
}

} // namespace

std::string paperText(std::string_view text) {
    std::string clean;
    clean.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if ((c < 0x20 && c != '\n') || c == 0x7f) {
            clean += c == '\t' ? " " : "";
        } else if (i + 2 < text.size() && turnsDirection(text.substr(i, 3))) {
            i += 2;
        } else {
            clean += text[i];
        }
    }
    return clean;
}

void Canvas::SurfaceFree::operator()(_cairo_surface* surface) const {
    cairo_surface_destroy(surface);
}
void Canvas::ContextFree::operator()(_cairo* context) const {
    cairo_destroy(context);
}
void Canvas::LayoutFree::operator()(_PangoLayout* layout) const {
    g_object_unref(layout);
}

Canvas::Canvas(double width, double height, std::string_view language) : language_(language) {
    surface_.reset(cairo_pdf_surface_create_for_stream(append, &bytes_, width, height));
    cairo_pdf_surface_restrict_to_version(surface_.get(), CAIRO_PDF_VERSION_1_5);
    cairo_.reset(cairo_create(surface_.get()));
    pango_context_set_language(typesetter(), pango_language_from_string(language_.c_str()));
    plainType_ = &PlainType::of(typesetter(), Family, language_);
    if (cairo_status(cairo_.get()) != CAIRO_STATUS_SUCCESS) {
        throw std::runtime_error("a PDF could not be started");
    }
}

Canvas::~Canvas() = default;

const PlainLine* Canvas::plain(double width, std::string_view text, const Style& style) {
    std::string key(text);
    const int size = static_cast<int>(style.size * PANGO_SCALE) * 2 + (style.bold ? 1 : 0);
    key.append(reinterpret_cast<const char*>(&size), sizeof size);
    auto known = plain_.find(key);
    if (known == plain_.end()) {
        if (plain_.size() >= MostLaid) {
            plain_.clear();
        }
        known = plain_.try_emplace(std::move(key)).first;
        if (!plainType_->set(text, style.size, style.bold, known->second)) {
            known->second.glyphs.clear();
        }
    }
    const PlainLine& line = known->second;
    return line.glyphs.empty() || (width > 0 && line.width > width) ? nullptr : &line;
}

const Canvas::Laid& Canvas::laid(double width, std::string_view text, const Style& style) {
    std::string key(text);
    for (const int part : {static_cast<int>(width * PANGO_SCALE), static_cast<int>(style.size * PANGO_SCALE),
                           (style.bold ? 1 : 0) + 2 * static_cast<int>(style.align)}) {
        key.append(reinterpret_cast<const char*>(&part), sizeof part);
    }
    if (const auto known = laid_.find(key); known != laid_.end()) {
        return known->second;
    }
    if (laid_.size() >= MostLaid) {
        laid_.clear();
    }
    Laid& made = laid_[std::move(key)];
    PangoLayout* layout = pango_layout_new(typesetter());
    made.layout.reset(layout);
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family_static(font, Family);
    pango_font_description_set_absolute_size(font, style.size * PANGO_SCALE);
    pango_font_description_set_weight(font, style.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_layout_set_width(layout, width > 0 ? static_cast<int>(width * PANGO_SCALE) : -1);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    const std::string clean = paperText(text);
    pango_layout_set_auto_dir(layout, style.align == Align::Start);
    pango_layout_set_text(layout, clean.data(), static_cast<int>(clean.size()));
    if (pango_layout_get_unknown_glyphs_count(layout) > 0) {
        const std::string shown = drawable(layout, clean);
        pango_layout_set_text(layout, shown.data(), static_cast<int>(shown.size()));
    }
    pango_layout_set_alignment(layout, alignmentOf(style.align, layout));
    int wide = 0;
    int height = 0;
    pango_layout_get_size(layout, &wide, &height);
    made.width = static_cast<double>(wide) / PANGO_SCALE;
    made.height = static_cast<double>(height) / PANGO_SCALE;
    made.ascent = static_cast<double>(pango_layout_get_baseline(layout)) / PANGO_SCALE;
    return made;
}

double Canvas::heightOf(double width, std::string_view text, const Style& style) {
    if (text.empty()) {
        return 0;
    }
    return plain(width, text, style) != nullptr ? plainType_->height(style.size, style.bold)
                                                : laid(width, text, style).height;
}

double Canvas::widthOf(std::string_view text, const Style& style) {
    if (text.empty()) {
        return 0;
    }
    const PlainLine* line = plain(0, text, style);
    return line != nullptr ? line->width : laid(0, text, style).width;
}

std::vector<std::string> Canvas::linesOf(double width, std::string_view text, const Style& style) {
    if (text.empty() || plain(width, text, style) != nullptr) {
        return {std::string(text)};
    }
    PangoLayout* layout = laid(width, text, style).layout.get();
    const char* shown = pango_layout_get_text(layout);
    std::vector<std::string> lines;
    for (const GSList* at = pango_layout_get_lines_readonly(layout); at != nullptr; at = at->next) {
        const auto* line = static_cast<const PangoLayoutLine*>(at->data);
        lines.emplace_back(shown + line->start_index, static_cast<std::size_t>(line->length));
    }
    return lines;
}

double Canvas::ascentOf(double width, std::string_view text, const Style& style) {
    if (text.empty()) {
        return 0;
    }
    return plain(width, text, style) != nullptr ? plainType_->ascent(style.size, style.bold)
                                                : laid(width, text, style).ascent;
}

double Canvas::text(double x, double y, double width, std::string_view text, const Style& style) {
    if (text.empty()) {
        return 0;
    }
    structure_.addPiece();
    beginPiece();
    colour(style.colour);
    if (const PlainLine* line = plain(width, text, style)) {
        const double free = width > 0 ? width - line->width : 0;
        const double left = style.align == Align::End      ? x + free
                            : style.align == Align::Centre ? x + free / 2
                                                           : x;
        plainType_->show(cairo_.get(), left, y + plainType_->ascent(style.size, style.bold), style.size,
                         style.bold, *line);
        endPiece();
        return plainType_->height(style.size, style.bold);
    }
    const Laid& drawn = laid(width, text, style);
    cairo_move_to(cairo_.get(), x, y);
    pango_cairo_show_layout(cairo_.get(), drawn.layout.get());
    endPiece();
    return drawn.height;
}

// The tag name is temporary: addStructure() replaces each one.
void Canvas::beginPiece() {
    cairo_tag_begin(cairo_.get(), "P", nullptr);
}

void Canvas::endPiece() {
    cairo_tag_end(cairo_.get(), "P");
}

void Canvas::colour(std::string_view value) {
    cairo_set_source_rgb(cairo_.get(), channel(value, 1), channel(value, 3), channel(value, 5));
}

void Canvas::rule(double x, double y, double width, double thickness, std::string_view value) {
    box(x, y, width, thickness, value);
}

void Canvas::box(double x, double y, double width, double height, std::string_view value) {
    structure_.addArtifact();
    beginPiece();
    colour(value);
    cairo_rectangle(cairo_.get(), x, y, width, height);
    cairo_fill(cairo_.get());
    endPiece();
}

double Canvas::image(double x, double y, double width, double height, const PngImage& picture) {
    const double scale = picture.scaleInto(width, height);
    if (scale == 0) {
        return 0;
    }
    structure_.addPiece();
    beginPiece();
    cairo_save(cairo_.get());
    cairo_translate(cairo_.get(), x, y);
    cairo_scale(cairo_.get(), scale, scale);
    cairo_set_source_surface(cairo_.get(), picture.surface(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo_.get()),
                             CAIRO_FILTER_NEAREST); // PDF/A forbids interpolation
    // Not cairo_paint(), which drops the tags of earlier content.
    cairo_rectangle(cairo_.get(), 0, 0, picture.width(), picture.height());
    cairo_fill(cairo_.get());
    cairo_restore(cairo_.get());
    endPiece();
    return scale * picture.height();
}

void Canvas::qr(double x, double y, double size, const std::string& payload) {
    structure_.addPiece();
    beginPiece();
    drawQrCode(cairo_.get(), x, y, size, qrCode(payload).get());
    endPiece();
}

void Canvas::nextPage() {
    cairo_show_page(cairo_.get());
    structure_.turnPage();
}

Drawing Canvas::finish() {
    cairo_show_page(cairo_.get());
    cairo_surface_finish(surface_.get());
    if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS) {
        throw std::runtime_error(std::string("a PDF could not be written: ") +
                                 cairo_status_to_string(cairo_surface_status(surface_.get())));
    }
    laid_.clear();
    plain_.clear();
    cairo_.reset();
    surface_.reset();
    return {std::move(bytes_), std::move(structure_)};
}

} // namespace svc::documents
