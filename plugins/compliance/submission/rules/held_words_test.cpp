// The message about a submission of which nobody knows whether it arrived.
#include <gtest/gtest.h>

#include "submission/rules/held_words.hpp"

namespace svc::compliance {
namespace {

TEST(HeldWords, NameTheDocumentAndTheErrorInTheLanguageOfTheReader) {
    const HeldPaper paper{"Lumière", "FNE", "INV-7", "the answer is lost: timeout"};
    const HeldWords words = heldWords("fr", paper);
    EXPECT_EQ(words.subject, "Un document est peut-être arrivé à l'administration, ou pas (INV-7)");
    EXPECT_NE(words.text.find("Document\u00A0: INV-7\nErreur\u00A0: the answer is lost: timeout\n\nVérifiez"),
              std::string::npos)
        << words.text;
    EXPECT_EQ(heldWords("xx", paper).subject, heldWords("en", paper).subject);
}

TEST(HeldWords, LeaveOutAnErrorThatIsNotKnown) {
    EXPECT_EQ(heldWords("en", {"Lumière", "FNE", "INV-7", ""}).text.find("Error"), std::string::npos);
}

} // namespace
} // namespace svc::compliance
