#include <svc/range_tally.hpp>

#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

namespace svc {
namespace {

constexpr std::int64_t Least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();

/// Counts values as a table of nodes does.
class Nodes {
public:
    explicit Nodes(std::vector<std::int64_t> values) : values_(std::move(values)) {
        for (const std::int64_t value : values_) {
            for (int level = 0; level < RangeRuns::Levels; ++level) {
                ++nodes_[{level, value >> (RangeRuns::Bits * level)}];
            }
        }
    }

    /// By the runs of the range, and by each value.
    void expectSame(std::optional<std::int64_t> from, std::optional<std::int64_t> to) const {
        const auto counted = std::count_if(values_.begin(), values_.end(), [&](std::int64_t value) {
            return value >= from.value_or(Least) && value <= to.value_or(Most);
        });
        std::int64_t added = 0;
        const RangeRuns range(from, to);
        for (const RangeRuns::Run& run : range.runs()) {
            EXPECT_LE(run.first, run.last);
            for (auto node = nodes_.lower_bound({run.level, run.first});
                 node != nodes_.end() && node->first <= std::pair(run.level, run.last); ++node) {
                added += node->second;
            }
        }
        EXPECT_EQ(added, counted) << from.value_or(Least) << " to " << to.value_or(Most);
    }

private:
    std::vector<std::int64_t> values_;
    std::map<std::pair<int, std::int64_t>, std::int64_t> nodes_;
};

TEST(RangeTally, EveryRangeOfSmallValuesCountsThemOnceAndNoOther) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = -300; value <= 300; ++value) {
        values.insert(values.end(), value % 7 == 0 ? 3 : 1, value);
    }
    const Nodes nodes(std::move(values));
    for (std::int64_t from = -310; from <= 310; from += 3) {
        nodes.expectSame(from, std::nullopt);
        nodes.expectSame(std::nullopt, from);
        for (std::int64_t to = from - 4; to <= 310; to += 5) {
            nodes.expectSame(from, to);
        }
    }
}

TEST(RangeTally, RangesOfAllSizesCountWhatIsInThem) {
    std::mt19937_64 random(7); // NOLINT: the same values each time
    const auto value = [&] {
        const auto bits = static_cast<std::int64_t>(random());
        return bits >> (random() % 64);
    };
    std::vector<std::int64_t> values{Least, Least + 1, -1, 0, 1, Most - 1, Most};
    while (values.size() < 2000) {
        values.push_back(value());
    }
    const Nodes nodes(values);
    std::vector<std::optional<std::int64_t>> ends{std::nullopt, Least, Least + 1, -1, 0, 1, Most - 1, Most};
    while (ends.size() < 60) {
        ends.emplace_back(value());
    }
    for (const auto& from : ends) {
        for (const auto& to : ends) {
            nodes.expectSame(from, to);
        }
    }
}

TEST(RangeTally, ARangeIsFewNodesBelowTheLastLevel) {
    std::int64_t nodes = 0;
    const RangeRuns range(-123456789, 987654321);
    for (const RangeRuns::Run& run : range.runs()) {
        EXPECT_LE(run.last - run.first, 15);
        nodes += run.last - run.first + 1;
    }
    EXPECT_LE(nodes, 2 * 15 * RangeRuns::Levels);
    const RangeRuns all(std::nullopt, std::nullopt);
    EXPECT_EQ(all.runs().size(), 1U);
}

TEST(RangeTally, NothingLiesInARangeThatEndsBeforeItBegins) {
    for (const RangeRuns& range : {RangeRuns(5, 4), RangeRuns(Most, Least)}) {
        EXPECT_TRUE(range.runs().empty());
        EXPECT_EQ(detail::view(range.levels().bytes()), "{}");
    }
}

TEST(RangeTally, TheRunsAreParametersOfEqualLength) {
    const RangeRuns range(-1, 16);
    const auto text = [](const Param& value) { return std::string(detail::view(value.bytes())); };
    EXPECT_EQ(text(range.levels()), R"({"0","0","1"})");
    EXPECT_EQ(text(range.firsts()), R"({"-1","16","0"})");
    EXPECT_EQ(text(range.lasts()), R"({"-1","16","0"})");
}

} // namespace
} // namespace svc
