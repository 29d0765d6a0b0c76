#include "pdf/plain_type.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>

#include <pango/pangocairo.h>

namespace svc::documents {
namespace {

// Kerning is measured at a size at which rounding is far below what is visible on paper.
constexpr double MeasuredSize = 1000;
constexpr std::size_t MostPairs = 16 * 1024;
constexpr std::size_t MostSizes = 64;
constexpr std::size_t MostLanguages = 8;

/// Latin letters, digits, punctuation and the other characters common in business documents. Whether each is
/// plain is then decided by the font.
bool maybePlain(gunichar c) {
    return (c >= 0x20 && c < 0x7f) || (c >= 0xa0 && c < 0x180 && c != 0xad) || (c >= 0x2010 && c <= 0x2027) ||
           c == 0x202f || c == 0x20ac;
}

using Layout = std::unique_ptr<PangoLayout, void (*)(gpointer)>;

Layout layoutOf(PangoContext* context, const char* family, double size, bool bold) {
    Layout layout(pango_layout_new(context), g_object_unref);
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family_static(font, family);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout.get(), font);
    pango_font_description_free(font);
    return layout;
}

/// The only run of the line; null when there are several.
const PangoGlyphItem* onlyRun(PangoLayout* layout) {
    const PangoLayoutLine* line = pango_layout_get_line_readonly(layout, 0);
    return line->runs != nullptr && line->runs->next == nullptr
               ? static_cast<const PangoGlyphItem*>(line->runs->data)
               : nullptr;
}

bool plainGlyph(const PangoGlyphInfo& glyph) {
    return glyph.geometry.x_offset == 0 && glyph.geometry.y_offset == 0 && glyph.glyph != PANGO_GLYPH_EMPTY &&
           (glyph.glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0;
}

struct Letter {
    bool plain = false;
    unsigned long glyph = 0;
    double advance = 0; ///< at a size of one point
};

bool isSpace(gunichar c) {
    return c == ' ' || c == 0xa0 || c == 0x202f;
}

/// One weight of the font.
class Face {
public:
    Face(PangoContext* context, const char* family, bool bold)
        : layout_(layoutOf(context, family, MeasuredSize, bold)) {
        PangoAttrList* attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_font_features_new("liga=0, clig=0, dlig=0"));
        pango_layout_set_attributes(layout_.get(), attributes);
        pango_attr_list_unref(attributes);
        pango_layout_set_text(layout_.get(), "n", 1);
        if (const PangoGlyphItem* run = onlyRun(layout_.get()); run != nullptr) {
            font_.reset(g_object_ref(run->item->analysis.font));
        }
    }

    const Letter& letter(gunichar c) {
        const auto [known, fresh] = letters_.try_emplace(c);
        if (fresh) {
            char text[8];
            pango_layout_set_text(layout_.get(), text, g_unichar_to_utf8(c, text));
            if (const PangoGlyphInfo* glyph = glyphs(1)) {
                known->second = {true, glyph->glyph, glyph->geometry.width / (PANGO_SCALE * MeasuredSize)};
                known->second.glyph = isSpace(c) && c != ' ' ? letter(' ').glyph : glyph->glyph;
            }
        }
        return known->second;
    }

    /// How far the second letter moves towards the first (negative) or away from it; NaN when the pair is not
    /// set as two separate glyphs.
    double kerning(gunichar first, gunichar second) {
        const std::uint64_t key = (std::uint64_t{first} << 32U) | second;
        if (const auto known = pairs_.find(key); known != pairs_.end()) {
            return known->second;
        }
        if (pairs_.size() >= MostPairs) {
            pairs_.clear();
        }
        const double apart = letter(first).advance + letter(second).advance;
        char text[16];
        int length = g_unichar_to_utf8(first, text);
        length += g_unichar_to_utf8(second, text + length);
        pango_layout_set_text(layout_.get(), text, length);
        const PangoGlyphInfo* pair = glyphs(2);
        const double moved =
            pair != nullptr && (isSpace(first) || pair[0].glyph == letter(first).glyph) &&
                    (isSpace(second) || pair[1].glyph == letter(second).glyph)
                ? (pair[0].geometry.width + pair[1].geometry.width) / (PANGO_SCALE * MeasuredSize) - apart
                : std::nan("");
        return pairs_.emplace(key, moved).first->second;
    }

private:
    /// The glyphs of the layout, if they are this many plain glyphs of the font; else null.
    const PangoGlyphInfo* glyphs(int count) {
        const PangoGlyphItem* run = onlyRun(layout_.get());
        if (run == nullptr || run->item->analysis.font != font_.get() || run->glyphs->num_glyphs != count) {
            return nullptr;
        }
        for (int i = 0; i < count; ++i) {
            if (!plainGlyph(run->glyphs->glyphs[i])) {
                return nullptr;
            }
        }
        return run->glyphs->glyphs;
    }

    Layout layout_;
    std::unique_ptr<PangoFont, void (*)(gpointer)> font_{nullptr, g_object_unref};
    std::unordered_map<gunichar, Letter> letters_;
    std::unordered_map<std::uint64_t, double> pairs_;
};

/// A weight in one size.
struct Sized {
    std::unique_ptr<cairo_scaled_font_t, void (*)(cairo_scaled_font_t*)> font{nullptr,
                                                                              cairo_scaled_font_destroy};
    double ascent = 0;
    double height = 0;
};

} // namespace

struct PlainType::Parts {
    PangoContext* context;
    const char* family;
    Face regular;
    Face bold;
    std::map<std::pair<int, bool>, Sized> sizes;

    Face& face(bool isBold) { return isBold ? bold : regular; }

    const Sized& sized(double size, bool isBold) {
        const std::pair key(static_cast<int>(size * PANGO_SCALE), isBold);
        if (const auto known = sizes.find(key); known != sizes.end()) {
            return known->second;
        }
        if (sizes.size() >= MostSizes) {
            sizes.clear();
        }
        const Layout layout = layoutOf(context, family, size, isBold);
        pango_layout_set_text(layout.get(), "n", 1);
        int height = 0;
        pango_layout_get_size(layout.get(), nullptr, &height);
        Sized& made = sizes[key];
        made.height = static_cast<double>(height) / PANGO_SCALE;
        made.ascent = static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE;
        if (const PangoGlyphItem* run = onlyRun(layout.get()); run != nullptr) {
            made.font.reset(cairo_scaled_font_reference(
                pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(run->item->analysis.font))));
        }
        return made;
    }
};

PlainType::PlainType(PangoContext* context, const char* family)
    : parts_(new Parts{context, family, Face(context, family, false), Face(context, family, true), {}}) {}

PlainType::~PlainType() = default;

PlainType& PlainType::of(PangoContext* context, const char* family, std::string_view language) {
    static thread_local std::map<std::string, std::unique_ptr<PlainType>, std::less<>> made;
    auto found = made.find(language);
    if (found == made.end()) {
        if (made.size() >= MostLanguages) {
            made.clear();
        }
        found = made.emplace(language, std::unique_ptr<PlainType>(new PlainType(context, family))).first;
    }
    return *found->second;
}

bool PlainType::set(std::string_view text, double size, bool bold, PlainLine& line) {
    line = {};
    if (text.empty() || text.front() == ' ' || text.back() == ' ') {
        return false;
    }
    Face& face = parts_->face(bold);
    line.text.reserve(text.size());
    line.glyphs.reserve(text.size());
    gunichar before = 0;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        const gunichar c = g_utf8_get_char(at);
        const char* const next = g_utf8_next_char(at);
        if (!maybePlain(c)) {
            return false;
        }
        const Letter& letter = face.letter(c);
        const double moved = before == 0 || !letter.plain ? 0 : face.kerning(before, c);
        if (!letter.plain || std::isnan(moved)) {
            return false;
        }
        line.width += moved * size;
        const std::string_view written = isSpace(c) ? " " : std::string_view(at, next);
        line.glyphs.push_back({letter.glyph, line.width, static_cast<int>(written.size())});
        line.text += written;
        line.width += letter.advance * size;
        before = c;
        at = next;
    }
    return parts_->sized(size, bold).font != nullptr;
}

double PlainType::ascent(double size, bool bold) {
    return parts_->sized(size, bold).ascent;
}

double PlainType::height(double size, bool bold) {
    return parts_->sized(size, bold).height;
}

void PlainType::show(cairo_t* cairo, double x, double baseline, double size, bool bold,
                     const PlainLine& line) {
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    glyphs.reserve(line.glyphs.size());
    clusters.reserve(line.glyphs.size());
    for (const PlainLine::Glyph& glyph : line.glyphs) {
        glyphs.push_back({glyph.index, x + glyph.x, baseline});
        clusters.push_back({glyph.bytes, 1});
    }
    cairo_set_scaled_font(cairo, parts_->sized(size, bold).font.get());
    cairo_show_text_glyphs(cairo, line.text.data(), static_cast<int>(line.text.size()), glyphs.data(),
                           static_cast<int>(glyphs.size()), clusters.data(),
                           static_cast<int>(clusters.size()), static_cast<cairo_text_cluster_flags_t>(0));
}

} // namespace svc::documents
