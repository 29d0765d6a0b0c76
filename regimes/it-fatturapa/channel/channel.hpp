// The intermediary that hands files to SdI and tells what SdI says: the API of Invoicetronic, version 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "message/rules/message.hpp"

namespace svc::fatturapa {

/// What the intermediary made of a file.
struct Handed {
    enum class Result { Taken, Refused, NotDone };
    Result result = Result::NotDone;
    std::string id;               ///< by which it names the file, when it is taken
    std::string error;            ///< in its words, or the transport's
    std::optional<Instant> later; ///< not before, where it says so
    std::string answer;           ///< as it came
};

/// A message with what it came in.
struct ChannelMessage {
    Message message;
    std::string content;
};

/// The intermediary under one key. Outside of transactions. What has no answer that tells whether it was done
/// throws std::runtime_error.
class Channel {
public:
    Channel(Call& call, std::string apiKey) : call_(call), apiKey_(std::move(apiKey)) {}

    /// `sign`: it signs the file in the name of the company.
    Handed hand(const std::string& fileName, const std::string& content, bool sign);
    /// By which identifier it knows a file of this name; nothing when it has none.
    std::optional<std::string> find(const std::string& fileName);
    /// What SdI has said of the file, oldest first.
    std::vector<ChannelMessage> messages(const std::string& id, const std::string& fileName);

private:
    HttpReply get(const std::string& path);

    Call& call_;
    std::string apiKey_;
};

/// One of its updates; nothing for those that only say that the file is under way.
std::optional<Message> messageOf(const Json& update, const std::string& fileName);

} // namespace svc::fatturapa
