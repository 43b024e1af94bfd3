#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""The console itself: cold start on the demo; then a real API server with 5,000 nodes and 50,000 pods: first rows, Synced,
memory, the filter, and the stalls of the GUI thread while 500 pods a second change for a minute."""
import argparse
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from control_plane import control_plane, user_folders


def row(figure, value, unit, target, better="lower"):
    print(json.dumps({"bench": "console", "figure": figure, "value": value, "unit": unit, "target": target, "better": better}), flush=True)
    print(f"  {figure:28} {value:>10} {unit:4} target {target}", file=sys.stderr)


def console(binaries, environment, *options, timeout=300):
    """Runs the console offscreen; its last line of JSON is the report."""
    done = subprocess.run([str(pathlib.Path(binaries) / "binnacle"), *options], env=dict(environment, QT_QPA_PLATFORM="offscreen"),
                          capture_output=True, text=True, timeout=timeout)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if done.returncode or not lines:
        sys.exit(f"binnacle {' '.join(options)}: exit {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.loads(lines[-1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=50000)
    parser.add_argument("--seconds", type=int, default=60)
    args = parser.parse_args()
    with user_folders() as environment:
        starts = sorted(console(args.bin, environment, "--demo", "--startup-time")["seconds"] for _ in range(5))
        row("demo_cold_start", starts[2], "s", 1.0)
    with control_plane("bench", "--nodes", str(args.nodes), "--pods", str(args.pods)) as plane, user_folders() as environment:
        storm = subprocess.Popen([plane.tool, "storm", "--kubeconfig", plane.kubeconfig, "--rate", "500", "--seconds", str(args.seconds + 30)],
                                 stdout=subprocess.PIPE, text=True, env=dict(os.environ))
        try:
            report = console(args.bin, environment, "--kubeconfig", plane.kubeconfig, "--stall-report", str(args.seconds), timeout=args.seconds + 200)
        finally:
            achieved = storm.communicate(timeout=args.seconds + 120)[0].strip().splitlines()
        print(f"  storm: {achieved[-1] if achieved else 'no report'}", file=sys.stderr)
        row("live_first_rows", report["firstRowsSeconds"], "s", 1.5)
        row("live_synced", report["syncedSeconds"], "s", 6)
        row("live_resident", report["residentMiB"], "MiB", 600)
        row("filter_p99", report["filterP99Ms"], "ms", 50)
        row("stall_p99", report["stallP99Ms"], "ms", 16)
        row("stall_max", report["stallMaxMs"], "ms", 100)


main()
