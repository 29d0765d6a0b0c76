#include "submission/rules/held_words.hpp"

#include <algorithm>
#include <array>

namespace svc::compliance {
namespace {

struct HeldWording {
    std::string_view language;
    std::string_view subject;
    std::string_view company;
    std::string_view regime;
    std::string_view document;
    std::string_view error;
    std::string_view next;
};

constexpr std::array<HeldWording, 3> HeldWordings{
    {{"en", "A document may or may not have reached the authority",
      "Company: ", "Regime: ", "Document: ", "Error: ",
      "Look at the authority's own site whether the document is there, then resolve the submission: accepted, "
      "or to be sent again. Others may wait in the same way: while one does, no further mail tells of them."},
     {"fr", "Un document est peut-être arrivé à l'administration, ou pas",
      "Entreprise\u00A0: ", "Régime\u00A0: ", "Document\u00A0: ", "Erreur\u00A0: ",
      "Vérifiez sur le site de l'administration si le document s'y trouve, puis tranchez\u00A0: accepté, ou à "
      "renvoyer. D'autres attendent peut-être de même\u00A0: tant que l'un attend, aucun autre message ne les "
      "signale."},
     {"de", "Ein Beleg hat die Behörde vielleicht erreicht, vielleicht nicht",
      "Unternehmen: ", "Regelung: ", "Beleg: ", "Fehler: ",
      "Sehen Sie auf der Seite der Behörde nach, ob der Beleg dort ist, und entscheiden Sie dann: angenommen, "
      "oder noch einmal senden. Vielleicht warten weitere ebenso: Solange einer wartet, meldet sie keine "
      "weitere Nachricht."}}};

} // namespace

HeldWords heldWords(std::string_view language, const HeldPaper& paper) {
    const auto found = std::find_if(HeldWordings.begin(), HeldWordings.end(),
                                    [&](const HeldWording& one) { return one.language == language; });
    const HeldWording& words = found == HeldWordings.end() ? HeldWordings.front() : *found;
    std::string text;
    const auto line = [&](std::string_view label, std::string_view value) {
        if (!value.empty()) {
            text.append(label).append(value) += '\n';
        }
    };
    line(words.company, paper.company);
    line(words.regime, paper.regime);
    line(words.document, paper.document);
    line(words.error, paper.error);
    text.append("\n").append(words.next) += '\n';
    return {std::string(words.subject) + " (" + paper.document + ')', std::move(text)};
}

} // namespace svc::compliance
