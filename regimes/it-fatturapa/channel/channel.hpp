// The intermediary that passes files to SdI and returns SdI's messages: the API of Invoicetronic, version 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "message/rules/message.hpp"

namespace svc::it_fatturapa {

/// The intermediary's answer to a file.
struct Handed {
    enum class Result { Taken, Refused, NotDone };
    Result result = Result::NotDone;
    std::string id;               ///< the intermediary's identifier of the file, when it was accepted
    std::string error;            ///< in the intermediary's words, or the transport error
    std::optional<Instant> later; ///< earliest retry, when the answer gives one
    std::string answer;           ///< the raw answer
};

/// A message, and the raw form in which it came.
struct ChannelMessage {
    Message message;
    std::string content;
};

/// The intermediary under one API key. To be called outside of transactions. Throws std::runtime_error when
/// no answer tells whether a request was done.
class Channel {
public:
    Channel(Call& call, std::string apiKey) : call_(call), apiKey_(std::move(apiKey)) {}

    /// `sign`: the intermediary signs the file in the name of the company.
    Handed hand(const std::string& fileName, const std::string& content, bool sign);
    /// The intermediary's identifier of a file with this name; nothing when it has none.
    std::optional<std::string> find(const std::string& fileName);
    /// SdI's messages about the file, oldest first.
    std::vector<ChannelMessage> messages(const std::string& id, const std::string& fileName);

private:
    HttpReply get(const std::string& path);

    Call& call_;
    std::string apiKey_;
};

/// The message in an update of the intermediary; nothing for updates that only report progress.
std::optional<Message> messageOf(const Json& update, const std::string& fileName);

} // namespace svc::it_fatturapa
