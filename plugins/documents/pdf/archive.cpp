#include "pdf/archive.hpp"

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <vector>

// PointerHolder is a shared pointer of the library's own or of the standard library; 4 selects the latter.
#define POINTERHOLDER_TRANSITION 4
#include <qpdf/Buffer.hh>
#include <qpdf/Pl_Buffer.hh>
#include <qpdf/Pl_Flate.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFPageObjectHelper.hh>
#include <qpdf/QPDFWriter.hh>

namespace svc::documents {
namespace {

constexpr const char* ColourProfile =
    "/usr/share/color/icc/sRGB.icc"; // package icc-profiles-free, zlib licence
constexpr const char* Producer = "svc documents";

// The data is some kilobytes: higher compression would save less than one line of a page.
constexpr int QuickCompression = 1;

/// The colour profile as it is embedded, compressed once at full level; later data is compressed quickly.
const std::string& colourProfile() {
    static const std::string bytes = [] {
        std::ifstream file(ColourProfile, std::ios::binary);
        std::ostringstream read;
        read << file.rdbuf();
        if (!file) {
            throw std::runtime_error(std::string("the colour profile ") + ColourProfile + " cannot be read");
        }
        Pl_Buffer compressed("profile");
        Pl_Flate flate("compress", &compressed, Pl_Flate::a_deflate);
        flate.writeString(read.str());
        flate.finish();
        Pl_Flate::setCompressionLevel(QuickCompression);
        const std::shared_ptr<Buffer> buffer = compressed.getBufferSharedPointer();
        return std::string(reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize());
    }();
    return bytes;
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        default:
            result += c;
        }
    }
    return result;
}

/// D:20261120093000Z
std::string pdfTime(Instant at) {
    std::string digits;
    for (const char c : at.toString().substr(0, 19)) {
        if (c >= '0' && c <= '9') {
            digits += c;
        }
    }
    return "D:" + digits + "Z";
}

constexpr const char* FacturXNamespace = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

struct SchemaProperty {
    const char* name;
    const char* type;
    const char* category;
    const char* description;
};

/// The description that PDF/A requires for a schema that is not its own (ISO 19005-3, 6.6.2.3.3).
std::string extensionSchema(const std::string& title, const std::string& space, const std::string& prefix,
                            const std::vector<SchemaProperty>& properties) {
    std::string text = "<rdf:li rdf:parseType=\"Resource\">\n<pdfaSchema:schema>" + title +
                       "</pdfaSchema:schema>\n<pdfaSchema:namespaceURI>" + space +
                       "</pdfaSchema:namespaceURI>\n<pdfaSchema:prefix>" + prefix +
                       "</pdfaSchema:prefix>\n<pdfaSchema:property><rdf:Seq>\n";
    for (const SchemaProperty& one : properties) {
        text += std::string("<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>") + one.name +
                "</pdfaProperty:name><pdfaProperty:valueType>" + one.type +
                "</pdfaProperty:valueType><pdfaProperty:category>" + one.category +
                "</pdfaProperty:category><pdfaProperty:description>" + one.description +
                "</pdfaProperty:description></rdf:li>\n";
    }
    return text + "</rdf:Seq></pdfaSchema:property>\n</rdf:li>\n";
}

std::string xmp(const ArchiveFacts& facts, const std::optional<EmbeddedInvoice>& invoice) {
    const std::string at = facts.madeAt.toString().substr(0, 19) + "Z";
    std::string text =
        "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
        "<rdf:Description rdf:about=\"\" xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\">\n"
        "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>\n"
        "</rdf:Description>\n"
        "<rdf:Description rdf:about=\"\" xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">\n"
        "<pdfuaid:part>1</pdfuaid:part>\n</rdf:Description>\n"
        "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
        "<dc:format>application/pdf</dc:format>\n"
        "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">" +
        escaped(facts.title) + "</rdf:li></rdf:Alt></dc:title>\n<dc:creator><rdf:Seq><rdf:li>" +
        escaped(facts.author) +
        "</rdf:li></rdf:Seq></dc:creator>\n</rdf:Description>\n"
        "<rdf:Description rdf:about=\"\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n<pdf:Producer>" +
        Producer +
        "</pdf:Producer>\n</rdf:Description>\n"
        "<rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n<xmp:CreateDate>" +
        at + "</xmp:CreateDate><xmp:ModifyDate>" + at + "</xmp:ModifyDate>\n</rdf:Description>\n";
    text += "<rdf:Description rdf:about=\"\" "
            "xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" "
            "xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" "
            "xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n"
            "<pdfaExtension:schemas><rdf:Bag>\n" +
            extensionSchema("PDF/UA identification schema", "http://www.aiim.org/pdfua/ns/id/", "pdfuaid",
                            {{"part", "Integer", "internal", "The part of ISO 14289 that the file follows"}});
    if (invoice) {
        text += extensionSchema(
            "Factur-X PDFA Extension Schema", FacturXNamespace, "fx",
            {{"DocumentFileName", "Text", "external", "The name of the embedded XML document"},
             {"DocumentType", "Text", "external", "The type of the hybrid document in capital letters"},
             {"Version", "Text", "external",
              "The actual version of the standard applying to the embedded XML document"},
             {"ConformanceLevel", "Text", "external", "The conformance level of the embedded XML document"}});
    }
    text += "</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n";
    if (invoice) {
        text += std::string("<rdf:Description rdf:about=\"\" xmlns:fx=\"") + FacturXNamespace +
                "\">\n<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>" + invoice->fileName +
                "</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>" +
                invoice->conformance + "</fx:ConformanceLevel>\n</rdf:Description>\n";
    }
    return text + "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>";
}

QPDFObjectHandle text(const std::string& value) {
    return QPDFObjectHandle::newUnicodeString(value);
}

QPDFObjectHandle name(const std::string& value) {
    return QPDFObjectHandle::newName(value);
}

void addMetadata(QPDF& pdf, const ArchiveFacts& facts, const std::optional<EmbeddedInvoice>& invoice) {
    QPDFObjectHandle stream = QPDFObjectHandle::newStream(&pdf, xmp(facts, invoice));
    stream.getDict().replaceKey("/Type", name("/Metadata"));
    stream.getDict().replaceKey("/Subtype", name("/XML"));
    stream.setFilterOnWrite(false); // tools that do not parse PDF search it as plain text
    pdf.getRoot().replaceKey("/Metadata", stream);
    QPDFObjectHandle info = QPDFObjectHandle::newDictionary();
    info.replaceKey("/Title", text(facts.title));
    info.replaceKey("/Author", text(facts.author));
    info.replaceKey("/Producer", text(Producer));
    info.replaceKey("/CreationDate", QPDFObjectHandle::newString(pdfTime(facts.madeAt)));
    info.replaceKey("/ModDate", QPDFObjectHandle::newString(pdfTime(facts.madeAt)));
    pdf.getTrailer().replaceKey("/Info", pdf.makeIndirectObject(info));
    pdf.getRoot().replaceKey("/Lang", text(facts.language));
}

void addColourProfile(QPDF& pdf) {
    QPDFObjectHandle profile = QPDFObjectHandle::newStream(&pdf);
    profile.replaceStreamData(colourProfile(), name("/FlateDecode"), QPDFObjectHandle::newNull());
    profile.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(3));
    QPDFObjectHandle intent = QPDFObjectHandle::newDictionary();
    intent.replaceKey("/Type", name("/OutputIntent"));
    intent.replaceKey("/S", name("/GTS_PDFA1"));
    intent.replaceKey("/OutputConditionIdentifier", text("sRGB"));
    intent.replaceKey("/Info", text("sRGB"));
    intent.replaceKey("/DestOutputProfile", profile);
    pdf.getRoot().replaceKey("/OutputIntents", QPDFObjectHandle::newArray({pdf.makeIndirectObject(intent)}));
}

void embed(QPDF& pdf, const EmbeddedInvoice& invoice, Instant at) {
    QPDFObjectHandle stream = QPDFObjectHandle::newStream(&pdf, invoice.xml);
    stream.getDict().replaceKey("/Type", name("/EmbeddedFile"));
    stream.getDict().replaceKey("/Subtype", name("/text/xml"));
    QPDFObjectHandle parameters = QPDFObjectHandle::newDictionary();
    parameters.replaceKey("/ModDate", QPDFObjectHandle::newString(pdfTime(at)));
    parameters.replaceKey("/Size", QPDFObjectHandle::newInteger(static_cast<long long>(invoice.xml.size())));
    stream.getDict().replaceKey("/Params", parameters);

    QPDFObjectHandle files = QPDFObjectHandle::newDictionary();
    files.replaceKey("/F", stream);
    files.replaceKey("/UF", stream);
    QPDFObjectHandle specification = QPDFObjectHandle::newDictionary();
    specification.replaceKey("/Type", name("/Filespec"));
    specification.replaceKey("/F", text(invoice.fileName));
    specification.replaceKey("/UF", text(invoice.fileName));
    specification.replaceKey("/Desc", text("Invoice"));
    specification.replaceKey("/AFRelationship", name("/Data"));
    specification.replaceKey("/EF", files);
    const QPDFObjectHandle reference = pdf.makeIndirectObject(specification);

    QPDFObjectHandle tree = QPDFObjectHandle::newDictionary();
    tree.replaceKey("/Names", QPDFObjectHandle::newArray({text(invoice.fileName), reference}));
    QPDFObjectHandle names = QPDFObjectHandle::newDictionary();
    names.replaceKey("/EmbeddedFiles", tree);
    pdf.getRoot().replaceKey("/Names", names);
    pdf.getRoot().replaceKey("/AF", QPDFObjectHandle::newArray({reference}));
}

/// Adds a key of CIDFontType2 fonts that PDF/A requires and Cairo omits.
void completeFonts(QPDFObjectHandle resources) {
    QPDFObjectHandle fonts = resources.isDictionary() ? resources.getKey("/Font") : resources;
    if (!fonts.isDictionary()) {
        return;
    }
    for (const std::string& key : fonts.getKeys()) {
        QPDFObjectHandle descendants = fonts.getKey(key).getKey("/DescendantFonts");
        if (!descendants.isArray()) {
            continue;
        }
        QPDFObjectHandle font = descendants.getArrayItem(0);
        if (font.getKey("/Subtype").getName() == "/CIDFontType2") {
            font.replaceKey("/CIDToGIDMap", name("/Identity"));
        }
    }
}

/// Visits the pages instead of all objects, of which a long document has very many.
void completeFonts(QPDF& pdf) {
    for (QPDFPageObjectHelper& page : QPDFPageDocumentHelper(pdf).getAllPages()) {
        completeFonts(page.getAttribute("/Resources", false));
        page.forEachFormXObject(true, [](QPDFObjectHandle& form, QPDFObjectHandle&, const std::string&) {
            completeFonts(form.getDict().getKey("/Resources"));
        });
    }
}

} // namespace

std::string archivePdf(const Drawing& drawing, const ArchiveFacts& facts,
                       const std::optional<EmbeddedInvoice>& invoice) {
    QPDF pdf;
    pdf.setSuppressWarnings(true);
    pdf.processMemoryFile("drawn", drawing.pdf.data(), drawing.pdf.size());
    addStructure(pdf, drawing.structure);
    completeFonts(pdf);
    addMetadata(pdf, facts, invoice);
    addColourProfile(pdf);
    if (invoice) {
        embed(pdf, *invoice, facts.madeAt);
    }
    QPDFWriter writer(pdf);
    writer.setOutputMemory();
    writer.setMinimumPDFVersion("1.7");
    writer.setObjectStreamMode(qpdf_o_disable);
    writer.setNewlineBeforeEndstream(true);
    writer.setDeterministicID(true);
    writer.write();
    const std::shared_ptr<Buffer> buffer = writer.getBufferSharedPointer();
    return {reinterpret_cast<const char*>(buffer->getBuffer()), buffer->getSize()};
}

} // namespace svc::documents
