# Runs cpack so that the same commit gives the same bytes: the time of the commit instead of the present one. Variables: CPACK, BUILD, SOURCES.
cmake_minimum_required(VERSION 3.25)

if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C "${SOURCES}" log -1 --format=%ct OUTPUT_VARIABLE epoch OUTPUT_STRIP_TRAILING_WHITESPACE
                  RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${SOURCES} is no checkout of git: set SOURCE_DATE_EPOCH to the time of the release")
  endif()
  set(ENV{SOURCE_DATE_EPOCH} "${epoch}")
endif()
execute_process(COMMAND "${CPACK}" --config "${BUILD}/CPackConfig.cmake"
                WORKING_DIRECTORY "${BUILD}" COMMAND_ERROR_IS_FATAL ANY)
