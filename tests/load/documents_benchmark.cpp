// The cost of a document compared with the cost of its libraries for the same page and the same tree.
//   svc_documents_benchmark
// Goals: at least 50 PDF/s and 2,000 XML/s per core, each at most twice the limit.
// "The same page with Cairo alone" means: the same glyphs at the same positions in the same embedded fonts,
// the same lines, boxes and barcode; the ratio to Cairo's text calls for only the words is printed too.
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cairo-pdf.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <pango/pangocairo.h>

#include "document/rules/invoice.hpp"
#include "einvoice/formats.hpp"
#include "einvoice/tests/samples.hpp"
#include "paper/wording.hpp"
#include "pdf/archive.hpp"
#include "pdf/compose.hpp"
#include "pdf/plain_type.hpp"
#include "pdf/qr_code.hpp"

namespace {

using namespace svc::documents;

/// Invoices with different texts and amounts, so that no cache distorts the measurement.
constexpr int Different = 64;

Invoice invoiceOf(int lines, int seed = 0) {
    static const char* const goods[] = {"Arabica beans", "Coffee machine", "Descaling kit", "Paper filters",
                                        "Milk pitcher",  "Grinder",        "Espresso cups", "Water cartridge",
                                        "Oak tamper",    "Cleaning tabs",  "Robusta blend", "Delivery"};
    std::vector<samples::Agreed> agreed;
    for (int i = 0; i < lines; ++i) {
        agreed.push_back(
            {.name = goods[(i * 5 + seed) % 12] + std::string(" no. ") + std::to_string(i * 7 + seed * 31),
             .quantity = svc::Decimal((i + seed) % 9 + 1),
             .unitPrice = svc::Decimal(1000 + (i * 7919 + seed * 104729) % 100000)});
    }
    Invoice invoice = samples::invoice(agreed, {.pricesIncludeTax = false});
    invoice.number = "INV-2026-" + std::to_string(100000 + seed);
    invoice.payment.reference = invoice.number;
    return invoice;
}

const std::vector<Invoice>& tenLines() {
    static const std::vector<Invoice> all = [] {
        std::vector<Invoice> made;
        for (int seed = 0; seed < Different; ++seed) {
            made.push_back(invoiceOf(10, seed));
        }
        return made;
    }();
    return all;
}

const WordingBook& book() {
    static const WordingBook read(SVC_PAPER_WORDS);
    return read;
}

std::string pdfOf(const Invoice& invoice) {
    const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
    return archivePdf(drawSheet(paper), {paper.title, paper.senderName, "en", paper.madeAt},
                      EmbeddedInvoice{writeCii(invoice, Profile::FacturX)});
}

void pdfOfTenLines(benchmark::State& state) {
    std::size_t next = 0;
    benchmark::DoNotOptimize(pdfOf(tenLines()[0])); // loads fonts and formats
    for (auto _ : state) {
        benchmark::DoNotOptimize(pdfOf(tenLines()[next++ % Different]));
    }
    state.SetItemsProcessed(state.iterations());
}

void pdfOfFiveThousandLines(benchmark::State& state) {
    const Invoice invoice = invoiceOf(5000);
    for (auto _ : state) {
        benchmark::DoNotOptimize(pdfOf(invoice));
    }
    state.SetItemsProcessed(state.iterations());
}

cairo_status_t append(void* closure, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

/// Parts of pdfOfTenLines, for profiling.
void composingAlone(benchmark::State& state) {
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            composeInvoice(tenLines()[next++ % Different], book().in("en"), "en", {}, false));
    }
}

std::vector<Paper> papers() {
    std::vector<Paper> made;
    for (const Invoice& invoice : tenLines()) {
        made.push_back(composeInvoice(invoice, book().in("en"), "en", {}, false));
    }
    return made;
}

void drawingAlone(benchmark::State& state) {
    const std::vector<Paper> all = papers();
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(drawSheet(all[next++ % Different]));
    }
}

void archivingAlone(benchmark::State& state) {
    const Invoice& invoice = tenLines()[0];
    const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
    const Drawing drawn = drawSheet(paper);
    const std::string xml = writeCii(invoice, Profile::FacturX);
    for (auto _ : state) {
        benchmark::DoNotOptimize(
            archivePdf(drawn, {paper.title, paper.senderName, "en", paper.madeAt}, EmbeddedInvoice{xml}));
    }
}

struct Placed {
    std::string text;
    double size;
    bool bold;
};

/// Every text of the page that pdfOfTenLines draws, with its size and weight.
std::vector<Placed> textsOf(const Paper& paper) {
    std::vector<Placed> texts = {
        {paper.senderName, 13, true}, {paper.title, 19, true}, {paper.number, 11, true}};
    const auto add = [&texts](const std::string& text, double size, bool bold) {
        if (!text.empty()) {
            texts.push_back({text, size, bold});
        }
    };
    const auto rows = [&add](const std::vector<Column>& columns, const std::vector<PaperRow>& table) {
        for (const Column& column : columns) {
            add(column.label, 8, true);
        }
        for (const PaperRow& row : table) {
            for (const std::string& cell : row.cells) {
                add(cell, 9, false);
            }
            add(row.detail, 7.5, false);
        }
    };
    for (const std::string& line : paper.senderLines) {
        add(line, 7.5, false);
    }
    add(paper.recipientLabel, 8, false);
    for (const std::string& line : paper.recipientLines) {
        add(line, &line == &paper.recipientLines.front() ? 10.5 : 9.5,
            &line == &paper.recipientLines.front());
    }
    for (const auto& [label, value] : paper.facts) {
        add(label, 8, false);
        add(value, 9, false);
    }
    rows(paper.columns, paper.rows);
    rows(paper.taxColumns, paper.taxRows);
    for (const Figure& figure : paper.totals) {
        add(figure.label, figure.strong ? 11 : 9, figure.strong);
        add(figure.value, figure.strong ? 11 : 9, figure.strong);
    }
    for (const std::string& remark : paper.remarks) {
        add(remark, 8.5, false);
    }
    for (const auto& [label, value] : paper.payment) {
        add(label, 8, false);
        add(value, 9, false);
    }
    for (const std::string& line : paper.footer) {
        add(line, 7.5, false);
    }
    return texts;
}

/// A PDF page drawn by Cairo alone.
template <typename Draw>
std::string pageOf(Draw&& draw) {
    std::string bytes;
    cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, &bytes, 595, 842);
    cairo_t* cairo = cairo_create(surface);
    draw(cairo);
    cairo_show_page(cairo);
    cairo_destroy(cairo);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    return bytes;
}

/// The words of the page with Cairo's own text calls, in the same fonts and sizes, embedded as subsets: no
/// kerning, no lines, no barcode.
void sameWordsWithCairoAlone(benchmark::State& state) {
    std::vector<std::vector<Placed>> pages;
    for (const Paper& paper : papers()) {
        pages.push_back(textsOf(paper));
    }
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(pageOf([&](cairo_t* cairo) {
            double y = 20;
            for (const Placed& text : pages[next++ % Different]) {
                cairo_select_font_face(cairo, "Noto Sans", CAIRO_FONT_SLANT_NORMAL,
                                       text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
                cairo_set_font_size(cairo, text.size);
                cairo_move_to(cairo, 40, y += 8);
                cairo_show_text(cairo, text.text.c_str());
            }
        }));
    }
    state.SetItemsProcessed(state.iterations());
}

/// Everything that Cairo needs to draw one text; the typesetting is done before the measurement.
struct Set {
    cairo_scaled_font_t* font;
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    std::string text;
};

std::vector<Set> setPage(const Paper& paper) {
    static PangoContext* const context = [] {
        PangoContext* made = pango_font_map_create_context(pango_cairo_font_map_get_default());
        cairo_font_options_t* options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(made, options);
        cairo_font_options_destroy(options);
        pango_cairo_context_set_resolution(made, 72);
        return made;
    }();
    std::vector<Set> page;
    double y = 20;
    for (const Placed& text : textsOf(paper)) {
        PangoFontDescription* wanted = pango_font_description_new();
        pango_font_description_set_family_static(wanted, "Noto Sans");
        pango_font_description_set_absolute_size(wanted, text.size * PANGO_SCALE);
        pango_font_description_set_weight(wanted, text.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
        PangoFont* font = pango_context_load_font(context, wanted);
        pango_font_description_free(wanted);
        PlainLine line;
        if (!PlainType::of(context, "Noto Sans", "en").set(text.text, text.size, text.bold, line)) {
            throw std::runtime_error("a text of the page is not plain: " + text.text);
        }
        Set& set =
            page.emplace_back(Set{pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)), {}, {}, {}});
        y += 8;
        for (const PlainLine::Glyph& glyph : line.glyphs) {
            set.glyphs.push_back({glyph.index, 40 + glyph.x, y});
            set.clusters.push_back({glyph.bytes, 1});
        }
        set.text = line.text;
    }
    return page;
}

/// The same page with Cairo alone: the same glyphs at the same positions in the same embedded fonts, with the
/// text that they represent, the lines, the boxes and the barcode. No model, no choice of words, no layout,
/// no shaping, no PDF/A, no XML.
void samePageWithCairoAlone(benchmark::State& state) {
    std::vector<std::vector<Set>> pages;
    std::vector<QrMask> codes;
    for (const Paper& paper : papers()) {
        pages.push_back(setPage(paper));
        codes.push_back(qrCode(paper.qr.value().payload));
    }
    constexpr int Rules = 17;
    constexpr int Boxes = 4;
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(pageOf([&](cairo_t* cairo) {
            for (int i = 0; i < Rules + Boxes; ++i) {
                cairo_set_source_rgb(cairo, 0.9, 0.9, 0.9);
                cairo_rectangle(cairo, 48, 200 + 16 * i, 500, i < Boxes ? 14 : 0.4);
                cairo_fill(cairo);
            }
            for (const Set& set : pages[next % Different]) {
                cairo_set_source_rgb(cairo, 0.1, 0.1, 0.1);
                cairo_set_scaled_font(cairo, set.font);
                cairo_show_text_glyphs(cairo, set.text.data(), static_cast<int>(set.text.size()),
                                       set.glyphs.data(), static_cast<int>(set.glyphs.size()),
                                       set.clusters.data(), static_cast<int>(set.clusters.size()),
                                       static_cast<cairo_text_cluster_flags_t>(0));
            }
            drawQrCode(cairo, 48, 600, 84, codes[next % Different].get());
            ++next;
        }));
    }
    state.SetItemsProcessed(state.iterations());
}

/// The same words with Pango, which shapes and wraps every text once.
void sameWordsWithPangoAndCairo(benchmark::State& state) {
    std::vector<std::vector<Placed>> pages;
    for (const Paper& paper : papers()) {
        pages.push_back(textsOf(paper));
    }
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(pageOf([&](cairo_t* cairo) {
            PangoLayout* layout = pango_cairo_create_layout(cairo);
            double y = 20;
            for (const Placed& text : pages[next++ % Different]) {
                PangoFontDescription* font = pango_font_description_new();
                pango_font_description_set_family_static(font, "Noto Sans");
                pango_font_description_set_absolute_size(font, text.size * PANGO_SCALE);
                pango_font_description_set_weight(font, text.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
                pango_layout_set_font_description(layout, font);
                pango_font_description_free(font);
                pango_layout_set_text(layout, text.text.data(), static_cast<int>(text.text.size()));
                cairo_move_to(cairo, 40, y += 8);
                pango_cairo_show_layout(cairo, layout);
            }
            g_object_unref(layout);
        }));
    }
    state.SetItemsProcessed(state.iterations());
}

void ublOfTenLines(benchmark::State& state) {
    const Invoice invoice = invoiceOf(10);
    for (auto _ : state) {
        benchmark::DoNotOptimize(writeUbl(invoice, Profile::Peppol));
    }
    state.SetItemsProcessed(state.iterations());
}

void ciiOfTenLines(benchmark::State& state) {
    const Invoice invoice = invoiceOf(10);
    for (auto _ : state) {
        benchmark::DoNotOptimize(writeCii(invoice, Profile::FacturX));
    }
    state.SetItemsProcessed(state.iterations());
}

xmlNodePtr copied(xmlDocPtr document, const xmlNode* node) {
    return xmlDocCopyNode(const_cast<xmlNode*>(node), document, 1);
}

/// The same tree, built and serialized by libxml2 alone.
void sameTreeWithLibxmlAlone(benchmark::State& state) {
    const std::string xml = writeUbl(invoiceOf(10), Profile::Peppol);
    xmlDocPtr model =
        xmlReadMemory(xml.data(), static_cast<int>(xml.size()), "model.xml", nullptr, XML_PARSE_NONET);
    for (auto _ : state) {
        xmlDocPtr document = xmlNewDoc(nullptr);
        xmlDocSetRootElement(document, copied(document, xmlDocGetRootElement(model)));
        xmlChar* bytes = nullptr;
        int size = 0;
        xmlDocDumpFormatMemory(document, &bytes, &size, 1);
        benchmark::DoNotOptimize(bytes);
        xmlFree(bytes);
        xmlFreeDoc(document);
    }
    xmlFreeDoc(model);
    state.SetItemsProcessed(state.iterations());
}

BENCHMARK(pdfOfTenLines)->Unit(benchmark::kMillisecond);
BENCHMARK(composingAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(drawingAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(archivingAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(samePageWithCairoAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(sameWordsWithCairoAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(sameWordsWithPangoAndCairo)->Unit(benchmark::kMillisecond);
BENCHMARK(ublOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(ciiOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(sameTreeWithLibxmlAlone)->Unit(benchmark::kMicrosecond);
BENCHMARK(pdfOfFiveThousandLines)->Unit(benchmark::kMillisecond);

/// Prints at the end how many times its limit each document takes, in CPU time of this run.
class WithRatios : public benchmark::ConsoleReporter {
public:
    WithRatios() : ConsoleReporter(OO_None) {}
    void ReportRuns(const std::vector<Run>& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (const Run& run : runs) {
            seconds_[run.run_name.function_name] =
                run.cpu_accumulated_time / static_cast<double>(run.iterations);
        }
    }
    void Finalize() override {
        ConsoleReporter::Finalize();
        ratio("pdfOfTenLines", "samePageWithCairoAlone");
        ratio("pdfOfTenLines", "sameWordsWithCairoAlone");
        ratio("pdfOfTenLines", "sameWordsWithPangoAndCairo");
        ratio("ublOfTenLines", "sameTreeWithLibxmlAlone");
        ratio("ciiOfTenLines", "sameTreeWithLibxmlAlone");
    }

private:
    void ratio(const char* document, const char* limit) {
        if (seconds_.contains(document) && seconds_.contains(limit)) {
            std::printf("%s: %.2f times %s\n", document, seconds_[document] / seconds_[limit], limit);
        }
    }
    std::map<std::string, double> seconds_;
};

} // namespace

int main(int count, char** words) {
    benchmark::Initialize(&count, words);
    WithRatios reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return 0;
}
