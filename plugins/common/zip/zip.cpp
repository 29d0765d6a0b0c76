#include "zip/zip.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <archive.h>
#include <archive_entry.h>
#include <openssl/evp.h>

#include <svc/encoding.hpp>

namespace svc {
namespace {

using ArchiveEntry = std::unique_ptr<archive_entry, decltype(&archive_entry_free)>;
using Digest = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

void checkDigest(int result) {
    if (result != 1) {
        throw std::runtime_error("OpenSSL cannot compute SHA-256");
    }
}

} // namespace

struct ZipWriter::Handles {
    std::unique_ptr<archive, decltype(&archive_write_free)> zip{archive_write_new(), &archive_write_free};
    Digest digest{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

ZipWriter::ZipWriter(std::function<void(std::string_view)> sink)
    : sink_(std::move(sink)), handles_(std::make_unique<Handles>()) {
    archive* zip = handles_->zip.get();
    if (zip == nullptr || handles_->digest == nullptr) {
        throw std::bad_alloc();
    }
    check(archive_write_set_format_zip(zip));
    check(archive_write_zip_set_compression_deflate(zip));
    // No padding to the size of a block.
    check(archive_write_set_bytes_per_block(zip, 0));
    check(archive_write_set_bytes_in_last_block(zip, 1));
    // The callback reports no failure to the library, which would leak its memory then. `check` rethrows it
    // after each call.
    const auto take = [](archive*, void* self, const void* bytes, std::size_t size) -> la_ssize_t {
        auto* writer = static_cast<ZipWriter*>(self);
        if (writer->failure_ == nullptr) {
            try {
                writer->sink_(std::string_view(static_cast<const char*>(bytes), size));
            } catch (...) {
                writer->failure_ = std::current_exception();
            }
        }
        return static_cast<la_ssize_t>(size);
    };
    check(archive_write_open2(zip, this, nullptr, take, nullptr, nullptr));
}

ZipWriter::~ZipWriter() {
    // An archive that was not closed is abandoned: nothing more reaches the sink.
    if (failure_ == nullptr) {
        failure_ = std::make_exception_ptr(std::logic_error("the archive was given up"));
    }
}

void ZipWriter::check(std::int64_t result) {
    if (failure_ != nullptr) {
        std::rethrow_exception(failure_);
    }
    if (result < 0) {
        const char* said = archive_error_string(handles_->zip.get());
        throw std::runtime_error(std::string("libarchive: ") + (said == nullptr ? "failed" : said));
    }
}

void ZipWriter::begin(std::string_view name) {
    if (!names_.insert(std::hash<std::string_view>()(name)).second &&
        std::any_of(files_.begin(), files_.end(),
                    [&](const ZippedFile& file) { return file.name == name; })) {
        throw std::logic_error("the archive has a file " + std::string(name) + " already");
    }
    const ArchiveEntry entry(archive_entry_new(), &archive_entry_free);
    if (entry == nullptr) {
        throw std::bad_alloc();
    }
    files_.push_back({std::string(name), 0, {}});
    archive_entry_set_pathname(entry.get(), files_.back().name.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0644);
    checkDigest(EVP_DigestInit_ex(handles_->digest.get(), EVP_sha256(), nullptr));
    check(archive_write_header(handles_->zip.get(), entry.get()));
    open_ = true;
}

void ZipWriter::end() {
    if (!open_) {
        return;
    }
    open_ = false;
    check(archive_write_finish_entry(handles_->zip.get()));
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    checkDigest(EVP_DigestFinal_ex(handles_->digest.get(), digest.data(), &size));
    files_.back().sha256 = hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

void ZipWriter::write(std::string_view name, std::string_view bytes) {
    if (!open_ || files_.back().name != name) {
        end();
        begin(name);
    }
    if (bytes.empty()) {
        return;
    }
    checkDigest(EVP_DigestUpdate(handles_->digest.get(), bytes.data(), bytes.size()));
    while (!bytes.empty()) {
        const la_ssize_t taken = archive_write_data(handles_->zip.get(), bytes.data(), bytes.size());
        check(taken);
        if (taken == 0) {
            throw std::runtime_error("libarchive takes no more");
        }
        bytes.remove_prefix(static_cast<std::size_t>(taken));
        files_.back().size += taken;
    }
}

const std::vector<ZippedFile>& ZipWriter::files() {
    end();
    return files_;
}

void ZipWriter::close() {
    end();
    check(archive_write_close(handles_->zip.get()));
}

} // namespace svc
