# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0

add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/check_layers.py)
if(BINNACLE_SLICE STREQUAL "all")
  add_test(NAME translations COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/check_translations.py)
endif()

add_test(NAME fuzz_a_minute COMMAND ${CMAKE_SOURCE_DIR}/tests/fuzz/short.sh ${CMAKE_SOURCE_DIR}/build/fuzz/bin ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus)
add_test(NAME cluster_go COMMAND ${CMAKE_SOURCE_DIR}/tests/cluster/run_tests.sh)
add_test(NAME oracle_go COMMAND ${CMAKE_SOURCE_DIR}/tests/oracle/run_tests.sh)
if(TARGET binnacle-parity)
  add_test(NAME parity COMMAND ${CMAKE_SOURCE_DIR}/tests/parity/short.sh $<TARGET_FILE:binnacle-parity>)
  set_tests_properties(parity PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 RUN_SERIAL ON)
endif()
set_tests_properties(fuzz_a_minute cluster_go oracle_go PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 RUN_SERIAL ON)
