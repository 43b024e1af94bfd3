// SPDX-FileCopyrightText: 2026 Binnacle contributors
// SPDX-License-Identifier: Apache-2.0

#include "backend/store/audit_record.h"

#include "planner/model/preemption.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace binnacle::store {

namespace {

constexpr int kLayout = 1;

constexpr std::pair<RecordKind, std::string_view> kKinds[] = {
    {RecordKind::Decision, "decision"},
    {RecordKind::Transition, "transition"},
    {RecordKind::Session, "session"},
    {RecordKind::Setting, "setting"},
    {RecordKind::Prune, "prune"},
    {RecordKind::Restore, "restore"},
    {RecordKind::Export, "export"},
};

constexpr std::pair<DecisionState, std::string_view> kStates[] = {
    {DecisionState::Proposed, "Proposed"},
    {DecisionState::Approved, "Approved"},
    {DecisionState::Denied, "Denied"},
    {DecisionState::Expired, "Expired"},
    {DecisionState::Superseded, "Superseded"},
    {DecisionState::Bound, "Bound"},
    {DecisionState::BindFailed, "BindFailed"},
    {DecisionState::Unknown, "Unknown"},
    {DecisionState::Confirmed, "Confirmed"},
    {DecisionState::NoNode, "NoNode"},
};

template <typename T, std::size_t N> std::string_view nameIn(const std::pair<T, std::string_view> (&table)[N], T value)
{
    for (const auto &[known, name] : table)
        if (known == value)
            return name;
    return {};
}

template <typename T, std::size_t N>
std::optional<T> valueIn(const std::pair<T, std::string_view> (&table)[N], std::string_view name)
{
    for (const auto &[value, known] : table)
        if (known == name)
            return value;
    return std::nullopt;
}

/// Length of the UTF-8 sequence at `at` (RFC 3629: no overlong forms, surrogates or values past U+10FFFF); 0 if none.
std::size_t utf8Length(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<std::uint8_t>(text[at + i]) : 0U;
    };
    const auto tail = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return 1;
    if (lead >= 0xc2 && lead <= 0xdf)
        return tail(1) ? 2 : 0;
    if (lead >= 0xe0 && lead <= 0xef) {
        const bool overlong = lead == 0xe0 && byte(1) < 0xa0;
        const bool surrogate = lead == 0xed && byte(1) >= 0xa0;
        return tail(1) && tail(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (lead >= 0xf0 && lead <= 0xf4) {
        const bool overlong = lead == 0xf0 && byte(1) < 0x90;
        const bool beyond = lead == 0xf4 && byte(1) >= 0x90;
        return tail(1) && tail(2) && tail(3) && !overlong && !beyond ? 4 : 0;
    }
    return 0;
}

/// Writes one object; fields must come in the order of their names.
class ObjectWriter {
public:
    explicit ObjectWriter(std::string &out) : m_out(out) { m_out.push_back('{'); }
    ~ObjectWriter() { m_out.push_back('}'); }
    ObjectWriter(const ObjectWriter &) = delete;
    ObjectWriter &operator=(const ObjectWriter &) = delete;

    std::string &key(std::string_view name)
    {
        if (!std::exchange(m_first, false))
            m_out.push_back(',');
        appendJsonString(m_out, name);
        m_out.push_back(':');
        return m_out;
    }
    void text(std::string_view name, std::string_view value)
    {
        if (!value.empty())
            appendJsonString(key(name), value);
    }
    template <typename Integer> void number(std::string_view name, Integer value)
    {
        key(name) += std::to_string(value);
    }
    template <typename Integer> void numberUnlessZero(std::string_view name, Integer value)
    {
        if (value != 0)
            number(name, value);
    }
    void numbers(std::string_view name, const std::map<std::string, std::int64_t> &values)
    {
        if (values.empty())
            return;
        ObjectWriter object(key(name));
        for (const auto &[inner, value] : values)
            object.number(inner, value);
    }

private:
    std::string &m_out;
    bool m_first = true;
};

void writeAlternatives(ObjectWriter &object, const std::vector<Alternative> &alternatives)
{
    if (alternatives.empty())
        return;
    std::string &out = object.key("alternatives");
    out.push_back('[');
    for (std::size_t i = 0; i < alternatives.size(); ++i) {
        if (i != 0)
            out.push_back(',');
        ObjectWriter item(out);
        item.text("node", alternatives[i].node);
        item.numbers("scores", alternatives[i].scores);
        item.number("total", alternatives[i].total);
    }
    out.push_back(']');
}

using Json = nlohmann::json;

/// Reads typed fields and counts them, so that fields nobody reads are found.
class ObjectReader {
public:
    explicit ObjectReader(const Json &object) : m_object(object), m_ok(object.is_object()) { }

    void text(const char *name, std::string &out)
    {
        if (const Json *value = take(name, [](const Json &j) { return j.is_string(); }))
            out = value->get_ref<const std::string &>();
    }
    template <typename Integer> void number(const char *name, Integer &out)
    {
        constexpr bool isUnsigned = std::is_unsigned_v<Integer>;
        if (const Json *value =
                take(name, [](const Json &j) { return isUnsigned ? j.is_number_unsigned() : fitsSigned(j); }))
            out = value->get<Integer>();
    }
    void number(const char *name, std::optional<std::int64_t> &out)
    {
        if (const Json *value = take(name, fitsSigned))
            out = value->get<std::int64_t>();
    }
    void numbers(const char *name, std::map<std::string, std::int64_t> &out)
    {
        const Json *value = take(name, [](const Json &j) { return j.is_object(); });
        if (!value)
            return;
        for (const auto &[inner, number] : value->items()) {
            m_ok = m_ok && fitsSigned(number);
            if (m_ok)
                out.emplace(inner, number.get<std::int64_t>());
        }
    }
    void texts(const char *name, std::map<std::string, std::string> &out)
    {
        const Json *value = take(name, [](const Json &j) { return j.is_object(); });
        if (!value)
            return;
        for (const auto &[inner, text] : value->items()) {
            m_ok = m_ok && text.is_string();
            if (m_ok)
                out.emplace(inner, text.get_ref<const std::string &>());
        }
    }
    template <typename Valid> const Json *take(const char *name, Valid valid)
    {
        if (!m_ok)
            return nullptr;
        const auto found = m_object.find(name);
        if (found == m_object.end())
            return nullptr;
        ++m_taken;
        m_ok = valid(*found);
        return m_ok ? &*found : nullptr;
    }
    void refuse() { m_ok = false; }
    [[nodiscard]] bool wholeAndWell() const { return m_ok && m_taken == m_object.size(); }

private:
    static bool fitsSigned(const Json &j)
    {
        return j.is_number_integer() && (!j.is_number_unsigned() || j.get<std::uint64_t>() <= INT64_MAX);
    }

    const Json &m_object;
    bool m_ok;
    std::size_t m_taken = 0;
};

void readAlternatives(ObjectReader &reader, std::vector<Alternative> &out)
{
    const Json *list = reader.take("alternatives", [](const Json &j) { return j.is_array(); });
    if (!list)
        return;
    for (const Json &item : *list) {
        Alternative alternative;
        ObjectReader fields(item);
        fields.text("node", alternative.node);
        fields.numbers("scores", alternative.scores);
        fields.number("total", alternative.total);
        if (!fields.wholeAndWell())
            return reader.refuse();
        out.push_back(std::move(alternative));
    }
}

void readShare(ObjectReader &reader, const char *name, std::optional<double> &out)
{
    std::optional<std::int64_t> millionths;
    reader.number(name, millionths);
    if (millionths)
        out = static_cast<double>(*millionths) / 1e6;
}

void readWords(ObjectReader &reader, AuditRecord &record)
{
    std::string kind;
    std::string state;
    reader.text("kind", kind);
    reader.text("state", state);
    const std::optional<RecordKind> knownKind = kindFromName(kind);
    if (!knownKind || (!state.empty() && !stateFromName(state)))
        return reader.refuse();
    record.kind = *knownKind;
    record.state = stateFromName(state);
}

/// "a,b,c"; of very many the first, and how many more.
template <typename List, typename TextOf> std::string joined(const List &list, TextOf textOf)
{
    constexpr std::size_t most = 200;
    std::string out;
    for (std::size_t i = 0; i < std::min(list.size(), most); ++i)
        out.append(out.empty() ? "" : ",").append(textOf(list[i]));
    return list.size() > most ? out + ",+" + std::to_string(list.size() - most) : out;
}

void describe(const model::PreemptionAdvice &advice, std::map<std::string, std::string> &details)
{
    details["preemption"] = model::kindName(advice.kind);
    if (!advice.node.empty())
        details["preemptionNode"] = advice.node.text();
    if (!advice.victims.empty())
        details["preemptionVictims"] = joined(advice.victims, [](const model::PreemptionVictim &victim) {
            return victim.pod.text() + ':' + std::to_string(victim.priority);
        });
    if (advice.budgetViolations > 0)
        details["preemptionBudgetViolations"] = std::to_string(advice.budgetViolations);
    if (advice.equal.size() > 1)
        details["preemptionEqual"] = joined(advice.equal, [](base::Symbol node) { return std::string(node.text()); });
    if (advice.candidates > 0)
        details["preemptionCandidates"] = std::to_string(advice.candidates);
}

} // namespace

std::string_view kindName(RecordKind kind) { return nameIn(kKinds, kind); }

std::optional<RecordKind> kindFromName(std::string_view name) { return valueIn(kKinds, name); }

std::string_view stateName(DecisionState state) { return nameIn(kStates, state); }

std::optional<DecisionState> stateFromName(std::string_view name) { return valueIn(kStates, name); }

bool legalTransition(DecisionState from, DecisionState to)
{
    using enum DecisionState;
    switch (from) {
    case Proposed:
        return to == Approved || to == Denied || to == Expired || to == Superseded;
    case Approved:
        return to == Bound || to == BindFailed || to == Unknown;
    case Unknown:
        return to == Bound || to == BindFailed || to == Confirmed;
    case Bound:
        return to == Confirmed || to == Superseded;
    default:
        return false;
    }
}

bool isFinal(DecisionState state)
{
    using enum DecisionState;
    return state == Denied || state == Expired || state == Superseded || state == BindFailed || state == Confirmed
        || state == NoNode;
}

std::int64_t toMillionths(double share)
{
    return std::isfinite(share) ? std::llround(std::clamp(share, 0.0, 1.0) * 1e6) : 0;
}

std::string asUtf8(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        out += length == 0 ? std::string_view("\xef\xbf\xbd") : text.substr(at, length);
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

void appendJsonString(std::string &out, std::string_view text)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    out.push_back('"');
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8Length(text, at);
        const auto byte = static_cast<std::uint8_t>(text[at]);
        if (length == 0) {
            out += "\xef\xbf\xbd";
            ++at;
            continue;
        }
        if (byte == '"' || byte == '\\') {
            out.push_back('\\');
            out.push_back(static_cast<char>(byte));
        } else if (byte < 0x20 || byte == 0x7f) {
            out += "\\u00";
            out.push_back(kDigits[byte >> 4]);
            out.push_back(kDigits[byte & 15]);
        } else {
            out += text.substr(at, length);
        }
        at += length;
    }
    out.push_back('"');
}

std::string encodeCanonical(const AuditRecord &record)
{
    std::string out;
    out.reserve(1024);
    {
        ObjectWriter object(out);
        object.text("actor", record.actor);
        writeAlternatives(object, record.alternatives);
        object.number("at", record.at.time_since_epoch().count());
        object.numberUnlessZero("calibrated", record.calibrated ? 1 : 0);
        object.numberUnlessZero("calibratedOn", record.calibratedOn);
        object.text("cluster", record.cluster);
        if (record.confidence)
            object.number("confidence", toMillionths(*record.confidence));
        object.text("decision", record.decisionId);
        if (!record.details.empty()) {
            ObjectWriter details(object.key("details"));
            for (const auto &[name, value] : record.details)
                appendJsonString(details.key(name), value);
        }
        object.text("error", record.errorCode);
        object.text("fingerprint", record.fingerprint);
        object.number("index", record.index);
        object.text("kind", kindName(record.kind));
        object.text("manifest", record.manifestHash);
        if (record.margin)
            object.number("margin", *record.margin);
        object.text("message", record.message);
        object.text("model", record.modelVersion);
        object.text("node", record.node);
        object.text("operation", record.operation);
        object.text("podHash", record.podHash);
        object.text("podName", record.podName);
        object.text("podNamespace", record.podNamespace);
        object.text("podUid", record.podUid);
        object.text("podVersion", record.podResourceVersion);
        object.text("policy", record.policyVersion);
        object.numbers("rejected", record.rejected);
        if (record.score)
            object.number("score", *record.score);
        object.numberUnlessZero("seed", record.seed);
        object.numberUnlessZero("snapshotGeneration", record.snapshotGeneration);
        object.text("snapshotHash", record.snapshotHash);
        if (record.stability)
            object.number("stability", toMillionths(*record.stability));
        if (record.state)
            object.text("state", stateName(*record.state));
        object.number("v", kLayout);
    }
    return out;
}

absl::StatusOr<AuditRecord> decodeCanonical(std::string_view bytes)
{
    if (bytes.size() > kMaxRecordBytes)
        return absl::DataLossError("audit record is longer than any the log writes");
    const Json json = Json::parse(bytes, nullptr, false);
    if (!json.is_object())
        return absl::DataLossError("audit record is not a JSON object");
    const auto layout = json.find("v");
    if (layout != json.end() && layout->is_number_unsigned() && layout->get<std::uint64_t>() > kLayout)
        return absl::FailedPreconditionError("audit record was written by a newer version");
    AuditRecord record;
    ObjectReader reader(json);
    int version = 0;
    int calibrated = 0;
    std::int64_t at = 0;
    reader.number("v", version);
    readWords(reader, record);
    reader.text("actor", record.actor);
    readAlternatives(reader, record.alternatives);
    reader.number("at", at);
    reader.number("calibrated", calibrated);
    reader.number("calibratedOn", record.calibratedOn);
    reader.text("cluster", record.cluster);
    readShare(reader, "confidence", record.confidence);
    reader.text("decision", record.decisionId);
    reader.texts("details", record.details);
    reader.text("error", record.errorCode);
    reader.text("fingerprint", record.fingerprint);
    reader.number("index", record.index);
    reader.text("manifest", record.manifestHash);
    reader.number("margin", record.margin);
    reader.text("message", record.message);
    reader.text("model", record.modelVersion);
    reader.text("node", record.node);
    reader.text("operation", record.operation);
    reader.text("podHash", record.podHash);
    reader.text("podName", record.podName);
    reader.text("podNamespace", record.podNamespace);
    reader.text("podUid", record.podUid);
    reader.text("podVersion", record.podResourceVersion);
    reader.text("policy", record.policyVersion);
    reader.numbers("rejected", record.rejected);
    reader.number("score", record.score);
    reader.number("seed", record.seed);
    reader.number("snapshotGeneration", record.snapshotGeneration);
    reader.text("snapshotHash", record.snapshotHash);
    readShare(reader, "stability", record.stability);
    record.at = base::TimePoint(base::Duration(at));
    record.calibrated = calibrated == 1;
    if (!reader.wholeAndWell() || version != kLayout)
        return absl::DataLossError("audit record has a field of the wrong name or type");
    return record;
}

AuditRecord proposalOf(const model::Decision &decision, std::string actor, std::size_t alternatives)
{
    AuditRecord record;
    record.kind = RecordKind::Decision;
    const bool placed = decision.outcome == model::DecisionOutcome::Placed;
    record.state = placed ? DecisionState::Proposed : DecisionState::NoNode;
    record.at = decision.decidedAt;
    record.decisionId = decision.id;
    record.actor = std::move(actor);
    record.operation = "place";
    record.podNamespace = decision.pod.ns;
    record.podName = decision.pod.name;
    record.podUid = decision.podUid;
    record.podResourceVersion = decision.podResourceVersion;
    record.node = std::string(decision.chosen.text());
    if (placed) {
        record.score = decision.score;
        record.margin = decision.margin;
        record.stability = decision.confidence.stability;
        record.confidence = decision.confidence.value;
    }
    record.calibrated = decision.confidence.calibrated;
    record.calibratedOn = decision.confidence.calibratedOn;
    record.snapshotHash = decision.snapshotHash.hex();
    record.snapshotGeneration = decision.snapshotGeneration;
    record.policyVersion = decision.policyVersion;
    record.modelVersion = decision.modelVersion;
    record.seed = decision.seed;
    record.fingerprint = decision.fingerprint().hex();
    for (const model::FeasibleNode &node : decision.feasible) {
        if (record.alternatives.size() > alternatives)
            break;
        Alternative alternative{std::string(node.node.text()), node.total, {}};
        for (std::size_t i = 0; i < decision.scorePlugins.size() && i < node.normalised.size(); ++i)
            alternative.scores.emplace(
                decision.scorePlugins[i].name.text(), decision.scorePlugins[i].weight * node.normalised[i]);
        record.alternatives.push_back(std::move(alternative));
    }
    for (const model::RejectedNode &node : decision.rejected)
        ++record.rejected[std::string(
            model::codeName(node.reasons.empty() ? model::ReasonCode::None : node.reasons.front().code))];
    if (!decision.gates.empty())
        record.details["gates"] = joined(decision.gates, [](const std::string &gate) { return gate; });
    if (!decision.nominated.empty())
        record.details["nominated"] = decision.nominated.text();
    if (decision.preemption)
        describe(*decision.preemption, record.details);
    return record;
}

AuditRecord transitionOf(std::string decisionId, DecisionState state, std::string actor, std::string message)
{
    AuditRecord record;
    record.kind = RecordKind::Transition;
    record.decisionId = std::move(decisionId);
    record.state = state;
    record.actor = std::move(actor);
    record.message = std::move(message);
    return record;
}

api::AuditEntry entryOf(const AuditRecord &record, const Digest &leaf)
{
    api::AuditEntry entry;
    entry.index = record.index;
    entry.at = record.at;
    entry.kind = std::string(kindName(record.kind));
    entry.decisionId = record.decisionId;
    entry.state = record.state;
    entry.actor = record.actor;
    entry.operation = record.operation;
    entry.pod = record.pod();
    entry.podUid = record.podUid;
    entry.node = record.node;
    entry.score = record.score;
    entry.margin = record.margin;
    entry.stability = record.stability;
    entry.confidence = record.confidence;
    entry.calibrated = record.calibrated;
    entry.calibratedOn = record.calibratedOn;
    entry.snapshotHash = record.snapshotHash;
    entry.policyVersion = record.policyVersion;
    entry.modelVersion = record.modelVersion;
    entry.seed = record.seed;
    entry.message = record.message;
    entry.details = record.details;
    entry.leafHash = toHex(leaf);
    return entry;
}

AuditRecord recordOf(const api::AuditEntry &entry)
{
    AuditRecord record;
    record.at = entry.at;
    record.kind = kindFromName(entry.kind).value_or(RecordKind::Session);
    record.decisionId = entry.decisionId;
    record.state = entry.state;
    record.actor = entry.actor;
    record.operation = entry.operation;
    if (const std::size_t slash = entry.pod.find('/'); slash != std::string::npos) {
        record.podNamespace = entry.pod.substr(0, slash);
        record.podName = entry.pod.substr(slash + 1);
    }
    record.podUid = entry.podUid;
    record.node = entry.node;
    record.score = entry.score;
    record.margin = entry.margin;
    record.stability = entry.stability;
    record.confidence = entry.confidence;
    record.calibrated = entry.calibrated;
    record.calibratedOn = entry.calibratedOn;
    record.snapshotHash = entry.snapshotHash;
    record.policyVersion = entry.policyVersion;
    record.modelVersion = entry.modelVersion;
    record.seed = entry.seed;
    record.message = entry.message;
    record.details = entry.details;
    return record;
}

} // namespace binnacle::store
