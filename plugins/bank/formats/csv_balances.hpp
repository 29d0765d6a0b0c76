#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace svc::bank {

/// Opening and closing balance of a CSV file from its column of balances, each of which stands behind its
/// row. Each row leads from a balance to a balance: in whatever order the rows stand, two balances are left
/// that no other row leads on from or to. More are left where a row is missing; then the rows count in the
/// order of the file, newest first when more of them follow each other so.
class CsvBalances {
public:
    void add(std::int64_t amount, std::int64_t balance);
    /// A row without balance: nothing is known.
    void lose() { lost_ = true; }
    /// Do all rows follow each other?
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

    std::map<std::int64_t, std::int64_t> left_; ///< how much oftener a balance was reached than left
    std::optional<Row> first_;
    Row last_;
    std::int64_t forward_ = 0;
    std::int64_t backward_ = 0;
    bool lost_ = false;
};

} // namespace svc::bank
