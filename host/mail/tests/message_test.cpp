#include "host/mail/message.hpp"

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "host/mail/smtp_sender.hpp"

namespace svc::host::mail {
namespace {

Json letter() {
    return Json::object({{"to", "lea@atelier.example"}, {"subject", "Hello"}, {"text", "Here it is."}});
}

Json with(const char* field, Json value) {
    Json input = letter();
    input.set(field, std::move(value));
    return input;
}

std::string refusal(const Json& input) {
    try {
        Message::read(input);
        return "";
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
}

TEST(Message, KeepsWhatItWasGiven) {
    Json input = with("replyTo", "Shop <shop@example.com>");
    input.set("attachments", Json::array({Json::object({{"fileName", "invoice.pdf"},
                                                        {"contentType", "application/pdf"},
                                                        {"content", base64Encode("%PDF")}}),
                                          Json::object({{"fileName", "later.pdf"},
                                                        {"contentType", "application/pdf"},
                                                        {"command", "sales.render"},
                                                        {"input", Json::object({{"id", "sal_1"}})}})}));
    const Message message = Message::read(Message::read(input).toJson());
    EXPECT_EQ(message.to, "lea@atelier.example");
    EXPECT_EQ(message.replyTo, "Shop <shop@example.com>");
    ASSERT_EQ(message.attachments.size(), 2U);
    EXPECT_EQ(message.attachments[0].content, "%PDF");
    EXPECT_EQ(message.attachments[1].command, "sales.render");
    EXPECT_EQ(message.attachments[1].input.textOr("id"), "sal_1");
}

TEST(Message, NamesWhatIsMissing) {
    for (const char* field : {"to", "subject", "text"}) {
        EXPECT_EQ(refusal(with(field, Json())), std::string("field-required:") + field);
    }
}

TEST(Message, RefusesWhatWouldBeginAnotherHeaderOrCommand) {
    for (const char* address :
         {"lea@atelier.example\r\nBcc: all@atelier.example", "lea@atelier.example>\nRCPT TO:<x@y",
          "no-address", "two@at@signs", "Lea <lea@atelier.example", "a@b,c@d", "a b@c", "<a@b> c",
          "lea@atéliér.example"}) {
        EXPECT_EQ(refusal(with("to", address)), "field-invalid:to") << address;
    }
    EXPECT_EQ(refusal(with("subject", "Hello\nBcc: all@atelier.example")), "field-invalid:subject");
    EXPECT_EQ(refusal(with("replyTo", "a@b\r\nX: y")), "field-invalid:replyTo");
}

TEST(Message, RefusesAttachmentsThatAreNoFiles) {
    const auto file = [](const char* name, const char* type, const char* content) {
        return with(
            "attachments",
            Json::array({Json::object({{"fileName", name}, {"contentType", type}, {"content", content}})}));
    };
    EXPECT_EQ(refusal(file("a.pdf", "application/pdf", "AAAA")), "");
    EXPECT_EQ(refusal(file("../a.pdf", "application/pdf", "AAAA")), "field-invalid:attachments[0].fileName");
    EXPECT_EQ(refusal(file("a.pdf", "pdf", "AAAA")), "field-invalid:attachments[0].contentType");
    EXPECT_EQ(refusal(file("a.pdf", "application/pdf", "?")), "field-invalid:attachments[0].content");
}

TEST(Base64, GivesBackEveryByte) {
    std::string bytes;
    for (int i = 0; i < 256; ++i) {
        bytes += static_cast<char>(i);
        EXPECT_EQ(fromBase64(base64Encode(bytes)), bytes) << i;
    }
    EXPECT_EQ(fromBase64(""), "");
    EXPECT_FALSE(fromBase64("A==="));
    EXPECT_FALSE(fromBase64("AAAAA"));
}

TEST(SmtpServer, IsReadFromItsAddress) {
    const SmtpServer plain = SmtpServer::parse("smtp://mail.example");
    EXPECT_EQ(plain.host, "mail.example");
    EXPECT_EQ(plain.port, 25);
    EXPECT_FALSE(plain.tls);
    EXPECT_EQ(plain.user, "");
    const SmtpServer full = SmtpServer::parse("smtps://shop%40example.com:p%3Aw@mail.example:1465");
    EXPECT_EQ(full.port, 1465);
    EXPECT_TRUE(full.tls);
    EXPECT_EQ(full.user, "shop@example.com");
    EXPECT_EQ(full.password, "p:w");
    EXPECT_THROW(SmtpServer::parse("http://mail.example"), std::runtime_error);
}

} // namespace
} // namespace svc::host::mail
