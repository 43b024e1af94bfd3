#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks every #include of the sources against the module table in the root CMakeLists.txt.

Fails on an include of a module that is not reachable through DEPENDS, on a cycle in the table, on an include below a
module of a library that the module may not see, and on a source file outside the table.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROOMS = ("planner", "backend", "views", "app")
# First path part or whole name of a system include -> who may use it.
LIBRARIES = [
    (re.compile(r"^(Q[A-Z]\w*|Qt\w+/.*)$"), ("views/", "app/console")),
    (re.compile(r"^google/protobuf/"), ("backend/kube", "backend/rpc", "backend/metrics")),
    (re.compile(r"^curl/"), ("backend/kube",)),
    (re.compile(r"^sqlite3"), ("backend/store",)),
    (re.compile(r"^(spdlog)/"), ("backend/", "app/")),
    (re.compile(r"^nlohmann/"), ("backend/", "app/")),
    (re.compile(r"^(sys/socket|netinet/|arpa/|unistd\.h|fstream|filesystem|iostream|cstdio)"), ("backend/", "app/", "views/")),
    (re.compile(r"^random$"), ()),
]
QT_CORE_ONLY = re.compile(r"^(QWidget|QDialog|QPainter|QPixmap|QIcon|QColor|QFont\w*|QStyle\w*|QtWidgets/.*|QtGui/.*|QApplication|Q\w*View)$")


def table():
    text = (ROOT / "CMakeLists.txt").read_text()
    modules = {}
    for match in re.finditer(r"add_module\(([^)]*)\)", text):
        words = match.group(1).replace("\n", " ").split()
        if not words or "/" not in words[0]:
            continue
        depends, take = [], False
        for word in words[1:]:
            if word in ("DEPENDS", "LIBRARIES", "SLICE"):
                take = word == "DEPENDS"
            elif take:
                depends.append(word)
        modules[words[0]] = depends
    return modules


def reachable(modules, name, trail=()):
    if name in trail:
        sys.exit(f"cycle in the module table: {' -> '.join((*trail, name))}")
    seen = set()
    for dep in modules[name]:
        if dep not in modules:
            sys.exit(f"{name} depends on {dep}, which is not a module")
        seen |= {dep} | reachable(modules, dep, (*trail, name))
    return seen


def module_of(path, modules):
    parts = path.split("/")
    name = "/".join(parts[:2])
    return name if name in modules else None


def main():
    modules = table()
    allowed = {name: reachable(modules, name) | {name} for name in modules}
    faults, checked = [], 0
    for room in ROOMS:
        for source in sorted((ROOT / room).rglob("*")):
            if source.suffix not in (".h", ".cpp"):
                continue
            relative = source.relative_to(ROOT).as_posix()
            module = module_of(relative, modules)
            if module is None:
                faults.append(f"{relative}: in no module of the table")
                continue
            checked += 1
            for number, line in enumerate(source.read_text(errors="replace").splitlines(), 1):
                match = re.match(r'\s*#\s*include\s+([<"])([^>"]+)[>"]', line)
                if not match:
                    continue
                name = match.group(2)
                target = module_of(name, modules)
                if match.group(1) == '"' and target and target not in allowed[module]:
                    faults.append(f"{relative}:{number}: {module} may not use {target}")
                for pattern, users in LIBRARIES:
                    if pattern.match(name) and not any(module.startswith(user) for user in users):
                        faults.append(f"{relative}:{number}: {module} may not include <{name}>")
                if module == "views/models" and QT_CORE_ONLY.match(name):
                    faults.append(f"{relative}:{number}: views/models uses Qt Core only, not <{name}>")
    for fault in faults:
        print(fault)
    print(f"{checked} files, {len(modules)} modules, {len(faults)} faults")
    sys.exit(1 if faults or not checked else 0)


main()
