#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""A real control plane of 5,000 nodes and 50,000 pods around the program bench_live: how soon a live cluster is there."""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))
from control_plane import control_plane


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--pods", type=int, default=50000)
    args = parser.parse_args()
    with control_plane("bench-live", "--nodes", str(args.nodes), "--pods", str(args.pods)) as plane:
        done = subprocess.run([str(pathlib.Path(args.bin) / "bench_live"), plane.kubeconfig], timeout=600)
    sys.exit(done.returncode)


main()
