#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace svc::bank {

/// Computes opening and closing balance of a CSV file from its balance column, which holds the balance after
/// each row. Each row leads from one balance to another. Whatever the order of the rows, exactly two balances
/// are unmatched: the opening balance, which no row ends in, and the closing balance, which no row starts
/// from. If a row is missing, more are unmatched; then the order of the file decides, read newest first if
/// more rows follow each other that way.
class CsvBalances {
public:
    void add(std::int64_t amount, std::int64_t balance);
    /// Notes a row without balance: opening and closing are then unknown.
    void lose() { lost_ = true; }
    /// Do the balances of all rows form one chain?
    bool complete() const;
    std::optional<std::int64_t> opening() const;
    std::optional<std::int64_t> closing() const;

private:
    struct Row {
        std::int64_t before = 0;
        std::int64_t after = 0;
    };
    bool known() const { return first_ && !lost_; }
    bool newestFirst() const { return backward_ > forward_; }
    void count(std::int64_t balance, int times);

    std::map<std::int64_t, std::int64_t> left_; ///< per balance: rows ending in it minus rows leaving it
    std::optional<Row> first_;
    Row last_;
    std::int64_t forward_ = 0;
    std::int64_t backward_ = 0;
    bool lost_ = false;
};

} // namespace svc::bank
