#include "host/log/metrics.hpp"

#include "host/log/log.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace svc::host::log {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Metrics, AFamilyIsShownBeforeItHasACounter) {
    Metrics metrics;
    metrics.counters("svc_calls_total", "Calls.");
    EXPECT_EQ(metrics.expose(), "# HELP svc_calls_total Calls.\n# TYPE svc_calls_total counter\n");
    metrics.counter("svc_calls_total", "Calls.", {{"to", "b"}}).add();
    EXPECT_NE(metrics.expose().find("svc_calls_total{to=\"b\"} 1\n"), std::string::npos);
}

TEST(Metrics, CountersAndGaugesArePrintedWithTheirLabels) {
    Metrics metrics;
    metrics.counter("svc_things_total", "Things.", {{"kind", "a\"b\\c"}}).add(3);
    metrics.gauge("svc_now", "Now.").set(-2);
    EXPECT_EQ(metrics.expose(), "# HELP svc_things_total Things.\n# TYPE svc_things_total counter\n"
                                "svc_things_total{kind=\"a\\\"b\\\\c\"} 3\n"
                                "# HELP svc_now Now.\n# TYPE svc_now gauge\nsvc_now -2\n");
}

TEST(Metrics, TheSameNameAndLabelsAreTheSameCounter) {
    Metrics metrics;
    Counter& first = metrics.counter("a", "A.", {{"x", "1"}});
    EXPECT_EQ(&first, &metrics.counter("a", "A.", {{"x", "1"}}));
    EXPECT_NE(&first, &metrics.counter("a", "A.", {{"x", "2"}}));
    EXPECT_THROW(metrics.gauge("a", "A."), std::logic_error);
}

TEST(Metrics, HistogramBucketsAreCumulated) {
    Metrics metrics;
    Histogram& histogram = metrics.histogram("d", "Durations.");
    histogram.observe(100);
    histogram.observe(900);
    histogram.observe(20'000'000);
    const std::string text = metrics.expose();
    EXPECT_THAT(text, HasSubstr("d_bucket{le=\"0.00025\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("d_bucket{le=\"0.001\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("d_bucket{le=\"10\"} 2\n"));
    EXPECT_THAT(text, HasSubstr("d_bucket{le=\"+Inf\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("d_sum 20.001000\n"));
    EXPECT_THAT(text, HasSubstr("d_count 3\n"));
}

TEST(Metrics, ACollectorThatFailsLosesOnlyItsOwnFamilies) {
    setSink([](std::string_view) {});
    Metrics metrics;
    metrics.collect([](Exposition& out) {
        out.family("lost", "gauge", "Lost.");
        throw std::runtime_error("database gone");
    });
    metrics.collect([](Exposition& out) {
        out.family("kept", "gauge", "Kept.");
        out.sample("kept", {}, std::uint64_t{7});
    });
    const std::string text = metrics.expose();
    EXPECT_THAT(text, HasSubstr("kept 7\n"));
    EXPECT_THAT(text, Not(HasSubstr("lost")));
    setSink({});
}

} // namespace
} // namespace svc::host::log
