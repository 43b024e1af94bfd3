#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Binnacle contributors
# SPDX-License-Identifier: Apache-2.0
"""The live cluster's own tests, against a real API server that serves metrics, and is stopped and continued underneath them."""
import argparse
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from control_plane import control_plane, user_folders


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", required=True)
    args = parser.parse_args()
    with control_plane("live", "--nodes", "8", "--pods", "10", "--pending", "6", "--metrics") as plane, user_folders() as environment:
        server = next(p["pid"] for name, p in plane.state["processes"].items() if "apiserver" in name)
        environment.update(BINNACLE_TEST_KUBECONFIG=plane.kubeconfig, BINNACLE_TEST_APISERVER_PID=str(server))
        for program, tests in (("tst_backend_metrics", "1 test"), ("tst_backend_kube", "5 tests")):
            done = subprocess.run([str(pathlib.Path(args.bin) / program), "--gtest_filter=LiveClusterTest.*"], env=environment,
                                  capture_output=True, text=True, timeout=300)
            print(done.stdout[-3000:], done.stderr[-2000:])
            if done.returncode or "SKIPPED" in done.stdout or f"{tests} from 1 test suite ran" not in done.stdout:
                sys.exit("the live tests did not all run and pass")


main()
