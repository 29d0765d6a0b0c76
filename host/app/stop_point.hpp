#pragma once

#include <atomic>
#include <string_view>

#include "host/config/config.hpp"

namespace svc::host::app {

/// testing.stopAt: the process ends as by kill -9 when it reaches the point for the n-th time. Without it,
/// which is everywhere but in tests, nothing ever happens.
class StopPoint {
public:
    explicit StopPoint(std::optional<config::StopAt> stopAt) : stopAt_(std::move(stopAt)) {}

    bool set() const { return stopAt_.has_value(); }
    void reached(std::string_view point);

private:
    std::optional<config::StopAt> stopAt_;
    std::atomic<unsigned> count_{0};
};

} // namespace svc::host::app
