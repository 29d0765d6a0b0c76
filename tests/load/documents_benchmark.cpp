// What a document costs, beside what the libraries under it cost for the same page and the same tree.
//   svc_documents_benchmark            goals: at least 50 PDF/s and 2,000 XML/s a core, each at most twice
//   the limit
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cairo-pdf.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <pango/pangocairo.h>

#include "domain/wording.hpp"
#include "pdf/archive.hpp"
#include "pdf/compose.hpp"
#include "tests/samples.hpp"
#include "xml/formats.hpp"

namespace {

using namespace svc::documents;

Invoice invoiceOf(int lines) {
    std::vector<samples::Agreed> agreed;
    for (int i = 0; i < lines; ++i) {
        agreed.push_back(
            {.name = "Arabica beans no. " + std::to_string(i), .quantity = svc::Decimal(i % 9 + 1)});
    }
    return samples::invoice(agreed, {.pricesIncludeTax = false});
}

const WordingBook& book() {
    static const WordingBook read(SVC_DOCUMENTS_DATA "/wording");
    return read;
}

std::string pdfOf(const Invoice& invoice) {
    const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
    return archivePdf(drawSheet(paper), {paper.title, paper.senderName, "en", paper.madeAt},
                      EmbeddedInvoice{writeCii(invoice, Profile::FacturX)});
}

void pdfOfTenLines(benchmark::State& state) {
    const Invoice invoice = invoiceOf(10);
    for (auto _ : state) {
        benchmark::DoNotOptimize(pdfOf(invoice));
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

/// Parts of pdfOfTenLines, to see where its time goes.
void composingAlone(benchmark::State& state) {
    const Invoice invoice = invoiceOf(10);
    for (auto _ : state) {
        benchmark::DoNotOptimize(composeInvoice(invoice, book().in("en"), "en", {}, false));
    }
}

void drawingAlone(benchmark::State& state) {
    const Paper paper = composeInvoice(invoiceOf(10), book().in("en"), "en", {}, false);
    for (auto _ : state) {
        benchmark::DoNotOptimize(drawSheet(paper));
    }
}

void archivingAlone(benchmark::State& state) {
    const Invoice invoice = invoiceOf(10);
    const Paper paper = composeInvoice(invoice, book().in("en"), "en", {}, false);
    const std::string drawn = drawSheet(paper);
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

/// Every text of the page that pdfOfTenLines draws, in the sizes and weights that it has there.
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

/// The page with Cairo alone: the same words in the same fonts and sizes, embedded as subsets. No layout (no
/// line is broken, nothing is measured), no code to scan, no rules, no PDF/A, no XML.
void samePageWithCairoAlone(benchmark::State& state) {
    const std::vector<Placed> texts =
        textsOf(composeInvoice(invoiceOf(10), book().in("en"), "en", {}, false));
    for (auto _ : state) {
        std::string bytes;
        cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, &bytes, 595, 842);
        cairo_t* cairo = cairo_create(surface);
        double y = 20;
        for (const Placed& text : texts) {
            cairo_select_font_face(cairo, "Noto Sans", CAIRO_FONT_SLANT_NORMAL,
                                   text.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
            cairo_set_font_size(cairo, text.size);
            cairo_move_to(cairo, 40, y += 8);
            cairo_show_text(cairo, text.text.c_str());
        }
        cairo_show_page(cairo);
        cairo_destroy(cairo);
        cairo_surface_finish(surface);
        cairo_surface_destroy(surface);
        benchmark::DoNotOptimize(bytes);
    }
    state.SetItemsProcessed(state.iterations());
}

/// The same with Pango, which shapes and breaks every text once: what a page with other scripts needs at
/// least.
void samePageWithPangoAndCairo(benchmark::State& state) {
    const std::vector<Placed> texts =
        textsOf(composeInvoice(invoiceOf(10), book().in("en"), "en", {}, false));
    for (auto _ : state) {
        std::string bytes;
        cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, &bytes, 595, 842);
        cairo_t* cairo = cairo_create(surface);
        PangoLayout* layout = pango_cairo_create_layout(cairo);
        double y = 20;
        for (const Placed& text : texts) {
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
        cairo_show_page(cairo);
        cairo_destroy(cairo);
        cairo_surface_finish(surface);
        cairo_surface_destroy(surface);
        benchmark::DoNotOptimize(bytes);
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

/// The same tree, built and serialised by libxml2 alone.
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
BENCHMARK(samePageWithPangoAndCairo)->Unit(benchmark::kMillisecond);
BENCHMARK(ublOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(ciiOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(sameTreeWithLibxmlAlone)->Unit(benchmark::kMicrosecond);
BENCHMARK(pdfOfFiveThousandLines)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
