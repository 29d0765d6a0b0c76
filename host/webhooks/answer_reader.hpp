#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "host/webhooks/connections.hpp"

namespace svc::host::webhooks {

/// Most bytes that are read of an answer, head and body together.
inline constexpr std::size_t MostRead = 16 * 1024;
/// Limit of characters of a body that are stored.
inline constexpr std::size_t MostKept = 1024;

/// Parses a receiver's answer incrementally, in bounded memory. It trusts nothing: input that it does not
/// understand makes the connection not reusable, but does not hide the status.
class AnswerReader : public AnswerSink {
public:
    bool take(std::string_view bytes) override;
    void end() override { ended_ = true; }
    /// Known before the rest of the answer.
    std::optional<int> status() const override { return status_; }
    bool reusable() const override { return complete_ && keepAlive_ && !ended_; }
    /// The first 1 KiB of the body as UTF-8 without control characters.
    std::string excerpt() const;

private:
    bool readStatus();
    bool readHead();
    bool readBody();
    bool readChunks();

    std::string buffer_;
    std::size_t total_ = 0;
    std::optional<int> status_;
    bool headRead_ = false;
    bool chunked_ = false;
    bool keepAlive_ = false;
    bool complete_ = false;
    bool ended_ = false;
    std::optional<std::size_t> length_;
    std::string body_;
};

} // namespace svc::host::webhooks
