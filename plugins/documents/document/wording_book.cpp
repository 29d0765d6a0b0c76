#include "document/wording_book.hpp"

#include <filesystem>
#include <stdexcept>

#include <dlfcn.h>

namespace svc::documents {
namespace {

/// `data/` beside the library.
std::string dataFolder() {
    Dl_info found{};
    static const char here = 0;
    if (dladdr(&here, &found) == 0 || found.dli_fname == nullptr) {
        throw std::runtime_error("the folder of the plugin cannot be found");
    }
    return (std::filesystem::path(found.dli_fname).parent_path() / "data").string();
}

} // namespace

const WordingBook& wordingBook() {
    static const WordingBook book(dataFolder() + "/wording");
    return book;
}

namespace {

/// Read when the library is loaded: a file that is missing stops the start, not an invoice.
[[maybe_unused]] const WordingBook& AtStart = wordingBook();

} // namespace
} // namespace svc::documents
