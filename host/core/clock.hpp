#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include <svc/date.hpp>
#include <svc/id.hpp>

namespace svc::host {

/// The only source of the time. With `testing.clock` it can be moved forward; durations are measured with the
/// monotonic clock, never with this one.
class Clock {
public:
    Instant now() const;
    void setOffset(std::int64_t microseconds) { offset_.store(microseconds); }
    std::int64_t offset() const { return offset_.load(); }

private:
    std::atomic<std::int64_t> offset_{0};
};

/// Business date of an instant in an IANA time zone; throws std::runtime_error for an unknown zone.
Date dateIn(const std::string& timeZone, Instant instant);
/// First instant of a business date: 00:00, or the first instant after a gap.
Instant startOfDateIn(const std::string& timeZone, Date date);
/// Seconds that the clocks of the zone are ahead of UTC at the instant.
std::int32_t utcOffsetIn(const std::string& timeZone, Instant instant);
bool isTimeZone(const std::string& name);

/// A new UUIDv7 of the given instant.
Uuid newUuid(Instant now);
/// The same with a sequence number within the instant: a higher place gives a greater identifier.
Uuid newUuid(Instant now, std::uint64_t place);

} // namespace svc::host
