#include "channel/channel.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <svc/encoding.hpp>

#include "authority/replies.hpp"

namespace svc::it_fatturapa {
namespace {

constexpr std::chrono::seconds AnswerLimit{60};
constexpr int Unprocessable = 422;

std::string baseUrl() {
    return Call::settings().textOr("baseUrl", "https://api.invoicetronic.com/v1");
}

/// The identifier as text; the intermediary's identifiers are numbers.
std::string idText(const Json& id) {
    return id.isNumber() ? id.dump() : id.isString() ? id.text() : std::string();
}

/// The error message of RFC 9457, with a list of errors where the file was validated.
std::string problemOf(const HttpReply& reply) {
    const Json body = authority::bodyOf(reply);
    std::string text;
    if (body.isObject()) {
        text = body.textOr("detail", body.textOr("title"));
    }
    return text.empty() ? authority::whyNot(reply) : text;
}

} // namespace

Handed Channel::hand(const std::string& fileName, const std::string& content, bool sign) {
    const Json body =
        Json::object({{"file_name", fileName}, {"payload", base64Encode(content)}, {"encoding", "Base64"}});
    const HttpReply reply = call_.http()
                                .post(baseUrl() + "/send")
                                .query("signature", sign ? "Apply" : "None")
                                .basic(apiKey_, "")
                                .timeout(AnswerLimit)
                                .json(body)
                                .send();
    Handed handed;
    handed.answer = reply.body;
    if (reply.status == 200 || reply.status == 201) {
        handed.result = Handed::Result::Taken;
        handed.id = idText(authority::bodyOf(reply)["id"]);
        if (handed.id.empty()) {
            throw std::runtime_error("the intermediary does not say which file it has");
        }
        return handed;
    }
    handed.error = problemOf(reply);
    if (reply.status == 400 || reply.status == Unprocessable) {
        handed.result = Handed::Result::Refused;
        return handed;
    }
    if (!authority::nothingDone(reply)) {
        throw std::runtime_error(handed.error);
    }
    handed.later = reply.status == 429 ? reply.retryAfter(call_.now()) : std::nullopt;
    return handed;
}

HttpReply Channel::get(const std::string& path) {
    HttpReply reply = call_.http().get(baseUrl() + path).basic(apiKey_, "").timeout(AnswerLimit).send();
    if (reply.status != 200 && reply.status != 404) {
        throw std::runtime_error("the intermediary does not tell: " + authority::whyNot(reply));
    }
    return reply;
}

std::optional<std::string> Channel::find(const std::string& fileName) {
    const HttpReply reply = get("/send?file_name=" + percentEncode(fileName));
    const Json found = reply.status == 404 ? Json::array() : Json::parse(reply.body);
    for (std::size_t i = 0; found.isArray() && i < found.size(); ++i) {
        if (found.at(i).textOr("file_name") == fileName) {
            return idText(found.at(i)["id"]);
        }
    }
    return std::nullopt;
}

std::optional<Message> messageOf(const Json& update, const std::string& fileName) {
    const std::string state = update.textOr("state");
    Message message;
    if (state == "Consegnato") {
        message.kind = MessageKind::Delivered;
    } else if (state == "NonConsegnato" || state == "ImpossibilitaDiRecapito") {
        message.kind = MessageKind::NotDelivered;
    } else if (state == "Scartato") {
        message.kind = MessageKind::Refused;
    } else if (state == "AccettatoDalDestinatario" || state == "RifiutatoDalDestinatario") {
        message.kind = MessageKind::BuyerAnswer;
        message.refusedByBuyer = state == "RifiutatoDalDestinatario";
    } else if (state == "DecorrenzaTermini") {
        message.kind = MessageKind::DeadlinePassed;
    } else if (state == "AttestazioneTrasmissioneFattura") {
        message.kind = MessageKind::Attested;
    } else {
        return std::nullopt;
    }
    message.fileName = fileName;
    message.messageId = update.textOr("message_id", "update-" + idText(update["id"]));
    message.at = update.textOr("last_update");
    message.text = update.textOr("description");
    if (update["send"].isObject()) {
        message.sdiId = update["send"].textOr("identifier");
    }
    const Json& errors = update["errors"];
    for (std::size_t i = 0; errors.isArray() && i < errors.size(); ++i) {
        message.errors.push_back({errors.at(i).textOr("code"), errors.at(i).textOr("description")});
    }
    return message;
}

std::vector<ChannelMessage> Channel::messages(const std::string& id, const std::string& fileName) {
    const HttpReply reply = get("/update?page_size=200&send_id=" + percentEncode(id));
    const Json updates = reply.status == 404 ? Json::array() : Json::parse(reply.body);
    std::vector<ChannelMessage> messages;
    for (std::size_t i = 0; updates.isArray() && i < updates.size(); ++i) {
        if (const auto message = messageOf(updates.at(i), fileName)) {
            messages.push_back({*message, updates.at(i).dump()});
        }
    }
    std::stable_sort(messages.begin(), messages.end(), [](const ChannelMessage& a, const ChannelMessage& b) {
        return a.message.at < b.message.at;
    });
    return messages;
}

} // namespace svc::it_fatturapa
