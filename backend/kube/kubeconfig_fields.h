// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "backend/kube/document.h"
#include "backend/kube/kubeconfig.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace binnacle::kube {

/// Reads the typed fields of one entry of a kubeconfig into findings that name places and fields, never values: any of
/// them may be a secret in the wrong place.
class KubeconfigFields {
public:
    KubeconfigFields(Value object, std::string file, std::string subject, std::vector<Finding> &findings);

    [[nodiscard]] std::string text(std::string_view key);
    [[nodiscard]] Secret secret(std::string_view key);
    [[nodiscard]] bool boolean(std::string_view key);
    [[nodiscard]] Value list(std::string_view key);
    [[nodiscard]] std::vector<std::string> texts(std::string_view key);
    /// `key` (a path) and `key`-data (base64 of a PEM text).
    [[nodiscard]] PemSource pem(std::string_view key, const std::string &folder);
    [[nodiscard]] std::string path(std::string_view key, const std::string &folder);
    [[nodiscard]] KubeconfigFields inner(std::string_view key);
    [[nodiscard]] Value value() const { return m_object; }

    void error(FindingCode code, Position position, std::string_view field);
    void warning(FindingCode code, Position position, std::string_view field);
    [[nodiscard]] const std::optional<Finding> &firstError() const { return m_firstError; }
    void adopt(const KubeconfigFields &inner); ///< takes over its first error

private:
    [[nodiscard]] Value stringAt(std::string_view key);

    Value m_object;
    std::string m_file;
    std::string m_subject;
    std::vector<Finding> *m_findings;
    std::optional<Finding> m_firstError;
};

/// The `user` part of an entry.
[[nodiscard]] CredentialSpec readCredential(KubeconfigFields &fields, const std::string &folder);

/// A token without trailing white space; absent when something no header can carry is left in it.
[[nodiscard]] std::optional<Secret> cleanToken(const Secret &raw);

[[nodiscard]] bool hasControl(std::string_view text);
/// "line:column" of a parser's Status.
[[nodiscard]] Position positionIn(const absl::Status &status);
/// A value as JSON text.
[[nodiscard]] std::string jsonOf(Value value);

} // namespace binnacle::kube
