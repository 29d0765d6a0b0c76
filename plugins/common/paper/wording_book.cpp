#include "paper/wording_book.hpp"

#include <svc/data_folder.hpp>

namespace svc::paper {

const WordingBook& wordingBook() {
    static const WordingBook book(dataFolder() + "/wording");
    return book;
}

namespace {

/// Read when the library is loaded: a missing file stops the start, not an invoice.
[[maybe_unused]] const WordingBook& AtStart = wordingBook();

} // namespace
} // namespace svc::paper
