# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0

add_test(NAME layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/check_layers.py)
if(BINNACLE_SLICE STREQUAL "all")
  add_test(NAME translations COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/check_translations.py)
endif()
