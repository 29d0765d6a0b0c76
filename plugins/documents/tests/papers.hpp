// Shared by the tests of documents: samples, their text, and pictures to compare them with.
//   SVC_UPDATE_PAPERS=1      writes the pictures anew
//   SVC_KEEP_PAPERS=FOLDER   keeps the PDFs, to be looked at
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include <cairo.h>
#include <gtest/gtest.h>

#include "document/rules/invoice.hpp"
#include "einvoice/tests/samples.hpp"
#include "paper/wording.hpp"
#include "pdf/canvas.hpp"
#include "pdf/compose.hpp"
#include "pdf/compose_parts.hpp"

namespace svc::documents {

namespace fs = std::filesystem;

inline const WordingBook& book() {
    static const WordingBook read(SVC_PAPER_WORDS);
    return read;
}

/// Largest difference of a square: letters may be smoothed differently. A line of small letters makes more
/// than 20.
constexpr int MostDifference = 6;

using Picture = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

inline Picture readPicture(const fs::path& path) {
    return {cairo_image_surface_create_from_png(path.c_str()), cairo_surface_destroy};
}

/// The largest mean difference of two pictures of the same size in a square of 16 pixels, 0 (equal) to 255;
/// 255 when their sizes differ. Squares are compared because a missing line of text hardly changes the whole
/// page.
inline int difference(const Picture& a, const Picture& b) {
    constexpr int Side = 16;
    const int width = cairo_image_surface_get_width(a.get());
    const int height = cairo_image_surface_get_height(a.get());
    const int stride = cairo_image_surface_get_stride(a.get());
    if (width == 0 || width != cairo_image_surface_get_width(b.get()) ||
        height != cairo_image_surface_get_height(b.get()) ||
        stride != cairo_image_surface_get_stride(b.get())) {
        return 255;
    }
    const unsigned char* left = cairo_image_surface_get_data(a.get());
    const unsigned char* right = cairo_image_surface_get_data(b.get());
    const int bytes = stride / width; // of a pixel
    int largest = 0;
    for (int top = 0; top + Side <= height; top += Side / 2) {
        for (int start = 0; start + Side <= width; start += Side / 2) {
            int sum = 0;
            for (int y = top; y < top + Side; ++y) {
                for (int i = y * stride + start * bytes; i < y * stride + (start + Side) * bytes; ++i) {
                    sum += std::abs(left[i] - right[i]);
                }
            }
            largest = std::max(largest, sum / (Side * Side * bytes));
        }
    }
    return largest;
}

/// How often a word occurs on the pages.
inline int countOn(const std::string& pages, const std::string& word) {
    int found = 0;
    for (std::size_t at = pages.find(word); at != std::string::npos; at = pages.find(word, at + 1)) {
        ++found;
    }
    return found;
}

class Papers : public ::testing::Test {
protected:
    void SetUp() override {
        if (!fs::exists("/usr/bin/pdftoppm")) {
            GTEST_SKIP() << "poppler-utils is not installed";
        }
        std::string name = (fs::temp_directory_path() / "papers.XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override {
        if (!folder_.empty()) {
            fs::remove_all(folder_);
        }
    }
    /// Renders a page of the PDF and compares it with the stored picture.
    void compare(const std::string& name, const std::string& pdf, int page = 1) {
        std::ofstream(folder_ / (name + ".pdf"), std::ios::binary) << pdf;
        if (const char* keep = std::getenv("SVC_KEEP_PAPERS"); keep != nullptr) {
            std::ofstream(fs::path(keep) / (name + ".pdf"), std::ios::binary) << pdf;
        }
        const std::string command = "cd '" + folder_.string() +
                                    "' && pdftoppm -r 50 -gray -png -singlefile -f " + std::to_string(page) +
                                    " " + name + ".pdf " + name;
        ASSERT_EQ(std::system(command.c_str()), 0);
        const fs::path drawn = folder_ / (name + ".png");
        const fs::path kept = fs::path(SVC_SOURCE_TREE) / "tests" / "data" / "papers" / (name + ".png");
        if (std::getenv("SVC_UPDATE_PAPERS") != nullptr) {
            fs::create_directories(kept.parent_path());
            fs::copy_file(drawn, kept, fs::copy_options::overwrite_existing);
        }
        EXPECT_LE(difference(readPicture(drawn), readPicture(kept)), MostDifference) << name;
    }

    void compare(const std::string& name, const Drawing& drawing, int page = 1) {
        compare(name, drawing.pdf, page);
    }

    std::string textOf(const Drawing& drawing) { return textOf(drawing.pdf); }
    std::string textOf(const std::string& pdf) {
        std::ofstream(folder_ / "read.pdf", std::ios::binary) << pdf;
        const std::string command = "cd '" + folder_.string() + "' && pdftotext -layout read.pdf read.txt";
        if (std::system(command.c_str()) != 0) {
            return "pdftotext failed";
        }
        std::ifstream file(folder_ / "read.txt");
        return {std::istreambuf_iterator<char>(file), {}};
    }

    /// A drawing of two colours as PNG bytes.
    static std::string logo() {
        cairo_surface_t* drawing = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 240, 80);
        cairo_t* cairo = cairo_create(drawing);
        cairo_set_source_rgb(cairo, 0.48, 0.12, 0.24);
        cairo_arc(cairo, 40, 40, 36, 0, 6.2832);
        cairo_fill(cairo);
        cairo_set_source_rgb(cairo, 0.9, 0.7, 0.3);
        cairo_rectangle(cairo, 90, 30, 140, 20);
        cairo_fill(cairo);
        cairo_destroy(cairo);
        return pngOf(drawing);
    }
    /// A black rectangle of this many pixels as PNG bytes.
    static std::string blackPng(int width, int height) {
        return pngOf(cairo_image_surface_create(CAIRO_FORMAT_A1, width, height));
    }
    /// Takes ownership of the drawing.
    static std::string pngOf(cairo_surface_t* drawing) {
        std::string bytes;
        cairo_surface_write_to_png_stream(
            drawing,
            [](void* closure, const unsigned char* data, unsigned int length) {
                static_cast<std::string*>(closure)->append(reinterpret_cast<const char*>(data), length);
                return CAIRO_STATUS_SUCCESS;
            },
            &bytes);
        cairo_surface_destroy(drawing);
        return bytes;
    }

    static Drawing sheet(const Invoice& invoice, const std::string& language) {
        return drawSheet(composeInvoice(invoice, book().in(language), language, {}, false));
    }
    static Invoice shortInvoice(const samples::Terms& terms = {}) {
        return samples::invoice({{.quantity = Decimal(2), .unitPrice = Decimal(12000), .discount = 2400},
                                 {.name = "Beans 日本語 العربية Ελληνικά Кофе",
                                  .unitPrice = Decimal(1603),
                                  .taxRate = Decimal::parse("5.5").value()}},
                                terms);
    }

    static Statement account() {
        Statement account;
        account.from = Date::of(2026, 1, 1).value();
        account.to = Date::of(2026, 12, 31).value();
        account.opening = 12000;
        account.lines = {{Date::of(2026, 11, 20).value(), "invoice", "INV-2026-000123", 27600, 0, 39600},
                         {Date::of(2026, 11, 22).value(), "payment", "INV-2026-000123", 0, 10000, 29600},
                         {Date::of(2026, 11, 26).value(), "credit_note", "CRN-2026-000005", 0, 10800, 18800}};
        account.closing = 18800;
        account.aged = Date::of(2026, 12, 31).value();
        account.open = {{"INV-2026-000090", Date::of(2026, 9, 15).value(), 1200},
                        {"INV-2026-000123", Date::of(2026, 12, 20).value(), 17600}};
        return account;
    }

    fs::path folder_;
};

} // namespace svc::documents
