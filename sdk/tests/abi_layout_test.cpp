// Every member of every struct of the binary contract keeps its released offset and type. All members are
// checked, because swapping two unchecked members would go unnoticed.
#include <svc/abi.h>

#ifdef SVC_X_TABLE
#error "the binary contract includes nothing experimental"
#endif

#include <cstddef>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <type_traits>
#include <vector>

#define SVC_STRUCT(Struct, Size)                                                                             \
    static_assert(std::is_standard_layout_v<Struct> && std::is_trivial_v<Struct>, #Struct " is plain C");    \
    static_assert(sizeof(Struct) >= Size, #Struct " never shrinks");
#define SVC_MEMBER(Struct, Member, Offset, ...)                                                              \
    static_assert(offsetof(Struct, Member) == Offset, #Struct "." #Member " never moves");                   \
    static_assert(std::is_same_v<decltype(Struct::Member), __VA_ARGS__>,                                     \
                  #Struct "." #Member " never changes its type");
#define SVC_CONSTANT(Name, Value) static_assert(Name == Value, #Name " never changes its value");
#include "baselines/1.0/layout.inc"
#undef SVC_STRUCT
#undef SVC_MEMBER
#undef SVC_CONSTANT

// svc_bytes and svc_handler are passed by value, so they can never grow.
static_assert(sizeof(svc_bytes) == 16);
static_assert(std::is_same_v<svc_handler, int32_t (*)(svc_call*, void*)>);
static_assert(std::is_same_v<svc_manifest_function, const svc_manifest* (*)(void)>);
static_assert(std::is_same_v<svc_start_function, int32_t (*)(const svc_host*, svc_plugin*)>);
static_assert(std::is_same_v<svc_stop_function, void (*)(void)>);

namespace {

struct Member {
    std::string name;
    std::size_t offset;
    std::size_t size;
    std::size_t alignment;
};

struct Layout {
    std::size_t size = 0;
    std::size_t alignment = 0;
    std::vector<Member> members;
};

std::map<std::string, Layout> released() {
    std::map<std::string, Layout> layouts;
#define SVC_STRUCT(Struct, Size)                                                                             \
    layouts[#Struct].size = Size;                                                                            \
    layouts[#Struct].alignment = alignof(Struct);
#define SVC_MEMBER(Struct, Name, Offset, ...)                                                                \
    layouts[#Struct].members.push_back(                                                                      \
        {#Name, Offset, sizeof(Struct::Name), alignof(decltype(Struct::Name))});
#define SVC_CONSTANT(Name, Value)
#include "baselines/1.0/layout.inc"
    return layouts;
}

std::size_t aligned(std::size_t offset, std::size_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

// layout.inc must list every member: an unlisted member would not be checked, and is detected as a gap.
TEST(AbiLayout, TheBaselineNamesEveryMember) {
    const auto layouts = released();
    EXPECT_EQ(layouts.size(), 14U);
    for (const auto& [name, layout] : layouts) {
        std::size_t end = 0;
        for (const Member& member : layout.members) {
            EXPECT_EQ(member.offset, aligned(end, member.alignment)) << name << '.' << member.name;
            end = member.offset + member.size;
        }
        EXPECT_EQ(layout.size, aligned(end, layout.alignment)) << name;
    }
}

TEST(AbiLayout, EveryTableBeginsWithItsSize) {
    for (const auto& [name, layout] : released()) {
        if (name != "svc_bytes") {
            EXPECT_EQ(layout.members.front().name, "struct_size") << name;
        }
    }
}

TEST(AbiLayout, TheSymbolsCarryTheMajorVersion) {
    const std::string end = "_v" + std::to_string(SVC_ABI_MAJOR);
    EXPECT_EQ(std::string(SVC_SYMBOL_MANIFEST), "svc_plugin_manifest" + end);
    EXPECT_EQ(std::string(SVC_SYMBOL_START), "svc_plugin_start" + end);
    EXPECT_EQ(std::string(SVC_SYMBOL_STOP), "svc_plugin_stop" + end);
}

} // namespace
