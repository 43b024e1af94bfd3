#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Both languages are complete: every string that lupdate finds in the views has a finished Chinese translation, every one
that counts has its English forms ("1 pod", "2 pods"), and no translation is of a string that went. `--update` refreshes the
.ts files from the sources first."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
FRAME = re.compile(r"views/(theme|charts)/|views/pages/(frame|overview|nodes|inspector)/|views/models/(node_|overview_|rows_model|cluster_store|main_thread)|app/console/")


def sources():
    files = [p for folder in ("views", "app/console") for p in sorted((ROOT / folder).rglob("*")) if p.suffix in (".cpp", ".h")]
    names = [str(p.relative_to(ROOT)) for p in files]
    frame = [n for n in names if FRAME.match(n)]
    pages = [n for n in names if not FRAME.match(n)]
    return {"frame_zh_CN.ts": frame, "pages_zh_CN.ts": pages, "frame_en.ts": frame, "pages_en.ts": pages}


def lupdate():
    for tool in (os.environ.get("LUPDATE"), "/usr/lib/qt6/bin/lupdate", shutil.which("lupdate6"), shutil.which("lupdate")):
        if tool and os.access(tool, os.X_OK):
            return tool
    sys.exit("lupdate is not installed: package qt6-l10n-tools")


def extract(tool, names, target):
    with tempfile.NamedTemporaryFile("w", suffix=".lst") as listed:
        listed.write("\n".join(names))
        listed.flush()
        done = subprocess.run([tool, f"@{listed.name}", "-I", str(ROOT), "-locations", "none", "-no-obsolete", "-source-language", "en",
                               *(["-target-language", "en", "-pluralonly"] if target.name.endswith("_en.ts") else ["-target-language", "zh_CN"]),
                               "-ts", str(target)], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def messages(path):
    """{(context, source, comment): translation or None when unfinished or empty}"""
    out = {}
    for context in xml.parse(path).getroot().iter("context"):
        name = context.findtext("name")
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [translation.text] if translation.find("numerusform") is None else [f.text for f in translation.iter("numerusform")]
            kind = translation.get("type")
            if kind in ("vanished", "obsolete"):
                continue
            finished = kind is None and all(form and form.strip() for form in forms)
            out[(name, message.findtext("source"), message.findtext("comment") or "")] = forms if finished else None
    return out


def places(text):
    return sorted(set(re.findall(r"%L?[\dn]", text)))


def main():
    tool = lupdate()
    problems = []
    for ts, names in sources().items():
        path = ROOT / "translations" / ts
        if "--update" in sys.argv:
            extract(tool, names, path)
        with tempfile.TemporaryDirectory() as folder:
            fresh = pathlib.Path(folder) / ts
            extract(tool, names, fresh)
            wanted = messages(fresh)
        have = messages(path)
        for key in wanted:
            if have.get(key) is None:
                problems.append(f"{ts}: not translated: {key[0]}: {key[1]!r}")
        for key, forms in have.items():
            if key not in wanted:
                problems.append(f"{ts}: no longer in the sources: {key[0]}: {key[1]!r}")
            elif forms and ts.endswith("_en.ts") and len(forms) < 2:
                problems.append(f"{ts}: one form only: {key[0]}: {key[1]!r}")
            elif forms and any(places(key[1]) != places(form) for form in (forms[1:] if ts.endswith("_en.ts") else forms)):
                problems.append(f"{ts}: other place holders: {key[0]}: {key[1]!r} -> {forms[0]!r}")
        print(f"{ts}: {len(wanted)} strings")
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


main()
