#include "host/core/clock.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>

#include <date/tz.h>
#include <openssl/rand.h>

namespace svc::host {
namespace {

using Microseconds = std::chrono::microseconds;
using SystemInstant = date::sys_time<Microseconds>;

const date::time_zone& zone(const std::string& name) {
    return *date::locate_zone(name);
}

/// Random bytes of this thread, fetched in blocks because each call of the generator is costly. For
/// identifiers, not for secrets.
void fillRandom(std::array<std::uint8_t, 10>& bytes) {
    thread_local std::array<std::uint8_t, 4000> fetched{};
    thread_local std::size_t used = fetched.size();
    if (used == fetched.size()) {
        if (RAND_bytes(fetched.data(), static_cast<int>(fetched.size())) != 1) {
            throw std::runtime_error("the random generator of OpenSSL failed");
        }
        used = 0;
    }
    std::copy_n(fetched.begin() + static_cast<std::ptrdiff_t>(used), bytes.size(), bytes.begin());
    used += bytes.size();
}

} // namespace

Instant Clock::now() const {
    const auto since = std::chrono::system_clock::now().time_since_epoch();
    return Instant(std::chrono::duration_cast<Microseconds>(since).count() + offset_.load());
}

Date dateIn(const std::string& timeZone, Instant instant) {
    const auto local = zone(timeZone).to_local(SystemInstant(Microseconds(instant.micros())));
    const auto day = date::floor<date::days>(local);
    return Date(day.time_since_epoch().count());
}

Instant startOfDateIn(const std::string& timeZone, Date date) {
    const date::local_time<Microseconds> midnight(date::days(date.days()));
    // A day without 00:00 begins at the end of the gap; of two 00:00 the first counts.
    const auto start = zone(timeZone).to_sys(midnight, date::choose::earliest);
    return Instant(start.time_since_epoch().count());
}

std::int32_t utcOffsetIn(const std::string& timeZone, Instant instant) {
    const SystemInstant at{Microseconds(instant.micros())};
    return static_cast<std::int32_t>(zone(timeZone).get_info(at).offset.count());
}

bool isTimeZone(const std::string& name) {
    try {
        return date::locate_zone(name) != nullptr;
    } catch (const std::exception&) {
        return false;
    }
}

Uuid newUuid(Instant now) {
    return newUuid(now, 0);
}

Uuid newUuid(Instant now, std::uint64_t place) {
    constexpr std::uint64_t Places = 4096; // the 12 bits between the milliseconds and the variant
    std::array<std::uint8_t, 10> random{};
    fillRandom(random);
    const std::uint64_t within = place % Places;
    random[0] = static_cast<std::uint8_t>(within >> 8U);
    random[1] = static_cast<std::uint8_t>(within);
    return makeUuidV7(now.micros() / 1000 + static_cast<std::int64_t>(place / Places), random);
}

} // namespace svc::host
