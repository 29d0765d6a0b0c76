#pragma once

#include <functional>
#include <string>
#include <vector>

#include "accounting/books.hpp"
#include "rules/file.hpp"
#include "rules/postings.hpp"

namespace svc::de_accounting {

/// Writes the postings of a period, entry by entry. An entry that DATEV would book differently from the books
/// refuses the whole export and names its document: nothing is left out. `next` begins another file between
/// two entries when the current one is full; without `next` a longer export is refused.
class DatevExport {
public:
    /// `most`: maximum number of postings in a file.
    DatevExport(accounting::Books& books, Batch batch, std::size_t most,
                std::function<void(std::string_view)> write, std::function<void()> next = {})
        : books_(books), batch_(std::move(batch)), accounts_(batch_.chart, batch_.accountLength), most_(most),
          write_(std::move(write)), next_(std::move(next)) {}

    void head();
    /// The opening balances of a fiscal year, against DATEV's opening balance accounts.
    void opening();
    void entries();

private:
    struct Line {
        Part part;
        std::string role;
    };

    void add(const accounting::BookLine& line);
    void finishEntry();
    void flush();
    void findBases();
    void put(const Gross& posting, std::string_view document, std::string_view text);
    std::string accountOf(std::string_view code, std::string_view role,
                          const accounting::BookPartner* partner) const;

    accounting::Books& books_;
    Batch batch_;
    TaxAccounts accounts_;
    std::size_t most_;
    std::function<void(std::string_view)> write_;
    std::function<void()> next_;
    std::string piece_;
    std::size_t written_ = 0;

    // State of the entry that is being read.
    std::vector<Line> lines_;
    Uuid entry_;
    std::string guid_;
    std::int64_t number_ = 0;
    int place_ = 0;
    Date date_;
    std::string document_;
    std::string label_;
};

} // namespace svc::de_accounting
