// Plain texts are set as Pango would set them.
#include <cmath>
#include <memory>

#include <gtest/gtest.h>
#include <pango/pangocairo.h>

#include "paper/wording.hpp"
#include "pdf/plain_type.hpp"

namespace svc::documents {
namespace {

constexpr const char* Family = "Noto Sans";

PangoContext* typesetter() {
    static PangoContext* const context = [] {
        PangoContext* made = pango_font_map_create_context(pango_cairo_font_map_get_default());
        cairo_font_options_t* options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(made, options);
        cairo_font_options_destroy(options);
        pango_cairo_context_set_resolution(made, 72);
        pango_context_set_round_glyph_positions(made, FALSE);
        return made;
    }();
    return context;
}

struct Extent {
    double width;
    double height;
    double ascent;
};

Extent withPango(const std::string& text, double size, bool bold) {
    const std::unique_ptr<PangoLayout, void (*)(gpointer)> layout(pango_layout_new(typesetter()),
                                                                  g_object_unref);
    PangoFontDescription* font = pango_font_description_new();
    pango_font_description_set_family_static(font, Family);
    pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
    pango_font_description_set_weight(font, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout.get(), font);
    pango_font_description_free(font);
    PangoAttrList* attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("liga=0, clig=0, dlig=0"));
    pango_layout_set_attributes(layout.get(), attributes);
    pango_attr_list_unref(attributes);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    int width = 0;
    int height = 0;
    pango_layout_get_size(layout.get(), &width, &height);
    return {static_cast<double>(width) / PANGO_SCALE, static_cast<double>(height) / PANGO_SCALE,
            static_cast<double>(pango_layout_get_baseline(layout.get())) / PANGO_SCALE};
}

TEST(PlainType, SetsEveryTextOfTheWordingAsWideAsPangoDoes) {
    const paper::WordingBook book(SVC_PAPER_WORDS);
    PlainType& type = PlainType::of(typesetter(), Family, "en");
    int set = 0;
    for (const auto& [language, wording] : book.all()) {
        for (const std::string& key : wording.keys()) {
            const std::string& text = wording[key];
            for (const bool bold : {false, true}) {
                PlainLine line;
                if (!type.set(text, 8.5, bold, line)) {
                    ADD_FAILURE() << text << " is not plain";
                    continue;
                }
                const Extent whole = withPango(text, 8.5, bold);
                EXPECT_NEAR(line.width, whole.width, 0.001 * static_cast<double>(text.size())) << text;
                EXPECT_EQ(type.height(8.5, bold), whole.height) << text;
                EXPECT_EQ(type.ascent(8.5, bold), whole.ascent) << text;
                ++set;
            }
        }
    }
    EXPECT_GT(set, 500);
}

TEST(PlainType, SetsPairsThatMoveTogetherAndLigaturesLetterByLetter) {
    PlainType& type = PlainType::of(typesetter(), Family, "en");
    for (const char* text : {"AVATAR To. Ye, P.A.", "Kaffeefilter, Griffe, Öffnung, Auflage",
                             "L'été à l'œuvre", "Straße ÄÖÜ ß", "1 234 567,89 €", "x² m³ ½ °C ± × ÷"}) {
        PlainLine line;
        if (type.set(text, 9, false, line)) {
            const std::string whole = text;
            EXPECT_NEAR(line.width, withPango(whole, 9, false).width, 0.02) << text;
            EXPECT_EQ(line.glyphs.size(), static_cast<std::size_t>(g_utf8_strlen(text, -1))) << text;
        }
    }
    PlainLine kerned;
    PlainLine first;
    PlainLine second;
    ASSERT_TRUE(type.set("AV", 100, false, kerned));
    ASSERT_TRUE(type.set("A", 100, false, first));
    ASSERT_TRUE(type.set("V", 100, false, second));
    EXPECT_LT(kerned.width, first.width + second.width - 1);
}

TEST(PlainType, WritesEverySpaceAsTheCommonOneAndKeepsItsWidth) {
    PlainType& type = PlainType::of(typesetter(), Family, "fr");
    PlainLine line;
    ASSERT_TRUE(type.set("1\u202F234,50\u00A0€", 9, false, line));
    EXPECT_EQ(line.text, "1 234,50 €");
    EXPECT_NEAR(line.width, withPango("1\u202F234,50\u00A0€", 9, false).width, 0.02);
}

TEST(PlainType, LeavesToPangoWhatIsNotPlain) {
    PlainType& type = PlainType::of(typesetter(), Family, "en");
    for (const char* text : {"", " ", " a", "a ", "a\nb", "a\tb", "العربية", "日本語", "Ελληνικά", "Кофе",
                             "e\u0301", "a\u00ADb", "a\u200Bb", "a\u202Eb", "\xEF\xBF\xBE"}) {
        PlainLine line;
        EXPECT_FALSE(type.set(text, 9, false, line)) << text;
    }
}

} // namespace
} // namespace svc::documents
