// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"

#include <string_view>

namespace binnacle::kube {

/// A plain YAML scalar with the type that kubectl's reader gives it (sigs.k8s.io/yaml: YAML 1.1 with underscores, binary,
/// octal and hexadecimal integers; timestamps stay strings). Integers beyond 64 bits become Double.
struct PlainScalar {
    ValueKind kind = ValueKind::String;
    std::int64_t integer = 0;
    double number = 0;
    bool boolean = false;
};
[[nodiscard]] PlainScalar typePlainScalar(std::string_view text);

} // namespace binnacle::kube
