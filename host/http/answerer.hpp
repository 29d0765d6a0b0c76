#pragma once

#include "host/http/answer.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace svc::host::http {

/// Which threads answer a request. Those of Reserved are kept for what must work while the service is
/// overloaded.
enum class Lane { Work, Reserved };

/// How a request goes on once its head was judged.
struct Reception {
    std::optional<Answer> refusal; ///< sent at once; the body is not read
    std::size_t bodyLimit = 0;
    Lane lane = Lane::Work;
    bool instant = false;  ///< answered where it was read: it waits for nothing
    bool permitted = true; ///< false: permit() decides whether its body is worth reading
    std::string whose;     ///< in whose name it waits for a thread; empty: in that of nobody
};

/// What stands behind the front. No function throws; each answer is complete, with all its headers but those
/// of the connection.
class Answerer {
public:
    virtual ~Answerer() = default;

    /// Judges the head of a request. Must not block: it runs on the thread that owns all connections, and on
    /// those that answer.
    virtual Reception receive(RawRequest& request) = 0;
    /// A refusal before the body was read, or nothing. May block.
    virtual std::optional<Answer> permit(RawRequest& request) = 0;
    /// Answers a whole request that receive() let in. May block.
    virtual Answer handle(RawRequest& request) = 0;
    /// The answer to a request that the front itself refuses, whatever is known of it.
    virtual Answer refuse(RawRequest& request, const Refused& refusal) = 0;
};

} // namespace svc::host::http
