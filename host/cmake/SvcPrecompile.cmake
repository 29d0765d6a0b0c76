# svc_precompile_headers(): precompiles the headers that nearly every source includes. To be called when all targets are
# defined.
#
# There are two sets, because a precompiled header can be used only by sources with the same compiler options: one for
# libraries and plugins, one for test programs (svc_add_test, svc_add_plugin_test). Targets with other options, or with
# definitions that affect the headers (those of Poco and Pango), are not changed.
#
# Sources must still include what they use: a Release build has no SVC_PRECOMPILED_HEADERS.
option(SVC_PRECOMPILED_HEADERS "Read the headers used most once for all sources" OFF)
if(SVC_PRECOMPILED_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fpch-preprocess)             # so that ccache knows what was in them
endif()

set(svc_precompiled_standard <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <mutex> <optional> <set>
    <stdexcept> <string> <string_view> <utility> <vector>)
set(svc_precompiled_sdk <svc/date.hpp> <svc/encoding.hpp> <svc/error.hpp> <svc/id.hpp> <svc/json.hpp> <svc/text.hpp>)

# Lists all targets of a folder and its sub-folders.
function(svc_targets_below folder result)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    svc_targets_below(${inner} found)
    list(APPEND targets ${found})
  endforeach()
  set(${result} ${targets} PARENT_SCOPE)
endfunction()

# Chooses the set of a target: `libraries`, `tests` or nothing.
function(svc_precompiled_set target result)
  get_target_property(type ${target} TYPE)
  get_target_property(libraries ${target} LINK_LIBRARIES)
  get_target_property(options ${target} COMPILE_OPTIONS)
  get_target_property(definitions ${target} COMPILE_DEFINITIONS)
  set(${result} "" PARENT_SCOPE)
  if(libraries MATCHES "Poco::|PkgConfig::PANGO" OR definitions MATCHES "SVC_PLUGIN_MIN_MINOR" OR
     NOT libraries MATCHES "svc_warnings")
    return()
  endif()
  if(type STREQUAL "EXECUTABLE" AND libraries MATCHES "GTest::" AND options MATCHES "-O0")
    set(${result} tests PARENT_SCOPE)
  elseif(type MATCHES "STATIC_LIBRARY|OBJECT_LIBRARY" OR (type STREQUAL "MODULE_LIBRARY" AND target MATCHES "^plugin_"))
    set(${result} libraries PARENT_SCOPE)
  endif()
endfunction()

function(svc_precompile_headers)
  if(NOT SVC_PRECOMPILED_HEADERS)
    return()
  endif()
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled/libraries.cpp "")
  file(WRITE ${CMAKE_BINARY_DIR}/precompiled/tests.cpp "int main() {}\n")

  add_library(svc_precompiled_libraries OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/precompiled/libraries.cpp)
  target_link_libraries(svc_precompiled_libraries PRIVATE Svc::Sdk svc_warnings)
  target_precompile_headers(svc_precompiled_libraries PRIVATE ${svc_precompiled_standard} ${svc_precompiled_sdk}
    <svc/bindings.hpp> <svc/call.hpp> <svc/columns.hpp> <svc/connector.hpp> <svc/currency.hpp> <svc/list_search.hpp>
    <svc/plugin.hpp> <svc/rounding.hpp>)

  set(kinds libraries)
  if(SVC_BUILD_TESTS)
    list(APPEND kinds tests)
    add_executable(svc_precompiled_tests EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/precompiled/tests.cpp)
    target_link_libraries(svc_precompiled_tests PRIVATE Svc::Sdk GTest::gmock svc_warnings)
    svc_compile_test_code(svc_precompiled_tests)
    target_precompile_headers(svc_precompiled_tests PRIVATE ${svc_precompiled_standard} ${svc_precompiled_sdk}
      <filesystem> <fstream> <sstream> <thread> <gmock/gmock.h> <gtest/gtest.h>)
  endif()

  svc_targets_below(${CMAKE_SOURCE_DIR} targets)
  list(REMOVE_ITEM targets svc_precompiled_libraries svc_precompiled_tests)
  foreach(target IN LISTS targets)
    svc_precompiled_set(${target} kind)
    if(kind IN_LIST kinds)
      target_precompile_headers(${target} REUSE_FROM svc_precompiled_${kind})
    endif()
  endforeach()
endfunction()
