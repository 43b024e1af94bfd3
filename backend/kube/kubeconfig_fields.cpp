// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/kube/kubeconfig_fields.h"

#include <absl/strings/escaping.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace binnacle::kube {

namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string absolutePath(std::string_view path, const std::string &folder)
{
    if (path.empty() || path.front() == '/' || folder.empty()) {
        return std::string(path);
    }
    return fmt::format("{}/{}", folder, path);
}

nlohmann::ordered_json treeOf(Value value)
{
    switch (value.kind()) {
    case ValueKind::Bool:
        return value.boolean();
    case ValueKind::Int:
        return value.integer();
    case ValueKind::Double:
        return value.number();
    case ValueKind::String:
        return std::string(value.text());
    case ValueKind::Sequence: {
        auto out = nlohmann::ordered_json::array();
        for (const Entry entry : value) {
            out.push_back(treeOf(entry.value));
        }
        return out;
    }
    case ValueKind::Mapping: {
        auto out = nlohmann::ordered_json::object();
        for (const Entry entry : value) {
            out[std::string(entry.key.text())] = treeOf(entry.value);
        }
        return out;
    }
    default:
        return nullptr;
    }
}

void readImpersonation(KubeconfigFields &fields, CredentialSpec &spec)
{
    spec.impersonateUser = fields.text("as");
    spec.impersonateUid = fields.text("as-uid");
    spec.impersonateGroups = fields.texts("as-groups");
    bool clean = !hasControl(spec.impersonateUser) && !hasControl(spec.impersonateUid)
        && std::none_of(spec.impersonateGroups.begin(), spec.impersonateGroups.end(), hasControl);
    KubeconfigFields extra = fields.inner("as-user-extra");
    for (const Entry entry : extra.value()) {
        std::vector<std::string> values = extra.texts(entry.key.text());
        clean = clean && !entry.key.text().empty() && std::none_of(values.begin(), values.end(), hasControl);
        spec.impersonateExtra.emplace_back(entry.key.text(), std::move(values));
    }
    fields.adopt(extra);
    const bool more = !spec.impersonateUid.empty() || !spec.impersonateGroups.empty() || !spec.impersonateExtra.empty();
    if (!clean || (more && spec.impersonateUser.empty())) {
        fields.error(FindingCode::BadImpersonation, fields.value().position(), "as");
    }
}

ExecSpec::Interactive interactiveMode(KubeconfigFields &fields, std::string_view apiVersion)
{
    const std::string mode = fields.text("interactiveMode");
    if (mode == "Never") {
        return ExecSpec::Interactive::Never;
    }
    if (mode == "Always") {
        return ExecSpec::Interactive::Always;
    }
    if (mode.empty() && apiVersion == "client.authentication.k8s.io/v1") {
        fields.error(FindingCode::ExecUnsupported, fields.value().position(), "interactiveMode");
    } else if (!mode.empty() && mode != "IfAvailable") {
        fields.error(FindingCode::ExecUnsupported, fields.value()["interactiveMode"].position(), "interactiveMode");
    }
    return ExecSpec::Interactive::IfAvailable;
}

ExecSpec readExec(KubeconfigFields &fields, const std::string &folder)
{
    ExecSpec exec;
    exec.folder = folder;
    exec.apiVersion = fields.text("apiVersion");
    exec.command = fields.text("command");
    exec.args = fields.texts("args");
    exec.installHint = fields.text("installHint");
    exec.provideClusterInfo = fields.boolean("provideClusterInfo");
    for (const Entry entry : fields.list("env")) {
        const Value name = entry.value["name"];
        const Value value = entry.value["value"];
        const bool texts = name.isString() && (value.isString() || !value);
        if (!texts || name.text().empty() || name.text().find('=') != std::string_view::npos) {
            fields.error(FindingCode::WrongType, entry.value.position(), "env");
            continue;
        }
        exec.env.emplace_back(name.text(), value.text());
    }
    if (exec.command.empty()) {
        fields.error(FindingCode::MissingField, fields.value().position(), "exec.command");
    }
    if (exec.apiVersion != "client.authentication.k8s.io/v1"
        && exec.apiVersion != "client.authentication.k8s.io/v1beta1") {
        fields.error(FindingCode::ExecUnsupported, fields.value().position(), "exec.apiVersion");
    }
    exec.interactive = interactiveMode(fields, exec.apiVersion);
    return exec;
}

void readToken(KubeconfigFields &fields, CredentialSpec &spec, const std::string &folder)
{
    const Secret raw = fields.secret("token");
    spec.tokenFile = fields.path("tokenFile", folder);
    const Position place = fields.value()["token"].position();
    if (!raw.empty()) {
        if (auto token = cleanToken(raw)) {
            spec.token = *std::move(token);
        } else {
            fields.error(FindingCode::BadToken, place, "token");
        }
    }
    if (!raw.empty() && !spec.tokenFile.empty()) {
        fields.warning(FindingCode::TokenFileOverridesToken, place, "token");
    }
}

} // namespace

KubeconfigFields::KubeconfigFields(Value object, std::string file, std::string subject, std::vector<Finding> &findings)
    : m_object(object), m_file(std::move(file)), m_subject(std::move(subject)), m_findings(&findings)
{
    if (m_object && !m_object.isMapping()) {
        error(FindingCode::WrongType, m_object.position(), "a mapping");
        m_object = Value{};
    }
}

void KubeconfigFields::error(FindingCode code, Position position, std::string_view field)
{
    m_findings->push_back({FindingSeverity::Error, code, m_file, position, m_subject, std::string(field)});
    if (!m_firstError) {
        m_firstError = m_findings->back();
    }
}

void KubeconfigFields::warning(FindingCode code, Position position, std::string_view field)
{
    m_findings->push_back({FindingSeverity::Warning, code, m_file, position, m_subject, std::string(field)});
}

void KubeconfigFields::adopt(const KubeconfigFields &inner)
{
    if (!m_firstError) {
        m_firstError = inner.m_firstError;
    }
}

Value KubeconfigFields::stringAt(std::string_view key)
{
    const Value value = m_object[key];
    if (value && !value.isString()) {
        error(FindingCode::WrongType, value.position(), fmt::format("{}: a string in quotes", key));
        return {};
    }
    return value;
}

std::string KubeconfigFields::text(std::string_view key) { return std::string(stringAt(key).text()); }

Secret KubeconfigFields::secret(std::string_view key) { return Secret(std::string(stringAt(key).text())); }

bool KubeconfigFields::boolean(std::string_view key)
{
    const Value value = m_object[key];
    if (value && value.kind() != ValueKind::Bool) {
        error(FindingCode::WrongType, value.position(), fmt::format("{}: true or false, without quotes", key));
    }
    return value.boolean();
}

Value KubeconfigFields::list(std::string_view key)
{
    const Value value = m_object[key];
    if (value && !value.isSequence()) {
        error(FindingCode::WrongType, value.position(), fmt::format("{}: a list", key));
        return {};
    }
    return value;
}

std::vector<std::string> KubeconfigFields::texts(std::string_view key)
{
    std::vector<std::string> out;
    for (const Entry entry : list(key)) {
        if (!entry.value.isString()) {
            error(FindingCode::WrongType, entry.value.position(), fmt::format("{}: strings in quotes", key));
            continue;
        }
        out.emplace_back(entry.value.text());
    }
    return out;
}

std::string KubeconfigFields::path(std::string_view key, const std::string &folder)
{
    return absolutePath(stringAt(key).text(), folder);
}

PemSource KubeconfigFields::pem(std::string_view key, const std::string &folder)
{
    PemSource source;
    const std::string dataKey = fmt::format("{}-data", key);
    source.path = path(key, folder);
    const Value data = stringAt(dataKey);
    if (data.text().empty()) {
        return source;
    }
    if (!source.path.empty()) {
        warning(FindingCode::DataOverridesPath, m_object[key].position(), key);
        source.path.clear();
    }
    std::string decoded;
    if (!absl::Base64Unescape({data.text().data(), data.text().size()}, &decoded)) {
        error(FindingCode::BadBase64, data.position(), dataKey);
        return source;
    }
    if (decoded.find("-----BEGIN ") == std::string::npos) {
        error(FindingCode::BadPem, data.position(), dataKey);
    }
    source.inlinePem = Secret(std::move(decoded));
    return source;
}

KubeconfigFields KubeconfigFields::inner(std::string_view key)
{
    return {m_object[key], m_file, fmt::format("{}: {}", m_subject, key), *m_findings};
}

CredentialSpec readCredential(KubeconfigFields &fields, const std::string &folder)
{
    CredentialSpec spec;
    spec.certificate = fields.pem("client-certificate", folder);
    spec.key = fields.pem("client-key", folder);
    if (spec.certificate.given() != spec.key.given()) {
        fields.error(FindingCode::MissingField, fields.value().position(),
            spec.key.given() ? "client-certificate" : "client-key");
    }
    readToken(fields, spec, folder);
    spec.username = fields.text("username");
    spec.password = fields.secret("password");
    const bool token = !spec.token.empty() || !spec.tokenFile.empty();
    if (token && !spec.username.empty()) {
        fields.error(FindingCode::SeveralCredentials, fields.value().position(), "token, username");
    }
    if (fields.value()["auth-provider"]) {
        fields.error(FindingCode::AuthProviderUnsupported, fields.value()["auth-provider"].position(), "auth-provider");
    }
    if (fields.value()["exec"]) {
        KubeconfigFields exec = fields.inner("exec");
        spec.exec = readExec(exec, folder);
        fields.adopt(exec);
        if (token) {
            fields.warning(FindingCode::SeveralCredentials, fields.value()["exec"].position(), "token, exec");
        }
    }
    readImpersonation(fields, spec);
    return spec;
}

std::optional<Secret> cleanToken(const Secret &raw)
{
    const std::string_view text = raw.reveal();
    const std::size_t end = text.find_last_not_of(blanks);
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view token = text.substr(0, end + 1);
    const bool bad = std::any_of(token.begin(), token.end(), [](unsigned char c) { return c <= 0x20 || c >= 0x7f; });
    return bad ? std::nullopt : std::optional<Secret>(Secret(std::string(token)));
}

bool hasControl(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

Position positionIn(const absl::Status &status)
{
    Position position;
    if (const auto payload = status.GetPayload({positionPayload.data(), positionPayload.size()})) {
        const std::string text(*payload);
        const std::size_t colon = text.find(':');
        if (colon != std::string::npos) {
            std::from_chars(text.data(), text.data() + colon, position.line);
            std::from_chars(text.data() + colon + 1, text.data() + text.size(), position.column);
        }
    }
    return position;
}

std::string jsonOf(Value value)
{
    return treeOf(value).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace binnacle::kube
