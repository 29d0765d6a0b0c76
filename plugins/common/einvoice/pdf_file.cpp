#include "einvoice/pdf_file.hpp"

#include <array>
#include <memory>

#include <zlib.h>

// PointerHolder is a shared pointer of the library's own or of the standard library; 4 selects the latter.
#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Pipeline.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFExc.hh>

#include <svc/text.hpp>

#include "einvoice/file_reader.hpp"

namespace svc::einvoice {
namespace {

constexpr std::size_t MostUnpacked = 64 * 1024 * 1024;

/// Collects the data that it is given, up to MostUnpacked.
class Bounded : public Pipeline {
public:
    Bounded() : Pipeline("invoice", nullptr) {}

    void write(unsigned char const* data, std::size_t length) override {
        if (bytes_.size() + length > MostUnpacked) {
            exceeded_ = true;
            // Ends the decompression; qpdf turns it into a warning.
            throw std::runtime_error("too large");
        }
        bytes_.append(reinterpret_cast<char const*>(data), length);
    }
    void finish() override {}

    bool exceeded() const { return exceeded_; }
    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
    bool exceeded_ = false;
};

/// Decompresses every stream once and discards the data, because the library decompresses some of them
/// (objects, references) whole into memory.
void checkStreams(std::string_view pdf) {
    constexpr std::string_view Keyword = "stream";
    std::array<Bytef, 64 * 1024> out{};
    // Streams may be nested in others: the total of all streams is bounded too.
    std::size_t all = 0;
    for (std::size_t at = pdf.find(Keyword); at != std::string_view::npos; at = pdf.find(Keyword, at)) {
        at += Keyword.size();
        std::size_t start = at;
        while (start < pdf.size() && (pdf[start] == '\r' || pdf[start] == '\n')) {
            ++start;
        }
        z_stream state{};
        if (inflateInit(&state) != Z_OK) {
            throw std::bad_alloc();
        }
        const std::unique_ptr<z_stream, int (*)(z_streamp)> guard(&state, inflateEnd);
        state.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(pdf.data() + start));
        state.avail_in = static_cast<uInt>(pdf.size() - start);
        std::size_t one = 0;
        int result = Z_OK;
        while (result == Z_OK) {
            state.next_out = out.data();
            state.avail_out = static_cast<uInt>(out.size());
            result = inflate(&state, Z_NO_FLUSH);
            one += out.size() - state.avail_out;
            if (one > MostUnpacked || all + one > 8 * MostUnpacked) {
                throw FileFault("size", "a stream of the PDF unpacks to too much");
            }
        }
        all += one;
    }
}

bool isInvoiceName(std::string_view name) {
    const std::string lower = lowerAscii(name);
    return lower == "factur-x.xml" || lower == "zugferd-invoice.xml" || lower == "xrechnung.xml";
}

} // namespace

std::string invoiceInPdf(std::string_view bytes) {
    checkStreams(bytes);
    try {
        QPDF pdf;
        pdf.setSuppressWarnings(true);
        pdf.processMemoryFile("invoice.pdf", bytes.data(), bytes.size());
        QPDFEmbeddedFileDocumentHelper files(pdf);
        for (const auto& [name, specification] : files.getEmbeddedFiles()) {
            if (!isInvoiceName(specification->getFilename()) && !isInvoiceName(name)) {
                continue;
            }
            Bounded unpacked;
            QPDFObjectHandle stream = specification->getEmbeddedFileStream();
            const bool whole = stream.isStream() && stream.pipeStreamData(&unpacked, 0, qpdf_dl_all, true);
            if (unpacked.exceeded()) {
                throw FileFault("size", "the invoice in the PDF unpacks to too much");
            }
            if (whole) {
                return unpacked.take();
            }
        }
    } catch (const QPDFExc& error) {
        const bool locked = error.getErrorCode() == qpdf_e_password;
        throw FileFault(locked ? "pdf-encrypted" : "pdf", error.what());
    } catch (const FileFault&) {
        throw;
    } catch (const std::runtime_error& error) {
        throw FileFault("pdf", error.what());
    } catch (const std::logic_error& error) {
        throw FileFault("pdf", error.what());
    }
    throw FileFault("pdf-without-invoice", "the PDF carries no invoice as XML");
}

} // namespace svc::einvoice
