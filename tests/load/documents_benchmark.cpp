// What a document costs, beside what the libraries under it cost for the same page and the same tree.
//   svc_documents_benchmark            goals: at least 50 PDF/s and 2,000 XML/s a core, each at most twice
//   the limit
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <cairo-pdf.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

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

/// The texts of the page with Cairo's own text calls: no line breaking, no shaping, no PDF/A.
void samePageWithCairoAlone(benchmark::State& state) {
    const Paper paper = composeInvoice(invoiceOf(10), book().in("en"), "en", {}, false);
    std::vector<std::string> texts = paper.senderLines;
    for (const PaperRow& row : paper.rows) {
        texts.insert(texts.end(), row.cells.begin(), row.cells.end());
    }
    for (const auto& [label, value] : paper.facts) {
        texts.push_back(label);
        texts.push_back(value);
    }
    for (const Figure& figure : paper.totals) {
        texts.push_back(figure.label);
        texts.push_back(figure.value);
    }
    for (auto _ : state) {
        std::string bytes;
        cairo_surface_t* surface = cairo_pdf_surface_create_for_stream(append, &bytes, 595, 842);
        cairo_t* cairo = cairo_create(surface);
        cairo_select_font_face(cairo, "Noto Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo, 9);
        double y = 40;
        for (const std::string& text : texts) {
            cairo_move_to(cairo, 40, y += 10);
            cairo_show_text(cairo, text.c_str());
        }
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
BENCHMARK(samePageWithCairoAlone)->Unit(benchmark::kMillisecond);
BENCHMARK(ublOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(ciiOfTenLines)->Unit(benchmark::kMicrosecond);
BENCHMARK(sameTreeWithLibxmlAlone)->Unit(benchmark::kMicrosecond);
BENCHMARK(pdfOfFiveThousandLines)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
