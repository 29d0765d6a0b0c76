# svc_add_test(<name> SOURCES file… [LIBS target…] [LABELS label…] [TIMEOUT seconds] [DEFINITIONS NAME=value…]
#              [DEPENDS target…] [WHOLE] [HEADERS] [COST seconds])
#
# A GoogleTest program with gtest_main and gmock, compiled with the project's warnings. The label defaults to `unit`;
# several labels are possible only with WHOLE.
# Each TEST is a test of ctest, so a failure names a sentence and the count says something; starting a program
# costs some 20 ms. WHOLE registers the program as one test instead: for programs with an expensive set-up, such as
# a database cluster, that would be repeated for each TEST. COST is about what the program takes with sanitizers, when
# that is minutes: the longest begin first, so that none is left over at the end.
# DEPENDS are targets (plugins, svc-host) that must be built before the test runs.
#
# The code under test is compiled with all sanitizers; test code (tests/ and *_test.cpp) is compiled without UBSan and
# without optimisation, which takes half of the time. HEADERS: the code under test is in headers, so the test code is
# compiled like the rest.
function(svc_add_test name)
  if(NOT SVC_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "WHOLE;HEADERS" "TIMEOUT;COST" "SOURCES;LIBS;LABELS;DEFINITIONS;DEPENDS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "svc_add_test(${name}): SOURCES missing or not understood: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(NOT arg_COST)
    set(arg_COST 0)
  endif()
  set(test_code ${arg_SOURCES})
  set(tested)
  if(SVC_SANITIZE AND NOT arg_HEADERS AND NOT "api" IN_LIST arg_LABELS)
    list(FILTER test_code INCLUDE REGEX "(^tests/|_test\\.cpp$|^\\$<TARGET_OBJECTS)")
    set(tested ${arg_SOURCES})
    list(REMOVE_ITEM tested ${test_code})
  endif()
  add_executable(${name} ${test_code})
  target_link_libraries(${name} PRIVATE svc_warnings svc_sanitizer ${arg_LIBS} GTest::gtest_main GTest::gmock)
  # Where the files of the tree are: __FILE__ may be relative to another folder than the test's.
  target_compile_definitions(${name} PRIVATE "SVC_SOURCE_TREE=\"${CMAKE_SOURCE_DIR}\"" ${arg_DEFINITIONS})
  if(tested)
    add_library(${name}_tested OBJECT ${tested})
    target_link_libraries(${name}_tested PRIVATE svc_warnings ${arg_LIBS})
    target_include_directories(${name}_tested PRIVATE $<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>)
    target_compile_definitions(${name}_tested PRIVATE $<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>)
    target_sources(${name} PRIVATE $<TARGET_OBJECTS:${name}_tested>)
    if(arg_DEPENDS)
      add_dependencies(${name}_tested ${arg_DEPENDS})
    endif()
  endif()
  if(NOT arg_HEADERS)
    svc_compile_test_code(${name})
  endif()
  if(arg_DEPENDS)
    add_dependencies(${name} ${arg_DEPENDS})
  endif()
  if(arg_WHOLE)
    add_test(NAME ${name} COMMAND ${name})
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" COST ${arg_COST})
    if("api" IN_LIST arg_LABELS)
      set_tests_properties(${name} PROPERTIES FIXTURES_REQUIRED service_seed)
    endif()
  else()
    string(REPLACE ";" "\\;" labels "${arg_LABELS}")
    gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 120
                         PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${labels}" COST ${arg_COST})
  endif()
endfunction()

# svc_add_domain(<name> SOURCES file… [LIBS target…])
#
# Sources that a plugin and its unit test share, compiled once: add $<TARGET_OBJECTS:name> to the sources of both.
function(svc_add_domain name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "svc_add_domain(${name}): SOURCES missing or not understood: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_library(${name} OBJECT ${arg_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE svc_sdk svc_warnings ${arg_LIBS})
endfunction()

if(SVC_BUILD_TESTS)
  enable_testing()
  include(GoogleTest)
endif()
