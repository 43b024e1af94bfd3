#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""./dev lint: every static check, each named, all run, one summary. `--fix` rewrites formatting."""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ("planner", "backend", "views", "app", "tests")


def tracked(*suffixes):
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [n for n in names.stdout.splitlines() if n.endswith(suffixes) and (ROOT / n).is_file()]


def cpp_files():
    return [n for n in tracked(".cpp", ".h") if n.split("/")[0] in SOURCES]


def run(command, **kwargs):
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, **kwargs)
    return done.returncode, (done.stdout + done.stderr).strip()


def check_format(args):
    command = ["clang-format-16", "--style=file"] + (["-i"] if args.fix else ["--dry-run", "-Werror"])
    return run(command + cpp_files())


def check_headers(args):
    """Each header compiles alone, with clang and its thread-safety analysis as errors."""
    flags = compile_flags(args)
    headers = [n for n in tracked(".h") if n.split("/")[0] in SOURCES[:4]]

    def one(name):
        command = ["clang++-16", "-fsyntax-only", "-Wthread-safety", "-Werror", "-Wno-pragma-once-outside-header", "-x", "c++", *flags, name]
        return cached(args, "header", name, command)

    return parallel(args, one, headers, args.minutes)


def check_tidy(args):
    return tidy(args, SOURCES[:4], args.minutes)


def check_tidy_tests(args):
    return tidy(args, SOURCES[4:], args.minutes / 3)


def tidy(args, folders, minutes):
    database = {os.path.relpath(e["file"], ROOT): e for e in json.loads((args.build / "compile_commands.json").read_text())}
    names = [n for n in cpp_files() if n.endswith(".cpp") and n in database and n.split("/")[0] in folders]

    def one(name):
        command = ["clang-tidy-16", "--quiet", "-p", str(args.build), "--extra-arg=-Wthread-safety", "--extra-arg=-Wno-unknown-warning-option", name]
        return cached(args, "tidy", name, command)

    return parallel(args, one, names, minutes)


def compile_flags(args):
    """Include paths and definitions over all commands of the build but the tests': enough for any header."""
    flags = {}
    for entry in json.loads((args.build / "compile_commands.json").read_text()):
        if os.path.relpath(entry["file"], ROOT).split("/")[0] not in SOURCES[:4]:
            continue
        words = shlex.split(entry["command"])
        for index, word in enumerate(words):
            if word in ("-isystem", "-include"):
                flags[f"{word} {words[index + 1]}"] = [word, words[index + 1]]
            elif word.startswith(("-I", "-D")):
                flags[word] = [word]
    return ["-std=c++20", "-fPIC"] + [w for pair in flags.values() for w in pair]


def cached(args, kind, name, command):
    """Runs a check unless it passed before on the same text of the file, all headers, the settings and the command."""
    global headers_digest
    if headers_digest is None:
        digest = hashlib.sha256()
        for header in [*tracked(".h"), ".clang-tidy", *tracked(".proto")]:
            digest.update((ROOT / header).read_bytes())
        headers_digest = digest.digest()
    key = hashlib.sha256(headers_digest + (ROOT / name).read_bytes() + " ".join(command).encode()).hexdigest()
    stamp = args.cache / kind / key
    if stamp.exists():
        return 0, ""
    code, output = run(command)
    if code == 0:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()
    return code, output


headers_digest = None

# Reports and does not fail yet: the tests have not been brought to zero findings.
ADVISORY = {"tidy-tests"}


def parallel(args, function, items, minutes):
    """Runs a check on each item; stops taking new ones when the check's time is up, and says how many it saw."""
    if not items:
        return 1, "nothing to check"
    end = time.monotonic() + minutes * 60
    outputs, worst, seen = [], 0, 0

    def timed(item):
        return function(item) if time.monotonic() < end else None

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for result in pool.map(timed, items):
            if result is None:
                continue
            seen += 1
            if result[0]:
                worst = result[0]
                outputs.append(result[1])
    if seen < len(items):
        print(f"              time was up after {seen} of {len(items)}; --minutes gives more, what passed is remembered", flush=True)
    return worst, "\n".join(outputs)


def check_shell(_):
    return run(["shellcheck", "dev", ".ci/run", *tracked(".sh")])


def check_go(_):
    if not shutil.which("go"):
        return None, "no Go on this machine"
    code, output = run(["gofmt", "-l", *tracked(".go")])
    if output:
        return 1, "gofmt would change:\n" + output
    vet = subprocess.run(["go", "vet", "./..."], cwd=ROOT / "tests/cluster", capture_output=True, text=True)
    return vet.returncode, vet.stdout + vet.stderr


CHECKS = [
    ("format", check_format),
    ("layers", lambda _: run([sys.executable, "tests/check_layers.py"])),
    ("licences", lambda _: run(["reuse", "lint"])),
    ("shell", check_shell),
    ("translations", lambda _: run([sys.executable, "tests/check_translations.py"])),
    ("headers", check_headers),
    ("tidy", check_tidy),
    ("go", check_go),
    ("tidy-tests", check_tidy_tests),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cache", type=pathlib.Path, default=pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache")) / "binnacle/lint")
    parser.add_argument("--minutes", type=float, default=15, help="for each of headers and tidy; what passed is remembered")
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("only", nargs="*", help="names of checks")
    args = parser.parse_args()
    args.build = args.build.resolve()
    failed = []
    for name, check in CHECKS:
        if args.only and name not in args.only:
            continue
        code, output = check(args)
        advisory = name in ADVISORY
        word = "skipped" if code is None else "ok" if code == 0 else "findings" if advisory else "FAILED"
        print(f"{name:14}{word}", flush=True)
        if code is None and os.environ.get("CI") == "true":
            code = 1
        if code:
            if not advisory:
                failed.append(name)
            print(output[-20000:], flush=True)
    print("lint: " + (", ".join(failed) + " failed" if failed else "all checks passed"))
    sys.exit(1 if failed else 0)


main()
